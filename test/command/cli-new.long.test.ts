import { spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { showProgress } from '../../src/command/progress.ts';
import { scratch, writeTree } from '../support/build.ts';
import { checkTypes } from '../support/types.ts';

const program = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));

async function project(
  files: Record<string, string>,
): Promise<(...args: string[]) => { code: number | null; out: string; err: string; read(file: string): string }> {
  const root = scratch();
  await writeTree(root, files);
  return (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' });
    return { code: status, out: stdout, err: stderr, read: (file) => readFileSync(join(root, file), 'utf8') };
  };
}

const PLAIN =
  '/**\n * Pets.\n *\n * @returns {string[]} All\n */\nexport default function getPets() {\n  return [];\n}\n';

describe('operations new', () => {
  it('writes a file that compiles, in TypeScript by default', async () => {
    const run = await project({ 'app/operations/_names.ts': '' });
    const { code, out, read } = run('new', 'pets/{id}@get');
    expect([code, out]).toEqual([0, 'Wrote app/operations/pets/{id}@get.ts.\n']);
    expect(read('app/operations/pets/{id}@get.ts'))
      .toBe(`import { defineOperation, problem } from 'unplugin-operations/koa';

/**
 * Reads /pets/{id}.
 *
 * @param {string} id - The id
 * @returns {object} The result
 * @throws 501 - Not implemented yet
 */
export default defineOperation<'getPetsById'>(function getPetsById() {
  throw problem(501, 'Not implemented yet');
});
`);
    for (const name of ['@post', 'pets/{id}/@delete', 'a/{b}...{c}@put', 'odd name.diff@patch', 'things'])
      expect(run('new', name)).toMatchObject({ code: 0, err: '' });
    expect(run('check').out).toBe('6 operations, 0 errors, 0 warnings\n');
  });

  it('writes JavaScript in a project without a tsconfig.json', async () => {
    const description = { openapi: '3.1.0', info: { title: 'Pets' }, paths: { '/pets': { get: {} } } };
    const files = { 'package.json': '{"type": "module"}', 'openapi.json': JSON.stringify(description) };
    const run = await project(files);
    expect(run('new', 'owners@get').out).toBe('Wrote app/operations/owners@get.js.\n');
    expect(run('import', 'openapi.json', '--into', 'api').out).toContain('api/operations/pets/@get.js');
    expect(run('import', 'openapi.json').out).toContain('app/operations/pets/@get.js');
    expect(run('doctor').out).not.toContain('tsconfig');
    const typed = await project({ ...files, 'tsconfig.json': '{}' });
    expect(typed('import', 'openapi.json').out).toContain('app/operations/pets/@get.ts');
    const others = await project({ ...files, 'app/operations/owners@get.mts': PLAIN });
    expect(others('import', 'openapi.json').out).toContain('app/operations/pets/@get.mts');
  });

  it('writes in the style of the other files', async () => {
    const define = `import { defineOperation } from "unplugin-operations/koa"\n\n/**\n * Pets.\n *\n * @returns {string[]} All\n */\nexport default defineOperation<"getPets">(function getPets() {\n\treturn []\n})\n`;
    const run = await project({ 'app/operations/pets/@get.mts': define });
    const { read } = run('new', 'pets/@post');
    expect(read('app/operations/pets/@post.mts')).toMatch(
      /^import \{ defineOperation, problem \} from "unplugin-operations\/koa"\n\n[^]*@param \{object\} body[^]*\nexport default defineOperation<"postPets">\(function postPets\(\) \{\n\tthrow problem\(501, "Not implemented yet"\)\n\}\)\n$/,
    );
    const plain = await project({ 'app/operations/pets/@get.js': PLAIN });
    expect(plain('new', 'owners@get').read('app/operations/owners/@get.js')).toMatch(
      /^import \{ defineOperation, problem \}[^]*\n  \/\*\* @satisfies \{[^}]*OperationHandler<'getOwners'>\} \*\/\n  \(function getOwners\(\) \{\n/,
    );
  });

  it('takes the form of most files, next to a directory or in it', async () => {
    const inDirectories = await project({ 'app/operations/pets/@get.ts': PLAIN, 'app/operations/@get.ts': '' });
    const beside = await project({ 'app/operations/pets@get.ts': PLAIN });
    for (const [name, first, second] of [
      ['owners/{id}@put', 'owners/{id}/@put.ts', 'owners/{id}@put.ts'],
      ['owners/@get', 'owners/@get.ts', 'owners/@get.ts'],
      ['a.b@post.mts', 'a.b/@post.mts', 'a.b@post.mts'],
    ] as const) {
      expect(inDirectories('new', name).out).toBe(`Wrote app/operations/${first}.\n`);
      expect(beside('new', name).out).toBe(`Wrote app/operations/${second}.\n`);
    }
    const webhook = 'app/webhooks/order.paid@post';
    expect(inDirectories('new', webhook).out).toBe(`Wrote ${webhook}.ts.\n`);
    expect(inDirectories('new', 'pets@get')).toMatchObject({ code: 1, err: expect.stringContaining('already exists') });
  });

  it('keeps the parameter names of the tree', async () => {
    const text = PLAIN.replace(' * @returns', ' * @param {string} petId - The pet\n * @returns');
    const run = await project({
      'app/operations/pets/{petId}/@get.js': text,
      'app/operations/pets/{petId}/photos/@get.js': text.replace('getPets', 'getPhotos'),
    });
    for (const [name, meant] of [
      ['pets/{id}/photos/{photoId}@get', 'pets/{petId}/photos/{photoId}@get'],
      ['pets/{id}@put', 'pets/{petId}@put'],
      ['app/operations/pets/{id}/_middleware', 'app/operations/pets/{petId}/_middleware'],
    ] as const)
      expect(run('new', name)).toMatchObject({
        code: 1,
        err: `operations: In "${name}", a parameter is called "{id}", and "{petId}" in the other files. Use one name for both: npx operations new ${meant}\n`,
      });
    // With the other name, the last one would have a parameter twice.
    for (const name of ['pets/{petId}/photos/{id}@get', 'owners/{id}@get', 'pets/{id}/friends/{petId}@get'])
      expect(run('new', name)).toMatchObject({ code: 0, err: '' });
  });

  it('mentions a directory whose name is the plural', async () => {
    const run = await project({ 'app/operations/pets@get.js': PLAIN });
    expect(run('new', 'pet/{id}@get')).toMatchObject({
      code: 0,
      out: 'Wrote app/operations/pet/{id}@get.js.\n',
      err: 'operations: "pet" is new, and other paths have "pets" in its place. If you meant that, delete the new file and run: npx operations new pets/{id}@get\n',
    });
    expect(run('new', 'pet/{id}/name@get')).toMatchObject({ code: 0, err: '' });
  });

  it('works in an empty directory, and writes the body of a QUERY', async () => {
    const run = await project({});
    expect(run('new', 'books/search@query')).toMatchObject({
      code: 0,
      out: 'Wrote app/operations/books/search@query.ts.\n',
      err: '',
    });
    const { read, out } = run('check');
    expect(out).toBe('1 operation, 0 errors, 0 warnings\n');
    expect(read('app/operations/books/search@query.ts')).toContain(
      ' * Searches /books/search.\n *\n * @param {object} body - The request body\n',
    );
  });

  it('writes middleware that refuses all requests until it is written', async () => {
    const run = await project({ 'app/operations/pets/@get.js': PLAIN });
    expect(run('new', 'pets/_middleware.ts')).toMatchObject({ code: 0, err: '' });
    const { read } = run('new', '_middleware');
    expect(read('app/operations/_middleware.js')).toBe(
      "import { problem } from 'unplugin-operations/koa';\n\nconst middleware = async (ctx, next) => {\n  // Decide who may pass, and then call next.\n  throw problem(501, 'Not implemented yet');\n};\n\nexport default middleware;\n",
    );
    expect(read('app/operations/pets/_middleware.ts')).toContain('const middleware: Middleware = async (ctx, next)');
    expect(run('check').out).toBe('1 operation, 0 errors, 0 warnings\n');
  });

  it('writes a webhook, and middleware of webhooks, whose names have their directory', async () => {
    const run = await project({ 'app/operations/pets@get.js': PLAIN });
    expect(run('new', 'app/webhooks/shop/order.paid@post')).toMatchObject({
      code: 0,
      out: 'Wrote app/webhooks/shop/order.paid@post.js.\n',
      err: '',
    });
    expect(run('new', 'app/webhooks/_middleware')).toMatchObject({ out: 'Wrote app/webhooks/_middleware.js.\n' });
    const { read, out } = run('list');
    expect(read('app/webhooks/shop/order.paid@post.js')).toMatch(
      / \* Receives shop\/order\.paid\.\n \*\n \* @param \{object\} body - The request body\n \* @returns \{void\} 204 - Received\n[^]*function receiveShopOrderPaid\(/,
    );
    expect(out).toMatch(/^POST +\/webhooks\/shop\/order\.paid +receiveShopOrderPaid /m);
    expect(run('new', 'app/webhooks/order.closed')).toMatchObject({
      code: 1,
      err: 'operations: Invalid name "app/webhooks/order.closed". A webhook needs a name and a method, such as "app/webhooks/order.closed@post".\n',
    });
  });

  it('writes an event, which the list has', async () => {
    const run = await project({ 'app/operations/pets@get.js': PLAIN });
    expect(run('new', 'app/events/shop/order.paid')).toMatchObject({
      code: 0,
      out: 'Wrote app/events/shop/order.paid.js.\n',
      err: '',
    });
    const { read, out } = run('list');
    expect(read('app/events/shop/order.paid.js')).toBe(
      '/**\n * Announces shop/order.paid.\n *\n * @payload {object} - The payload\n */\n',
    );
    expect(out).toMatch(/^event +shop\/order\.paid +\.\.\/events\/shop\/order\.paid\.js$/m);
    const listed = JSON.parse(run('list', '--json').out) as object[];
    expect(listed.at(-1)).toMatchObject({ event: 'shop/order.paid', summary: 'Announces shop/order.paid.' });
    const taken = run('new', 'app/events/Shop/Order.Paid');
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('differ only in letter case')]);
    expect(run('new', 'app/events/order.paid@post').err).toContain('An event has no method');
  });

  it.each([
    ['app/operations/e@get', 'app/operations/e@get.js'],
    ['./e@get', 'app/operations/e@get.js'],
    ['./app/operations/_middleware', 'app/operations/_middleware.js'],
    ['./app/webhooks/b@post', 'app/webhooks/b@post.js'],
  ])('takes the path of a file below the root: %s', async (name, file) => {
    const run = await project({ 'app/operations/pets@get.js': PLAIN });
    expect(run('new', name)).toMatchObject({ code: 0, out: `Wrote ${file}.\n`, err: '' });
  });

  it.each([
    ['_search@get', '[_]search@get.ts', 'GET   /_search              getSearch'],
    ['[_]search/{id}@get', '[_]search/{id}@get.ts', 'GET   /_search/{id}         getSearchById'],
    ['.well-known/keys', '[.]well-known/keys.ts', 'GET  /.well-known/keys  getWellKnownKeys'],
  ])('escapes the first character of %s', async (name, file, line) => {
    const run = await project({});
    expect(run('new', name)).toMatchObject({ code: 0, out: `Wrote app/operations/${file}.\n`, err: '' });
    expect(run('list').out.replaceAll(/ +/g, ' ')).toContain(line.replaceAll(/ +/g, ' '));
    expect(run('check').out).toBe('1 operation, 0 errors, 0 warnings\n');
  });

  it('updates operations.d.ts, so that a wrong result is an error of TypeScript', async () => {
    const run = await project({ 'app/operations/pets@get.ts': PLAIN });
    const names = ['pets/{id}@get', 'pets@post', "o'dd/{a}...{b}@put", 'search@query', 'pets@delete', '_middleware'];
    for (const name of names) expect(run('new', name)).toMatchObject({ code: 0, err: '' });
    const { read } = run('list');
    const paths = names.map((name) => `app/operations/${name}.ts`);
    const files = Object.fromEntries(['operations.d.ts', ...paths].map((path) => [path, read(path)]));
    expect(await checkTypes(scratch(), files)).toEqual([]);
    const [wrong] = paths;
    const text = files[wrong!]!.replace('{object} The', '{{id: integer}} The').replace(
      /throw .*/,
      'return { id: "x" };',
    );
    const again = await project({ [wrong!]: text });
    const types = again('types').out;
    const found = await checkTypes(scratch(), { [wrong!]: text, 'operations.d.ts': types });
    expect(found.join('\n')).toMatch(/error TS2345[^]*Type 'string' is not assignable to type 'number \| bigint'/);
  });

  it('leaves operations.d.ts as it is if the tree has errors', async () => {
    const run = await project({
      'app/operations/pets@get.ts': '/** @param {strin} a\n * @returns {string} A */ export default function pets() {}',
    });
    const { code, err } = run('new', 'owners@get');
    expect([code, err]).toEqual([
      0,
      'operations: operations.d.ts was not updated, because the operations have errors. Run: npx operations check\n',
    ]);
  });

  it.each([
    ['pets@get.js', 'app/operations/pets@get.js already exists.'],
    ['pets/@get', 'does not fit the other operations:\n\napp/operations/pets'],
    ['pets/[id]@get', '"[id]" is literal text, not a path parameter. Write "{id}"'],
    ['pets@fetch', 'does not fit the other operations'],
    ['pets/_middleware@get', 'does not fit the other operations'],
    ['[.]/pets@get', 'No request can reach the segments "." and ".."'],
    ['../pets@get', 'Invalid name "../pets@get". Write a path and a method'],
    ['/', 'Invalid name "/".'],
    ['app/webhooks/order-paid.ts', 'such as "app/webhooks/order-paid@post.ts".'],
    ['app/webhooks@post', 'Name a file below app/webhooks, such as "app/webhooks/order.paid@post".'],
    ['app/operations@get', 'Name a file below app/operations, such as "app/operations/books@get".'],
  ])('refuses %s', async (name, message) => {
    const run = await project({ 'app/operations/pets@get.js': PLAIN });
    const { code, err } = run('new', name);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(run('list').out.trim().split('\n')).toHaveLength(1);
  });
});

