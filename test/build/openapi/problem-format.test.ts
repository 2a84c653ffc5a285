import { expect, it } from 'vitest';
import { contractsOf } from '../../../src/build/compiler/compile.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import { compile } from '../compiler/compile.ts';

it('documents the media type and the statuses of x-problem, which it omits', () => {
  const text = '/** @param {integer} id - Its id\n * @throws {Problem} 404 - Unknown */\nexport default () => 1;';
  const compilation = compile(
    { 'pets@get.ts': text },
    {
      definitions: [
        { path: 'Problem.yaml', text: 'type: object\nproperties: {message: {type: string}}' },
        { path: 'openapi.yaml', text: 'x-problem: {mediaType: application/json, status: {400: 422}}' },
      ],
    },
  );
  expect(compilation.diagnostics).toEqual([]);
  const document = generateOpenApi({
    operations: contractsOf(compilation),
    schemas: compilation.schemas,
    document: compilation.document,
    info: { title: 'Pets', version: '1.0.0' },
  });
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
  expect(document).not.toHaveProperty('x-problem');
  expect(document.paths['/pets']?.get?.responses).toEqual({
    404: { description: 'Unknown', content },
    422: { $ref: '#/components/responses/BadRequest' },
  });
  expect(document.components?.responses?.['BadRequest']?.content).toEqual(content);
});

it.each([
  ['mediaType: json', '/x-problem/mediaType'],
  ['status: {400: 200}', '/x-problem/status/400'],
  ['status: {abc: 422}', '/x-problem/status/abc'],
  ['format: rfc7807', '/x-problem/format'],
])('refuses an x-problem with %s', (field, pointer) => {
  const definitions = [{ path: 'openapi.yaml', text: `x-problem: {${field}}` }];
  const { diagnostics } = compile({ 'pets@get.ts': '/** All. */\nexport default () => 1;' }, { definitions });
  expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining(pointer)]);
});
