import { describe, expect, it } from 'vitest';
import { explainRequest } from '../../src/build/project/explain-request.ts';
import { contractsOf } from '../../src/build/compiler/compile.ts';
import { generateOpenApi } from '../../src/build/openapi/write/index.ts';
import { REST_PATTERN } from '../../src/shared/contract/rest-parameter.ts';
import { compile } from '../build/compiler/compile.ts';
import { serveTools } from '../runtime/mcp/serve.ts';
import { diffFiles } from './diff/compare.ts';
import { emitted, filesOf, planOf } from './import/support.ts';

const GET =
  '/**\n * Gets a file.\n * @param {string} path (maxLength: 100) - The path\n * @returns {string} The file\n */';
const withHandler = (text: string): string => `${text}\nexport default function getFile() {}\n`;

function documentOf(files: Record<string, string>): object {
  const compilation = compile(files);
  return generateOpenApi({
    operations: contractsOf(compilation),
    schemas: compilation.schemas,
    document: {},
    info: { title: 'Files', version: '1.0.0' },
  });
}

describe('the document of a path with a rest', () => {
  const document = documentOf({ 'files/{path...}@get.ts': withHandler(GET) });

  it('documents the rest as an ordinary parameter with a mark', () => {
    expect(document).toMatchObject({
      paths: {
        '/files/{path}': {
          get: {
            parameters: [
              {
                name: 'path',
                in: 'path',
                required: true,
                'x-multi-segment': true,
                schema: { type: 'string', maxLength: 100, pattern: REST_PATTERN },
              },
            ],
          },
        },
      },
    });
  });

  it('reads the document back by the import, which writes the rest and no pattern', () => {
    const plan = planOf(document);
    expect(plan.losses).toEqual([]);
    const files = filesOf(plan);
    expect(Object.keys(files)).toContain('operations/files/{path...}/@get.ts');
    expect(files['operations/files/{path...}/@get.ts']).toContain('@param {string} path (maxLength: 100) - The path');
    expect(emitted(plan).paths).toEqual((document as { paths: object }).paths);
  });

  it('documents one path for the methods of a rest and of one segment, if their parameters have one name', () => {
    const { paths } = documentOf({
      'files/{path...}@get.ts': withHandler(GET),
      'files/{path}@delete.ts': '/** @param {string} path - x */\nexport default function _() {}',
    }) as { paths: Record<string, object> };
    expect(Object.keys(paths)).toEqual(['/files/{path}']);
    expect(Object.keys(paths['/files/{path}']!)).toEqual(['get', 'delete']);
  });

  it('reports another name of the parameter in another method', () => {
    const { diagnostics } = compile({
      'files/{path...}@get.ts': withHandler(GET),
      'files/{name}@delete.ts': '/** @param {string} name - x */\nexport default function _() {}',
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['template-names']);
  });
});

describe('a comparison', () => {
  const rest = { 'files/{path...}@get.ts': GET };
  const single = { 'files/{path}@get.ts': GET };

  it('finds nothing in a rest that is the same', () => {
    expect(diffFiles(rest, rest)).toEqual([]);
  });

  it('accepts a rest in place of one segment, and reports the opposite', () => {
    expect(diffFiles(single, rest).filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(diffFiles(rest, single).map(({ id, severity }) => [id, severity])).toEqual([
      ['request-path-parameter-became-single-segment', 'error'],
    ]);
  });
});

describe('operations explain', () => {
  const compilation = compile({
    'files/{path...}@get.ts': withHandler(GET),
    'files/private/plans@get.ts': '/** The plans. */\nexport default function getPlans() {}',
  });
  const explain = (target: string) => {
    const { status, operation } = explainRequest(compilation, false, 'GET', target);
    return status ?? [operation!.id, operation!.parameters];
  };

  it('shows the rest as the server reads it', () => {
    expect(explain('/files/a%2Fb/c d')).toEqual(['files/{path...}@get.ts', { path: 'a/b/c d' }]);
    expect(explain('/files/private%2Fplans')).toEqual(['files/private/plans@get.ts', {}]);
    expect(explain('/files/../etc')).toBe(400);
    expect(explain('/files')).toBe(404);
  });
});

describe('a tool', () => {
  it('takes the rest of a path as one argument, and cannot reach another operation', async () => {
    const { call } = await serveTools({
      'files/{path...}@get.ts': `/** A file.\n * @tool\n * @param {string} path - x\n * @returns {{path: string}} x\n */\nexport default (ctx) => ctx.input.path;`,
      'files/private/plans@get.ts': `/** The plans.\n * @returns {string} x\n */\nexport default () => 'plans';`,
    });
    expect((await call('get_files_path', { path: 'a/b c' })).structuredContent).toEqual({ path: 'a/b c' });
    expect((await call('get_files_path', { path: 'a/../private/plans' })).isError).toBe(true);
    expect((await call('get_files_path', { path: 'private/plans' })).isError).toBe(true);
    expect((await call('get_files_path', { path: '/etc' })).isError).toBe(true);
    expect((await call('get_files_path', { path: 'a/' })).isError).toBe(true);
  });
});

describe('a write that misses the tag of a GET', () => {
  it('reports a write if its rest matches the path of that GET', () => {
    const { diagnostics } = compile({
      'files/{path...}@put.ts':
        '/**\n * @param {string} path - x\n * @returns {void} 204\n */\nexport default function _() {}',
      'files/main@get.ts': '/**\n * @returns {string} x\n * @etag\n */\nexport default function _() {}',
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['unconditional-write']);
  });

  it('reports a write if the rest of that GET matches its path', () => {
    const { diagnostics } = compile({
      'files/{path...}@get.ts':
        '/**\n * @param {string} path - x\n * @returns {string} x\n * @etag\n */\nexport default function _() {}',
      'files/a/{name}@put.ts':
        '/**\n * @param {string} name - x\n * @returns {void} 204\n */\nexport default function _() {}',
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['unconditional-write']);
  });
});