describe('operations completion', () => {
  it('completes commands and options in bash', async () => {
    const run = await project({});
    const complete = (...words: string[]): string[] => {
      const script = `${run('completion', 'bash').out}\nCOMP_WORDS=(operations ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _operations; echo "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split(' ');
    };
    expect(complete('e')).toEqual(['explain']);
    expect(complete('diff', '--f')).toEqual(['--format', '--fail-on']);
    expect(complete('check', '--max-w')).toEqual(['--max-warnings']);
  });

  it('prints a script for zsh and fish, and for no other shell', async () => {
    const run = await project({});
    expect(run('completion', 'zsh').out).toMatch(/^autoload -U \+X bashcompinit/);
    expect(run('completion', 'fish').out).toContain(
      "complete -c operations -n '__fish_seen_subcommand_from diff' -l fail-on\n",
    );
    expect(run('completion', 'fsh')).toMatchObject({
      code: 1,
      err: 'operations: Unknown shell "fsh": expected bash, zsh or fish.\n',
    });
  });
});

describe('progress', () => {
  /** The text on a terminal after work of a duration, in milliseconds. */
  const shown = (duration: number, delay: number): string => {
    const file = join(scratch(), 'terminal');
    const terminal = openSync(file, 'w+');
    const end = showProgress('Working...', { terminal, delay });
    const until = Date.now() + duration;
    while (Date.now() < until && readFileSync(file, 'utf8') === '')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    end();
    return readFileSync(file, 'utf8');
  };

  it('shows while the work is synchronous, and goes', () => {
    expect(shown(30_000, 1)).toBe('Working...\r\u001B[K');
  });

  it('shows no progress for short work, nor without a terminal', async () => {
    expect(shown(1, 60_000)).toBe('');
    const run = await project({ 'app/operations/pets@get.js': PLAIN });
    expect(run('list').err).toBe('');
  });
});
