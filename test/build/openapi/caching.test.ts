import { expect, it } from 'vitest';
import { contractsOf } from '../../../src/build/compiler/compile.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import { compile } from '../compiler/compile.ts';

it('the document has the header of successes with its value, and the extension that an import reads', () => {
  const compilation = compile({
    '_middleware.ts': '/** @cache public, max-age=60 */',
    'a@get.ts': '/** A.\n * @etag\n * @returns {string} 200 - It\n * @throws 404 - None */\nexport default () => {};',
    'a@post.ts': '/** A.\n * @returns {string} 200 - It */\nexport default () => {};',
    'b@get.ts': `/** B.\n * @returns {string} 200 - It\n * @header {string} cache-control - My own */\nexport default () => {};`,
  });
  const { schemas, document } = compilation;
  const written = generateOpenApi({
    operations: contractsOf(compilation),
    schemas,
    document: document as never,
    info: { title: 'Shop', version: '1' },
  }) as unknown as { paths: Record<string, Record<string, any>>; components: { headers: object } };
  const { get, post } = written.paths['/a'] as Record<string, any>;
  const header = {
    description: 'How caches can keep the response (RFC 9111, 5.2.2).',
    schema: { type: 'string' },
    example: 'public, max-age=60',
  };
  expect(get['x-cache']).toBe('public, max-age=60');
  expect(get.responses['200'].headers['Cache-Control']).toEqual(header);
  expect(get.responses['304'].headers['Cache-Control']).toEqual(header);
  expect(get.responses['404'].headers).toBeUndefined();
  expect([post['x-cache'], post.responses['200'].headers]).toEqual([undefined, undefined]);
  expect(written.paths['/b']!['get'].responses['200'].headers).toEqual({
    'cache-control': { description: 'My own', required: true, schema: { type: 'string' } },
  });
  expect(Object.keys(written.components.headers)).toEqual(['ETag']);
});
