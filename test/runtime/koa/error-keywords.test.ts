import { expect, it } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { serve } from './serve.ts';

it('a problem names the keyword and its values in every violation of the input', async () => {
  const operations = await compileTree({
    'rows@get.ts':
      '/** @param-include paging\n * @param {string} query.name - Its name\n * @returns {string[]} Rows */',
    'rows@post.ts': '/** @param {object} body - A row */',
    'names@get.ts':
      '/** @param {string} query.name (minLength: 8) - Its name\n * @param {integer} query.age - Its age */',
  });
  const { ask } = await serve(createApp(operations));
  const violationsOf = async (target: string): Promise<unknown[]> => {
    const { errors } = (await ask(target)).json as { errors: { name: string; keyword: string; params: object }[] };
    return errors.map(({ name, keyword, params }) => [name, keyword, params]);
  };
  expect(await violationsOf('GET /names?name=&age=x')).toEqual([
    ['name', 'minLength', { limit: 8 }],
    ['age', 'type', { type: 'integer' }],
  ]);
  expect(await violationsOf('GET /names?name=%ff&age=1&age=2')).toEqual([
    ['name', 'encoding', {}],
    ['age', 'repeated', {}],
  ]);
  expect(await violationsOf('GET /rows?page=0')).toEqual([
    ['page', 'minimum', { comparison: '>=', limit: 1 }],
    ['name', 'required', { missingProperty: 'name' }],
  ]);
  expect(await violationsOf('POST /rows')).toEqual([['', 'required', { missingProperty: 'body' }]]);
});
