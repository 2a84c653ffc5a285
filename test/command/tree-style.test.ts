import { expect, it } from 'vitest';
import { plurals, withNamesOfTree } from '../../src/command/tree-style.ts';
import { parsePathTemplate } from '../../src/shared/contract/path-template.ts';

const template = (text: string): ReturnType<typeof parsePathTemplate>['template'] => parsePathTemplate(text).template;

it.each([
  ['/pets/{id}', ['/pets/{petId}/photos', '/pets'], 'pets/{petId}'],
  ['/pets/{id}', ['/pets/{petId}', '/pets/{id}/photos'], undefined],
  ['/pets/{id}', ['/pets/{a}', '/pets/{b}', '/pets/{b}/photos'], 'pets/{b}'],
  ['/pets/{id}', ['/owners/{ownerId}', '/pets/{id}.png', '/pets/mine'], undefined],
  ['/a/{x}...{y}', ['/a/{base}...{head}/files'], 'a/{base}...{head}'],
  ['/{a}/b/{c}', ['/{org}/b', '/{org}/b/{d}'], '{org}/b/{d}'],
  ['/pets', ['/pets/{petId}'], undefined],
])('%s next to %j', (path, others, expected) => {
  expect(withNamesOfTree(path.slice(1), template(path), others.map(template))).toBe(expected);
});

it('an import leaves the parameters of the prefix of all paths alone', () => {
  expect(withNamesOfTree('pets/{id}@get', template('/{tenant}/pets/{id}'), [template('/{tenant}/pets/{pet}')])).toBe(
    'pets/{pet}@get',
  );
});

it.each([
  ['/pet', ['/pets'], { own: 'pet', other: 'pets', meant: 'pets' }],
  [
    '/pets/{id}/category',
    ['/pets/{id}/categories/{name}'],
    { own: 'category', other: 'categories', meant: 'pets/{id}/categories' },
  ],
  ['/boxes', ['/box'], { own: 'boxes', other: 'box', meant: 'box' }],
  ['/pet', ['/pets', '/pet/mine'], undefined],
  ['/pet', ['/owners', '/petals'], undefined],
  ['/{id}', ['/ids'], undefined],
])('%s is the singular or the plural next to %j', (path, others, expected) => {
  expect(plurals(path.slice(1), template(path), others.map(template))).toEqual(expected);
});

it.each([
  ['carpet/pet@get', '/carpet/pet', '/carpet/pets', 'carpet/pets@get'],
  ['app/operations/pet/@get.js', '/pet', '/pets', 'app/operations/pets/@get.js'],
  ['pet/pet/{id}@get', '/pet/pet/{id}', '/pet/pets', 'pet/pets/{id}@get'],
  ['pet/pet.js', '/pet/pet', '/pets/mine', 'pets/pet.js'],
])('%s has only its segment replaced', (name, path, other, meant) => {
  expect(plurals(name, template(path), [template(other)])?.meant).toBe(meant);
});
