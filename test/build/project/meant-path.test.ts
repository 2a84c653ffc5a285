import { describe, expect, it } from 'vitest';
import { didYouMeanPath, meantPath } from '../../../src/build/project/meant-path.ts';

const TEMPLATES = ['/books', '/books/{id}', '/books/{id}/reviews', '/authors', '/{name}.{ext}', '/größe/a b', '/me'];

describe('the path that an unknown one may be a misspelling of', () => {
  it.each([
    ['/book', '/books'],
    ['/Books', '/books'],
    ['/bookz/7', '/books/7'],
    ['/bokos/7/review', '/books/7/reviews'],
    ['/books/', '/books'],
    ['/api/v1/books/7', '/books/7'],
    ['/gr%C3%B6se/a%20b', '/gr%C3%B6%C3%9Fe/a%20b'],
    ['/bookz/a%2Fb', '/books/a%2Fb'],
    ['/bookz/%zz', '/books/%zz'],
  ])('corrects %s to the path %s, with the values of the request', (path, meant) => {
    expect(meantPath(TEMPLATES, path)).toBe(meant);
  });

  it('adds the segments of a base that the request left out', () => {
    expect(meantPath(['/api/v1/books/{id}'], '/books/7')).toBe('/api/v1/books/7');
    expect(meantPath(['/users/{id}'], '/something')).toBe(undefined);
  });

  it.each(['/', '', '/xyz', '/books/7/prices', '/books/7/reviews/1', '/my/own/books/of/mine', '/m'])(
    'finds no path for %s, which is unlike each',
    (path) => {
      expect(meantPath(TEMPLATES, path)).toBe(undefined);
    },
  );

  it('the suggestion is a hint, or empty', () => {
    expect([didYouMeanPath('/books'), didYouMeanPath(undefined)]).toEqual([' Did you mean "/books"?', '']);
  });
});
