import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const OLD = `/**
 * @deprecated 2026-11-01 - Use /v2/pets: https://api.example/guides/v2.
 * @sunset 2027-05-01
 * @param-include paging
 * @param {string} [kind] (minLength: 2)
 * @returns {string[]} 200 - x
 * @throws 404 - No such kind
 */
export default (ctx) => {
  if (ctx.input.query.kind === 'none') ctx.throw(404, 'No such kind');
  if (ctx.input.query.kind === 'broken') throw new Error('broken');
  return ['Ada'];
};`;

const HEADERS = {
  deprecation: '@1793491200',
  sunset: 'Sat, 01 May 2027 00:00:00 GMT',
};

describe.each(KINDS)('an operation with an end by $name', ({ create }) => {
  it.each([
    ['a success', 'GET /pets', 200],
    ['HEAD', 'HEAD /pets', 200],
    ['invalid input', 'GET /pets?kind=x', 400],
    ['an error of the handler', 'GET /pets?kind=none', 404],
    ['an unexpected error', 'GET /pets?kind=broken', 500],
  ])('sends the dates of an operation on %s', async (_, target, status) => {
    const { ask } = await serve(create(await compileTree({ 'pets.js': OLD })));
    const answer = await ask(target);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(HEADERS);
    expect(answer.headers['link']).toContain('<https://api.example/guides/v2>; rel="deprecation"');
  });

  it('keeps the links of pages, and those of middleware', async () => {
    const files = {
      '_middleware.js': `export default (ctx, next) => { ctx.append('Link', '</style.css>; rel="preload"'); return next(); };`,
      'pets.js': OLD,
    };
    const { ask } = await serve(create(await compileTree(files)));
    const { headers } = await ask('GET /pets?limit=1');
    expect(headers['link']).toMatch(/rel="deprecation".*rel="preload".*rel="first"/);
  });

  it('sends no date if the comment has none', async () => {
    const files = {
      'pets.js': '/**\n * @deprecated Use dogs.\n * @returns {string} 200 - x */',
      'cats.js': '/**\n * @deprecated 2026-11-01\n * @returns {string} 200 - x */',
      'dogs.js': '/** @returns {string} 200 - x */',
    };
    const { ask } = await serve(create(await compileTree(files)));
    for (const path of ['/pets', '/dogs']) {
      const { headers } = await ask(`GET ${path}`);
      expect(Object.keys(headers)).not.toContain('deprecation');
      expect(Object.keys(headers)).not.toContain('sunset');
      expect(Object.keys(headers)).not.toContain('link');
    }
    expect((await ask('GET /cats')).headers).toMatchObject({ deprecation: HEADERS.deprecation });
  });

  it('inherits the end of its directory', async () => {
    const files = {
      'v1/_middleware.js': '/**\n * @tags v1\n * @deprecated 2026-11-01\n * @sunset 2027-05-01\n */',
      'v1/pets.js': '/** @returns {string} 200 - x */',
      'v1/cats.js': '/**\n * @sunset 2028-01-01\n * @returns {string} 200 - x */',
      'v2/pets.js': '/** @returns {string} 200 - x */',
    };
    const { ask } = await serve(create(await compileTree(files)));
    expect((await ask('GET /v1/pets')).headers).toMatchObject(HEADERS);
    expect((await ask('GET /v1/cats')).headers).toMatchObject({ ...HEADERS, sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' });
    expect((await ask('GET /v2/pets')).headers).not.toHaveProperty('sunset');
  });
});
