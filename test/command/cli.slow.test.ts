import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../support/build.ts';

const program = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));
const root = scratch(afterAll);

beforeAll(() =>
  writeTree(root, {
    'package.json': '{"name": "pets", "version": "2.0.0"}',
    'tsconfig.json': '{}',
    'app/operations/pets/@get.ts': `/**
 * The pets.
 *
 * @param-include paging
 * @returns {string[]} Their names.
 */
export default function listPets() { return []; }`,
    'app/operations/drafts/new@get.ts': '/** A draft. */ export default function draft() {}',
    'swagger.yaml': 'swagger: "2.0"',
    'broken.yaml': 'openapi: [3.1.0\n',
    'parts.yaml': 'openapi: 3.1.0\npaths:\n  /pets: { $ref: "pets/gone.yaml#/list" }\n',
    'several/openapi.yaml': `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets: { $ref: "paths/pets.yaml" }
`,
    'several/paths/pets.yaml': `get:
  operationId: pets
  responses:
    200:
      description: The pets
      content: { application/json: { schema: { type: array, items: { $ref: "../pet.json" } } } }
`,
    'several/pet.json': '{"type": "object", "properties": {"friend": {"$ref": "#"}}}',
    'several/below/openapi.yaml': `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets: { $ref: "../paths/pets.yaml" }
`,
  }),
);

function run(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

describe('the command', () => {
  it('lists the operations', () => {
    expect(run('list')).toEqual({
      code: 0,
      out: 'GET  /drafts/new  draft     drafts/new@get.ts\nGET  /pets        listPets  pets/@get.ts\n',
      err: '',
    });
  });

  it('leaves out ignored files', () => {
    expect(run('list', '--ignore', 'drafts/**').out).toBe('GET  /pets  listPets  pets/@get.ts\n');
    expect(run('list', '--ignore', 'drafts/**', '--ignore', 'pets/**').out).toBe('');
  });

  it('shows which operation answers, with a trailing slash unless strict', () => {
    expect(run('explain', 'get', '/pets/')).toMatchObject({
      code: 0,
      out: 'GET /pets/: GET /pets, pets/@get.ts\n  access: everyone\n',
    });
    expect(run('explain', 'get', '/pets/', '--strict')).toMatchObject({
      code: 1,
      err: 'GET /pets/: 404, unknown path. Did you mean "/pets"?\n',
    });
  });

  it('lists and explains as JSON', () => {
    expect(JSON.parse(run('list', '--json').out)).toEqual([
      { method: 'GET', path: '/drafts/new', operationId: 'draft', id: 'drafts/new@get.ts', security: [] },
      { method: 'GET', path: '/pets', operationId: 'listPets', id: 'pets/@get.ts', security: [] },
    ]);
    const { code, out } = run('explain', 'get', '/pets', '--json');
    const access = { who: 'everyone', security: [], wrappedBy: [], authorizedBy: [] };
    const operation = {
      method: 'GET',
      path: '/pets',
      operationId: 'listPets',
      id: 'pets/@get.ts',
      parameters: {},
      access,
    };
    expect([code, JSON.parse(out)]).toEqual([0, { request: 'GET /pets', operation }]);
    const refused = run('explain', 'post', '/pets', '--json');
    const allow = 'GET, HEAD, OPTIONS';
    const reason = `allowed methods: ${allow}`;
    expect([refused.code, JSON.parse(refused.out)]).toEqual([1, { request: 'POST /pets', status: 405, reason, allow }]);
  });

  it.each([
    ['PROPFIND', '/nowhere', '501, unknown method'],
    ['GET', '/pets/../pets', '400, malformed path'],
    ['GET', '/pets/%2e%2e', '400, malformed path'],
    ['OPTIONS', '*', '204, allowed methods: GET, HEAD, OPTIONS'],
    ['GET', 'https://api.example?page=1', '404, unknown path'],
  ])('answers %s %s as the server does', (method, path, answer) => {
    expect(run('explain', method, path)).toMatchObject({ code: 1, err: `${method} ${path}: ${answer}\n` });
  });

  it('checks with annotations for GitHub', async () => {
    await writeTree(root, { 'app/faulty/a.ts': '/** @returns {nothing< It */ export default () => "";' });
    const { code, out } = run('check', '--operations', 'app/faulty', '--format', 'github');
    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=app\/faulty\/a\.ts,line=1,col=\d+,title=[\w-]+::/);
    expect(run('check', '--format', 'xml').err).toContain('expected text, json or github, got "xml"');
  });

  it('reads the options of the plugin in vite.config, and prefers its own', async () => {
    const project = join(root, 'configured');
    const plugin = JSON.stringify(fileURLToPath(new URL('../../dist/vite.js', import.meta.url)));
    const config = (options: string): string =>
      `import operations from ${plugin};\nexport default { plugins: [[Promise.resolve(operations(${options}))]] };\n`;
    await writeTree(project, {
      'package.json': '{"type": "module"}',
      'vite.config.ts': config("{ base: '/api', paging: { maxSize: 30 } }"),
      'app/operations/tags@get.ts':
        '/**\n * Tags.\n *\n * @param-include paging\n * @returns {string[]} All\n */ export default () => [];',
    });
    symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(project, 'node_modules'));
    expect(run('explain', 'GET', '/api/tags', '--root', 'configured')).toMatchObject({ code: 0, err: '' });
    expect(run('explain', 'GET', '/tags', '--root', 'configured', '--base', '/')).toMatchObject({ code: 0 });
    const { out } = run('openapi', '--root', 'configured', '--page-size', '7');
    expect((JSON.parse(out) as any).paths['/api/tags'].get.parameters[0].schema).toMatchObject({
      default: 7,
      maximum: 30,
    });
    await writeTree(project, { 'vite.config.ts': 'throw new Error("no config")' });
    const failed = run('explain', 'GET', '/tags', '--root', 'configured');
    expect(failed).toMatchObject({
      code: 0,
      err: expect.stringMatching(/vite\.config\.ts was not read, .*: no config\n$/),
    });
  });

  it('checks the module of the option app, and what it imports', async () => {
    const project = join(root, 'with-app');
    const plugin = JSON.stringify(fileURLToPath(new URL('../../dist/vite.js', import.meta.url)));
    await writeTree(project, {
      'package.json': '{"type": "module"}',
      'vite.config.ts': `import operations from ${plugin};\nexport default { plugins: [operations({ app: 'app/api' })] };\n`,
      'app/api.ts': "import { security } from './security.ts';\nexport default () => security;\n",
      'app/security.ts':
        "import { findUser } from './users.ts';\nexport const security = { token: ({ token }: any) => !!findUser(token) };\n",
      'app/users.ts': "export const findUser = async (token: string) => token === 'secret';\n",
      'app/operations/tags@get.ts': '/** Tags. */ export default () => {};',
    });
    symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(project, 'node_modules'));
    const { code, err } = run('check', '--root', 'with-app');
    expect(err).toContain('app/security.ts:2:56 - error ineffective-guard');
    expect(code).toBe(1);
  });

  it('shows the warnings of vite.config, but no report of the time that it took to read', async () => {
    const project = join(root, 'timed');
    await writeTree(project, {
      'package.json': '{"type": "module"}',
      'vite.config.js':
        'console.warn("\\u001b[33m[PLUGIN_TIMINGS] Warning:\\u001b[0m a, b");\nconsole.warn("careful");\nexport default {};\n',
    });
    symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(project, 'node_modules'));
    expect(run('list', '--root', 'timed').err).toMatch(/^careful\n/);
  });

  it('explains who can call an operation, by which lines, and in which order the files run', async () => {
    await writeTree(root, {
      'app/schemes/openapi.yaml':
        'security: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, token: { type: http, scheme: bearer } } }\n',
      'app/guarded/_middleware.ts': 'export default (ctx, next) => next();',
      'app/guarded/pets/_middleware.ts': 'export const authorize = (ctx) => ctx.ip !== "";',
      'app/guarded/pets/own/_middleware.ts':
        '/** @security token admin\n * @security none */\nexport const authorize = (ctx) => ctx.ip !== "";',
      'app/guarded/pets/own/a.ts':
        '/** It. */ export default () => "";\nexport const authorize = (ctx) => ctx.ip !== "";\n',
      'app/guarded/pets/own/c.ts': '/** It.\n * @security token admin */ export default () => "";',
      'app/guarded/b.ts': '/** It. */ export default () => "";',
    });
    const guarded = ['--operations', 'app/guarded', '--definitions', 'app/schemes'];
    expect(run('explain', 'get', '/pets/own/a', ...guarded).out).toBe(
      [
        'GET /pets/own/a: GET /pets/own/a, pets/own/a.ts',
        '  inherits from pets/own/_middleware.ts',
        '  wrapped by _middleware.ts',
        '  access: everyone, or token: admin (app/guarded/pets/own/_middleware.ts:1:15, app/guarded/pets/own/_middleware.ts:2:14)',
        '  authorized by app/guarded/pets/_middleware.ts:1:1, app/guarded/pets/own/_middleware.ts:3:1, app/guarded/pets/own/a.ts:2:1',
        '',
      ].join('\n'),
    );
    expect(JSON.parse(run('explain', 'get', '/pets/own/a', '--json', ...guarded).out)).toMatchObject({
      operation: {
        access: {
          who: 'everyone, or token: admin',
          security: [
            { schemes: { token: ['admin'] }, at: 'app/guarded/pets/own/_middleware.ts:1:15' },
            { schemes: {}, at: 'app/guarded/pets/own/_middleware.ts:2:14' },
          ],
          wrappedBy: ['_middleware.ts'],
          authorizedBy: [
            { file: 'pets/_middleware.ts' },
            { file: 'pets/own/_middleware.ts' },
            { file: 'pets/own/a.ts' },
          ],
        },
      },
    });
    expect(run('explain', 'get', '/b', ...guarded).out).toBe(
      'GET /b: GET /b, b.ts\n  wrapped by _middleware.ts\n  access: key (app/schemes/openapi.yaml:1:12)\n',
    );
  });

  it('explains what caches can do with the responses', async () => {
    await writeTree(root, {
      'app/cached/_middleware.ts': '/** @cache public, max-age=60 */',
      'app/cached/a.ts': '/** It. */\nexport default () => "";',
    });
    const cached = ['explain', 'get', '/a', '--operations', 'app/cached', '--definitions', 'app/none'];
    expect(run(...cached).out).toBe(
      'GET /a: GET /a, a.ts\n  inherits from _middleware.ts\n  access: everyone\n  cached: public, max-age=60\n',
    );
    expect(JSON.parse(run(...cached, '--json').out)).toMatchObject({
      operation: { notes: ['cached: public, max-age=60'] },
    });
  });

  it('shows how many requests callers can send', async () => {
    await writeTree(root, {
      'app/limited/_middleware.ts': '/** @rate-limit 1000 per hour */',
      'app/limited/a.ts': '/** It.\n * @rate-limit 5 per 15 minutes per user (name: few) */\nexport default () => "";',
    });
    const limited = ['--operations', 'app/limited', '--definitions', 'app/none'];
    const limits = '1000 per hour per address, 5 per 15 minutes per user';
    expect(run('explain', 'get', '/a', ...limited).out).toBe(
      `GET /a: GET /a, a.ts\n  inherits from _middleware.ts\n  access: everyone\n  limited to ${limits}\n`,
    );
    expect(run('list', '--access', ...limited).out).toBe(`GET  /a  everyone  limited to ${limits}\n`);
    expect(JSON.parse(run('list', '--access', '--json', ...limited).out)).toMatchObject([
      { limits: limits.split(', ') },
    ]);
    expect(JSON.parse(run('explain', 'get', '/a', '--json', ...limited).out)).toMatchObject({
      operation: { access: { limits: limits.split(', ') } },
    });
  });

  it('lists who can call each operation, open ones first', () => {
    const guarded = ['--operations', 'app/guarded', '--definitions', 'app/schemes', '--access'];
    expect(run('list', ...guarded)).toEqual({
      code: 0,
      err: '',
      out: [
        'GET  /pets/own/a  everyone, or token: admin  wrapped by _middleware.ts, authorized by pets/_middleware.ts, pets/own/_middleware.ts, pets/own/a.ts',
        'GET  /b           key                        wrapped by _middleware.ts',
        'GET  /pets/own/c  token: admin               wrapped by _middleware.ts, authorized by pets/_middleware.ts, pets/own/_middleware.ts',
        '',
      ].join('\n'),
    });
    expect(JSON.parse(run('list', ...guarded, '--json').out)).toEqual([
      {
        method: 'GET',
        path: '/pets/own/a',
        who: 'everyone, or token: admin',
        security: [{ token: ['admin'] }, {}],
        wrappedBy: ['_middleware.ts'],
        authorizedBy: ['pets/_middleware.ts', 'pets/own/_middleware.ts', 'pets/own/a.ts'],
      },
      {
        method: 'GET',
        path: '/b',
        who: 'key',
        security: [{ key: [] }],
        wrappedBy: ['_middleware.ts'],
        authorizedBy: [],
      },
      {
        method: 'GET',
        path: '/pets/own/c',
        who: 'token: admin',
        security: [{ token: ['admin'] }],
        wrappedBy: ['_middleware.ts'],
        authorizedBy: ['pets/_middleware.ts', 'pets/own/_middleware.ts'],
      },
    ]);
    expect(run('list', '--ignore', '**', '--access', '--json').out).toBe('[]\n');
  });

  it('shows which operations are tools', async () => {
    await writeTree(root, {
      'app/tools/books@get.ts': '/** It.\n * @tool find_books */ export default () => "";',
      'app/tools/orders@get.ts': '/** It. */ export default () => "";',
    });
    const tools = ['--operations', 'app/tools'];
    expect(run('list', ...tools).out).toBe(
      'GET  /books     books@get.ts   tool find_books\nGET  /orders    orders@get.ts\n',
    );
    expect(JSON.parse(run('list', '--json', ...tools).out)).toMatchObject([
      { tool: 'find_books' },
      { path: '/orders' },
    ]);
    expect(run('explain', 'get', '/books', ...tools).out).toBe(
      'GET /books: GET /books, books@get.ts\n  access: everyone\n  tool find_books\n',
    );
    expect(JSON.parse(run('explain', 'get', '/books', '--json', ...tools).out)).toMatchObject({
      operation: { tool: 'find_books' },
    });
  });

  it('shows which contracts an operation inherits', async () => {
    await writeTree(root, {
      'app/inherits/_middleware.ts': '/** @tags a */',
      'app/inherits/pets/{id}/_middleware.ts': '/**\n * @param {integer} path.id\n * @param {string} ctx\n */',
      'app/inherits/pets/{id}/a.ts': '/** It. */ export default () => "";',
      'app/inherits/pets/{id}/b.ts': '/** It. */ export default () => "";',
    });
    const inherits = ['--operations', 'app/inherits'];
    expect(run('explain', 'get', '/pets/7/a', ...inherits)).toMatchObject({
      code: 0,
      out: 'GET /pets/7/a: GET /pets/{id}/a, pets/{id}/a.ts\n  id = 7\n  inherits from _middleware.ts, pets/{id}/_middleware.ts\n  access: everyone\n',
    });
    expect(run('list', ...inherits).out).toBe(
      'GET  /pets/{id}/a    pets/{id}/a.ts\nGET  /pets/{id}/b    pets/{id}/b.ts\n',
    );
    const { code, out } = run('check', ...inherits);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^app\/inherits\/pets\/\{id\}\/_middleware\.ts:3:20 - warning unplaced-parameter: [^]*\n\n2 operations, 0 errors, 1 warning\n$/,
    );
  });

  it('puts the sizes of pages into the document', () => {
    const { out } = run('openapi', '--page-size', '5', '--max-page-size', '50');
    const { paths, info } = JSON.parse(out) as any;
    expect(info).toMatchObject({ title: 'pets', version: '2.0.0' });
    expect(paths['/pets'].get.parameters[0].schema).toMatchObject({ default: 5, maximum: 50 });
  });

  it('writes the types that a build writes', () => {
    const { out } = run('types');
    expect(out).toContain('listPets: "GET /pets";');
    expect(run('types', '-o', 'operations.d.ts')).toEqual({ code: 0, out: 'Wrote operations.d.ts.\n', err: '' });
    expect(readFileSync(join(root, 'operations.d.ts'), 'utf8')).toBe(out);
  });

  it('creates the directory of its output', () => {
    const file = join('written', 'public', 'openapi.json');
    expect(run('openapi', '-o', file)).toEqual({ code: 0, out: `Wrote ${file}.\n`, err: '' });
    expect(JSON.parse(readFileSync(join(root, file), 'utf8'))).toHaveProperty('openapi');
  });

  it('writes YAML to a file whose name ends so', () => {
    const file = join('written', 'openapi.yaml');
    expect(run('openapi', '-o', file)).toEqual({ code: 0, out: `Wrote ${file}.\n`, err: '' });
    const text = readFileSync(join(root, file), 'utf8');
    expect(text).toMatch(/^openapi: 3\.1\.1\ninfo:\n {2}title: pets\n/);
    expect(text).toMatch(/[^\n]\n$/);
    expect(parse(text)).toEqual(JSON.parse(run('openapi').out));
  });

  it('accepts the given number of warnings', async () => {
    const warned = ['--operations', 'app/warned'];
    const text = '/**\n * @retruns {string} It\n * @thorws 404\n * @returns {string} It\n */ export default () => "";';
    await writeTree(root, { 'app/warned/a.ts': text });
    expect(run('check', ...warned)).toMatchObject({ code: 0, err: '' });
    expect(run('check', ...warned, '--max-warnings', '2')).toMatchObject({ code: 0, err: '' });
    const { code, out, err } = run('check', ...warned, '--max-warnings', '1');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /unknown-directive[^]*\n\n1 operation, 0 errors, 2 warnings\n\nToo many warnings: 2, and --max-warnings allows 1\.\n$/,
    );
    expect(run('check', '--max-warnings', '0')).toMatchObject({ code: 0 });
    expect(run('check', '--help').out).toContain('--max-warnings <count>');
    expect(run('list', '--help').out).not.toContain('--max-warnings');
  });

  it('imports a description of several files, from a URL too', async () => {
    const into = ['--into', 'imported'];
    expect(run('import', 'several/openapi.yaml', ...into, '--dry-run')).toMatchObject({ code: 0, err: '' });
    expect(existsSync(join(root, 'imported'))).toBe(false);
    expect(run('import', 'several/openapi.yaml', ...into).out).toContain(
      '11 facts in the description: 11 kept, 0 not kept.',
    );
    const read = (path: string): string => readFileSync(join(root, 'imported', path), 'utf8');
    expect(read('definitions/schemas/pet.ts')).toBe('export interface pet {\n  friend?: pet;\n}\n');
    expect(read('operations/pets/@get.ts')).toContain('@returns {pet[]} 200 - The pets\n');
    expect(run('import', 'several/openapi.yaml', ...into).out).toContain('The tree is up to date.');
    expect(run('check', '--operations', 'imported/operations', '--definitions', 'imported/definitions').code).toBe(0);
    const server = createServer((request, response) => response.end(readFileSync(join(root, 'several', request.url!))));
    await new Promise<void>((resolve) => void server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/openapi.yaml`;
    const downloaded = spawn(process.execPath, [program, 'import', url, ...into], { cwd: root });
    const chunks: Buffer[] = [];
    downloaded.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(downloaded, 'close');
    server.close();
    expect(Buffer.concat(chunks).toString()).toContain('The tree is up to date.');
  });

  it('reads the files of a description outside of its directory only with --allow-files', () => {
    const args = ['several/below/openapi.yaml', '--into', 'imported-below', '--dry-run'];
    expect(run('import', ...args)).toEqual({
      code: 1,
      out: '',
      err: 'operations: Cannot read several/paths/pets.yaml: it is outside of the directory of the description. If you trust it, pass --allow-files several/paths/. several/below/openapi.yaml:4:18 refers to it.\n',
    });
    expect(run('import', ...args, '--allow-files', 'several/paths').err).toContain('pass --allow-files several/.');
    const allowed = run('import', ...args, '--allow-files', 'several');
    expect(allowed).toMatchObject({ code: 0, err: '' });
    expect(allowed.out).toContain(
      'Read other files, because the description refers to them (2):\n  several/paths/pets.yaml\n  several/pet.json\n',
    );
    expect(run('import', ...args, '--allow-files', 'several,nowhere').err).toBe(
      'operations: Invalid option --allow-files: "nowhere" does not exist. Its paths are relative to the working directory.\n',
    );
    for (const command of ['import', 'diff', 'init', 'mock'])
      expect(run(command, '--help').out).toContain('--allow-files <directories>');
  });

  it.each([
    [['check', '--max-warnings', 'none'], 'Invalid option --max-warnings: expected a whole number, got none.'],
    [['check', '--max-warnings', '1.5'], 'Invalid option --max-warnings: expected a whole number, got 1.5.'],
    [['check', '--max-warnings'], 'The option "--max-warnings" needs a value: --max-warnings <count>\n'],
    [['list', '--webhooks', ''], 'The option "--webhooks" needs a value: --webhooks <path>\n'],
    [['check', '--max-warnings='], 'The option "--max-warnings" needs a value: --max-warnings <count>\n'],
    [['openapi', '-o', ''], 'The option "--output" needs a value: -o, --output <file>\n'],
    [['types', '-o', 'types.json'], 'this command writes TypeScript, so types.json must end with ".d.ts".\n'],
    [['client', '-o', 'src/api.ts'], 'src/api.ts is the name of a file. A package is a directory, such as'],
    [['openapi', '-o'], 'The option "--output" needs a value: -o, --output <file>\n'],
    [['list', '--max-warnings', '1'], 'Unknown option "--max-warnings".\n'],
    [['list', '--max-page-size', 'x'], 'invalid option "paging": expected'],
    [['list', '--page-size', '200'], 'invalid option "paging": expected'],
    [['list', '--operations', 'nowhere'], 'the directory nowhere does not exist'],
    [['list', '--pagin', '5'], 'Unknown option "--pagin".\n'],
    [['import', 'nothing.yaml'], 'Cannot read nothing.yaml: the file does not exist.'],
    [['import', 'app'], 'Cannot read app: it is a directory.'],
    [['import', 'package.json'], 'package.json is not an OpenAPI description: it has no field "openapi".'],
    [['import', 'http://127.0.0.1:1/openapi.json'], 'Cannot download http://127.0.0.1:1/openapi.json: '],
    [
      ['import', 'swagger.yaml'],
      'swagger.yaml is Swagger 2.0, which cannot be read. Convert it to OpenAPI 3 first: npx swagger2openapi swagger.yaml',
    ],
    [['import', 'broken.yaml'], 'broken.yaml:2:1: '],
    [['import', 'parts.yaml'], 'Cannot read pets/gone.yaml: the file does not exist. parts.yaml:3:18 refers to it.'],
    [['lst'], 'Unknown command "lst". Did you mean "list"?'],
    [['opneapi'], 'Unknown command "opneapi". Did you mean "openapi"?'],
    [
      ['deploy'],
      'Unknown command "deploy". The commands are: list, check, explain, openapi, types, client, diff, changelog, new, init, migrations, completion, import, doctor, mock, lsp, mcp, help.\n',
    ],
    [['--bogus'], 'Unknown option "--bogus".\n'],
    // pnpm passes "--" on to scripts.
    [['diff', '--', 'v1.0'], '"v1.0" is not read, because it is after "--". Write it without "--".\n'],
    [
      ['check', '--', '--max-warnings', '0'],
      '"--max-warnings" is not read, because it is after "--". Write it without "--".\n',
    ],
    [['list', '--ignor', 'x'], 'Unknown option "--ignor". Did you mean "--ignore"?\n'],
    [['check', '--max-warning', '1'], 'Unknown option "--max-warning". Did you mean "--max-warnings"?\n'],
    [['check', '--maxWarning', '1'], 'Did you mean "--max-warnings"?\n'],
    [['openapi', '-x'], 'Unknown option "-x".\n'],
    [['list', 'pets'], 'Unexpected argument "pets". Usage: operations list [options]\n'],
    [['explain', 'get'], 'Missing argument <path>. Usage: operations explain <method> <path> [options]\n'],
    [['explain'], 'Missing argument <method>. Usage:'],
  ])('reports the mistake in %j in one line and without a stack', (args, message) => {
    const { code, out, err } = run(...args);
    expect([code, out, err.trimEnd().split('\n').length]).toEqual([1, '', 1]);
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
  });
});

it('mock exits if its port is in use', async () => {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { status, stderr } = spawnSync(process.execPath, [program, 'mock', '--port', `${port}`, '--root', root], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  server.close();
  expect({ status, stderr }).toEqual({ status: 1, stderr: `operations: Port ${port} is already in use\n` });
});
