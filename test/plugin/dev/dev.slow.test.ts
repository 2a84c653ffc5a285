import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readBlocks, readPage } from '../../docs/examples.ts';
import { startDev, VITES } from './server.ts';

const INDEX = '<!doctype html><title>The front end</title>';

/** An operation that says when it and the helper it imports were evaluated, as a count in the process. */
function operation(words: string, answer: string, tags = ''): string {
  return `import { born } from './_store.ts';
globalThis.evaluations ??= {};
const turn = (globalThis.evaluations['${answer}'] = (globalThis.evaluations['${answer}'] ?? 0) + 1);
/**
 * ${words}
 *
 * @returns {object} Some
 */
export default () => ({ answer: '${answer}', turn, born });
${tags}`;
}

const list = (more: string): string =>
  `/**\n * Pets.\n *${more}\n * @returns {Pet[]} They\n */\nexport default (ctx) => [{ limit: ctx.paging?.limit ?? null }];\n`;

beforeEach(() => {
  Object.assign(globalThis, { evaluations: {}, births: 0 });
});

const STORE = 'globalThis.births = (globalThis.births ?? 0) + 1;\nexport const born = globalThis.births;\n';

/** An operation that asks who sends the request. */
const SECURED: Readonly<Record<string, string>> = {
  'app/definitions/openapi.yaml': 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }\n',
  'app/operations/me.ts': '/**\n * Me.\n * @security token\n * @returns {string} It\n */\nexport default () => "me";\n',
};

/** A request for text, as a person reads it. */
const TEXT = { headers: { accept: 'text/plain' } };

describe.each(VITES)('the dev server of %s', (_name, vite) => {
  it('explains how to name the app that has the verifiers', async () => {
    const dev = await startDev(vite, SECURED);
    const { status, body } = await dev.ask('/me', TEXT);
    expect(status).toBe(500);
    expect(body).toContain('No verifier for these security schemes');
    expect(body).toContain('option "app"');
    await dev.ask('/me');
    expect(dev.log).toEqual([body.trimEnd()]);
    expect(body).not.toMatch(/^ +at /m);
  });

  it.each([
    ['a function makes', 'export default (operations) => createApp(operations, { security })'],
    [
      'a module has',
      "import operations from 'virtual:operations';\nexport default createApp(operations, { security });",
    ],
  ])('reports a missing verifier once in the app that %s, and without a stack', async (_title, make) => {
    const api = (scheme: string): string =>
      `import { createApp } from 'unplugin-operations/koa';\nconst security = { ${scheme}: () => true };\n${make}\n`;
    const dev = await startDev(vite, { ...SECURED, 'app/api.ts': api('tokn') }, { app: 'app/api.ts' });
    const { status, body } = await dev.ask('/me', TEXT);
    await dev.ask('/me');
    expect([status, body]).toEqual([500, expect.stringContaining('You passed "tokn".')]);
    expect(dev.log).toEqual([expect.stringContaining('You passed "tokn".')]);
    expect(body + dev.log.join('')).not.toMatch(/^ +at /m);
    await dev.write({ 'app/api.ts': api('token') });
    await dev.until('/me', (now) => now === 401);
    await dev.write({ 'app/api.ts': api('tokn') });
    await dev.until('/me', () => dev.log.length >= 2);
  });

  it('shows where the app of the project throws, in the lines of its module', async () => {
    const api =
      "interface A {\n  a: string;\n}\nexport default (a: A): never => {\n  throw new Error('no database');\n};\n";
    const dev = await startDev(vite, { ...SECURED, 'app/api.ts': api }, { app: 'app/api.ts' });
    const { status, body } = await dev.ask('/me', TEXT);
    const shown = expect.stringMatching(/^Error: no database\n    at \S+ \(?\S*app\/api\.ts:5:(3|9)\)?\n?$/);
    expect([status, body]).toEqual([500, shown]);
    expect(dev.log).toEqual([shown]);
    expect(JSON.parse((await dev.ask('/me')).body)).toMatchObject({
      detail: 'no database',
      trace: [expect.stringMatching(/^at \S+ \(?app\/api\.ts:5:(3|9)\)?$/)],
    });
  });

  it('serves the API and the front end', async () => {
    const dev = await startDev(
      vite,
      {
        'index.html': INDEX,
        'app/operations/pets/{id}.cjs':
          '/**\n * A pet.\n * @param {string} id - It\n * @returns {string} It\n */\nexports.getPet = (ctx) => ctx.params.id;\n',
        'app/operations/pets@post.mts':
          '/**\n * Adds.\n * @returns {string} 201 - It\n */\nexport default (): string => "added";\n',
        "app/operations/100%/größe (x)/it's.ts":
          '/**\n * Odd.\n * @returns {string} It\n */\nexport default (): string => "odd";\n',
      },
      { base: '/api' },
    );
    expect(await dev.ask('/')).toMatchObject({ status: 200, type: 'text/html' });
    expect((await dev.ask('/')).body).toContain('The front end');
    expect((await dev.ask('/@vite/client')).status).toBe(200);
    expect(await dev.ask('/api/pets/7?x=1')).toMatchObject({ status: 200, body: '"7"' });
    expect(await dev.ask('/api/pets', { method: 'POST' })).toMatchObject({ status: 201, body: '"added"' });
    expect(await dev.ask(encodeURI("/api/100%/größe (x)/it's"))).toMatchObject({ status: 200, body: '"odd"' });
    expect(await dev.ask('/api/pets', { method: 'PUT' })).toMatchObject({
      status: 405,
      type: expect.stringContaining('problem+json'),
    });
    // An unknown path below the base is the API's, and any other the front end's.
    expect(await dev.ask('/api/nothing', { headers: { accept: 'text/html' } })).toMatchObject({
      status: 404,
      type: expect.stringContaining('problem+json'),
    });
    expect((await dev.ask('/nothing', { headers: { accept: 'text/html' } })).body).toContain('The front end');
    expect(dev.log).toEqual([]);
  });

  it('streams without a warning of too many listeners, with a log of requests too', async () => {
    const warned: string[] = [];
    const note = ({ name }: Error): void => void warned.push(name);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const dev = await startDev(
      vite,
      {
        'app/operations/ticks.ts':
          '/**\n * Ticks.\n * @returns {Stream<integer>} 200 text/event-stream - They\n */\n' +
          'export default async function* ticks() {\n  yield 1;\n}\n',
        'app/api.ts':
          "import { createApp } from 'unplugin-operations/koa';\nexport default (operations) => {\n" +
          '  const app = createApp(operations);\n  app.use((ctx, next) => {\n' +
          "    ctx.res.once('close', () => {});\n    return next();\n  });\n  return app;\n};\n",
      },
      { app: 'app/api.ts' },
    );
    expect((await dev.ask('/ticks')).body).toContain('data: 1');
    // Node emits warnings later.
    await new Promise(setImmediate);
    expect(warned).toEqual([]);
  });

  it('takes up what changes, comes, is renamed and goes, and evaluates nothing else again', async () => {
    const dev = await startDev(vite, {
      'app/operations/_store.ts': STORE,
      'app/operations/a.ts': operation('A', 'one'),
      'app/operations/b.ts': operation('B', 'two'),
    });
    const read = async (path: string): Promise<unknown> => JSON.parse((await dev.ask(path)).body);
    const a = (await read('/a')) as { born: number };
    expect(a).toEqual({ answer: 'one', turn: 1, born: a.born });
    expect(await read('/b')).toEqual({ answer: 'two', turn: 1, born: a.born });

    await dev.write({ 'app/operations/a.ts': operation('A', 'changed') });
    await dev.until('/a', (_, body) => body.includes('changed'));
    expect(await read('/a')).toEqual({ answer: 'changed', turn: 1, born: a.born });
    expect(await read('/b')).toEqual({ answer: 'two', turn: 1, born: a.born });

    await dev.write({
      'app/operations/new/{id}@delete.ts':
        '/**\n * @param {string} id - It\n * @returns {string} It\n */\nexport default (ctx) => ctx.params.id;\n',
    });
    await dev.until('/new/7', (status, body) => status === 200 && body === '"7"', { method: 'DELETE' });

    await rename(join(dev.root, 'app/operations/a.ts'), join(dev.root, 'app/operations/c.ts'));
    await dev.until('/c', (status) => status === 200);
    expect(await read('/c')).toMatchObject({ answer: 'changed', turn: 2, born: a.born });
    await dev.until('/a', (status) => status === 404);

    await rm(join(dev.root, 'app/operations/new'), { recursive: true });
    await dev.until('/new/7', (status) => status === 404, { method: 'DELETE' });
    expect(await read('/b')).toEqual({ answer: 'two', turn: 1, born: a.born });

    await dev.write({ 'app/operations/_store.ts': `${STORE}// changed\n` });
    await dev.until('/b', (_, body) => body !== JSON.stringify({ answer: 'two', turn: 1, born: a.born }));
    const b = (await read('/b')) as { born: number };
    expect(b).toEqual({ answer: 'two', turn: 2, born: a.born + 1 });
    expect(await read('/c')).toMatchObject({ born: b.born });
    expect(dev.log).toEqual([]);
  });

  it('takes a renamed file for one file, and not for two with the same definitions', async () => {
    const dev = await startDev(vite, {
      'app/operations/pets/@get.js': '/** @returns {Pet} It */\nexport default function getPet() { return {}; }\n',
      'app/definitions/one.js': '/** @typedef {object} Pet */\n',
    });
    expect(await dev.ask('/pets')).toMatchObject({ status: 200 });
    const tree = join(dev.root, 'app/operations');
    await rename(join(tree, 'pets/@get.js'), join(tree, 'pets/all.js'));
    await dev.until('/pets/all', (status) => status === 200);
    await rename(join(dev.root, 'app/definitions/one.js'), join(dev.root, 'app/definitions/two.js'));
    await dev.write({ 'app/operations/last.js': '/** @returns {Pet} It */\nexport default () => ({});\n' });
    await dev.until('/last', (status) => status === 200);
    await rename(join(tree, 'pets/all.js'), join(tree, 'pets/@get.js'));
    await dev.until('/pets', (status) => status === 200);
    await dev.until('/pets/all', (status) => status === 404);
    expect(dev.log).toEqual([]);
  });

  it.each([
    ['by another name', 'b.ts', 'export default function getB() { return 1; }', 'export function getB() { return 2; }'],
    ['as CommonJS', 'b.js', 'export const getB = () => 1;', 'exports.getB = () => 2;'],
    ['as an ES module', 'b.js', 'exports.getB = () => 1;', 'export const getB = () => 2;'],
  ])('takes up a handler that is exported %s', async (_, name, one, other) => {
    const file = `app/operations/${name}`;
    const dev = await startDev(vite, { [file]: `/** @returns {integer} It */\n${one}\n`, 'package.json': '{}' });
    expect(await dev.ask('/b')).toMatchObject({ body: '1' });
    await dev.write({ [file]: `/** @returns {integer} It */\n${other}\n` });
    await dev.until('/b', (_status, body) => body === '2');
    expect(dev.log).toEqual([]);
  });

  it.each([true, false])('takes up a file that was gone for a while, where HMR is %j', async (hmr) => {
    const file = 'app/operations/b.ts';
    const config = { server: { port: 0, host: '127.0.0.1', ...(!hmr && { hmr }) } };
    const files = { [file]: operation('B', 'one'), 'app/operations/_store.ts': STORE, 'app/operations/a.js': list('') };
    const dev = await startDev(vite, { ...files, 'app/definitions/Pet.json': '{}' }, {}, config);
    expect((await dev.ask('/b')).body).toContain('one');
    await dev.remove(file);
    await dev.until('/b', (status) => status === 404);
    await dev.write({ [file]: operation('B', 'two') });
    await dev.until('/b', (_, body) => body.includes('two'));
  });

  it('lives on where a directory becomes a file', async () => {
    const dev = await startDev(vite, {
      'lib/x.ts': '',
      'app/operations/_store.ts': STORE,
      'app/operations/b.ts': operation('B', 'one'),
      'app/operations/pets/a.js': '/** @returns {string} It */\nexport default () => "a";\n',
    });
    expect((await dev.ask('/pets/a')).status).toBe(200);
    for (const path of ['lib', 'app/operations/pets']) {
      await rm(join(dev.root, path), { recursive: true });
      await dev.write({ [path]: '' });
    }
    await dev.until('/pets/a', (status) => status === 404);
    expect((await dev.ask('/b')).status).toBe(200);
  });

  it('takes up a changed comment and a changed definition', async () => {
    const dev = await startDev(vite, {
      'app/operations/pets.js': list(''),
      'app/operations/document.js':
        "import document from 'virtual:operations/openapi';\n/**\n * The document.\n *\n * @returns {object} It\n */\nexport default () => document;\n",
      'app/definitions/Pet.json': '{ "type": "object", "description": "before" }',
    });
    expect(await dev.ask('/pets?limit=3')).toMatchObject({ body: '[{"limit":null}]' });
    expect((await dev.ask('/document')).body).toContain('before');
    await dev.write({ 'app/operations/pets.js': list('\n * @param-include paging') });
    await dev.until('/pets?limit=3', (_, body) => body === '[{"limit":3}]');
    expect((await dev.ask('/document')).body).toContain('page_size');
    await dev.write({ 'app/definitions/Pet.json': '{ "type": "object", "description": "after" }' });
    await dev.until('/document', (_, body) => body.includes('after'));
    expect(dev.log).toEqual([]);
  });

  it('goes on with the last valid tree while there is a mistake, and reports it in the terminal', async () => {
    const good = operation('A', 'one');
    const dev = await startDev(vite, {
      'app/operations/_store.ts': STORE,
      'app/operations/a.ts': good,
      'app/operations/b.ts': operation('B', 'two'),
    });
    const before = await dev.ask('/a');
    const logged = async (text: string): Promise<void> =>
      dev.until('/a', () => dev.log.some((line) => line.includes(text)));

    await dev.write({ 'app/operations/a.ts': operation('A', 'other').replace('{object}', '{objct}') });
    await logged('app/operations/a.ts:7:14 - error unknown-type');
    expect(await dev.ask('/a')).toEqual(before);
    expect((await dev.ask('/b')).status).toBe(200);

    await dev.write({ 'app/operations/a.ts': 'export default () => {' });
    await logged('app/operations/a.ts:1:23 - error syntax-error');
    expect(await dev.ask('/a')).toEqual(before);

    await dev.write({ 'app/operations/a.ts': operation('A', 'mended') });
    await dev.until('/a', (_, body) => body.includes('mended'));
    await logged('all errors are fixed');

    await dev.write({ 'app/operations/_store.ts': 'export const born = ;' });
    await logged('_store.ts');
    expect((await dev.ask('/a')).body).toContain('mended');
    await dev.write({ 'app/operations/_store.ts': STORE });
    // Under load, the file may be evaluated once more.
    await dev.until('/a', (_, body) => /"turn":[23]/.test(body));
  });

  it('runs no new handler with the contract before it', async () => {
    const dev = await startDev(vite, {
      'app/operations/slots@post.ts':
        '/**\n * Adds.\n * @param {object} body\n * @returns {object} It\n */\nexport default () => ({ turn: 1 });\n',
      'app/operations/pets.ts': operation('Pets.', 'pets'),
      'app/operations/_store.ts': STORE,
    });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"x":1}' };
    // The server runs, but nobody has requested the operation.
    expect((await dev.ask('/nothing')).status).toBe(404);
    const broken =
      '/**\n * Adds.\n * @param {Nope} body\n * @returns {object} 201 - It\n */\nexport default () => ({ turn: 2 });\n';
    await dev.write({ 'app/operations/slots@post.ts': broken });
    await dev.until('/slots', (status, body) => status === 500 && body.includes('Unknown type'), init);
    expect((await dev.ask('/pets')).status).toBe(200);
    await dev.write({ 'app/operations/slots@post.ts': broken.replace('Nope', 'object') });
    await dev.until('/slots', (status, body) => status === 201 && body === '{"turn":2}', init);
  });

  it('names the mistake of a new file instead of answering with an operation that also matches', async () => {
    const dev = await startDev(vite, {
      'app/operations/pets/{id}/@get.ts':
        '/**\n * @param {string} id - It\n * @returns {object} It\n */\nexport default () => ({});\n',
    });
    await dev.until('/pets/search', (status) => status === 200);
    const good = '/** @returns {object} It */\nexport default () => ({ answer: "found" });\n';
    const broken = good.replace('{object}', '{objct}');
    for (const [text, code] of [
      [broken, 'unknown-type'],
      ['export default () => {', 'syntax-error'],
    ] as const) {
      await dev.write({ 'app/operations/pets/search.ts': text });
      await dev.until('/pets/search', (status, body) => status === 500 && body.includes(code));
      expect((await dev.ask('/pets/7')).status).toBe(200);
      expect((await dev.ask('/pets/search', { method: 'POST' })).status).toBe(405);
    }
    await dev.write({ 'app/operations/pets/search.ts': good });
    await dev.until('/pets/search', (status, body) => status === 200 && body.includes('found'));
    await dev.write({ 'app/operations/pets/search.ts': broken });
    await dev.until('/pets/7', () => dev.log.filter((line) => line.includes('search.ts')).length > 2);
    expect((await dev.ask('/pets/search')).body).toContain('found');
  });

  it('names the errors of the requested file first, in the format that the client accepts', async () => {
    const broken = '/** @returns {objct} It */\nexport default () => ({});\n';
    const dev = await startDev(vite, {
      'app/operations/a.js': broken.replace('objct', 'object'),
    });
    await dev.until('/a', (status) => status === 200);
    await dev.write({ 'app/operations/b.js': broken, 'app/operations/d.js': broken });
    await dev.write({ 'app/operations/c.js': broken.replace('objct', 'object') });
    await dev.until('/d', (status, body) => status === 500 && body.includes('b.js'));
    const detailOf = (file: string): unknown =>
      expect.stringMatching(new RegExp(`^app/operations/${file}:1:15 - error unknown-type: .*"objct"`));
    for (const [own, other] of ['bd', 'db'] as const) {
      const { status, type, body } = await dev.ask(`/${own}`, {
        headers: { accept: 'application/json, text/plain, */*' },
      });
      expect([status, type]).toEqual([500, 'application/problem+json']);
      expect(JSON.parse(body)).toEqual({
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        detail: detailOf(`${own}.js`),
        trace: [detailOf(`${other}.js`)],
      });
    }
    await dev.until('/c', (status) => status === 500);
    const elsewhere = 'This operation cannot be served until the errors in other files are fixed.';
    expect(JSON.parse((await dev.ask('/c')).body)).toMatchObject({
      detail: expect.stringContaining(`${elsewhere} app/operations/b.js:1:15 - error unknown-type`),
    });
    const page = await dev.ask('/d', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect(page).toMatchObject({ status: 500, type: 'text/html; charset=utf-8' });
    expect(page.body).toMatch(/<h1>unknown-type: [^]*d\.js:1:15<[^]*<h2>unknown-type: [^]*b\.js:1:15</);
    const text = await dev.ask('/d', { headers: { accept: 'text/plain' } });
    expect(text).toMatchObject({ status: 500, type: 'text/plain; charset=utf-8' });
    expect(text.body).toMatch(/^app\/operations\/d\.js:1:15 - error [^]*\n {2}1 \|[^]*\n\napp\/operations\/b\.js:1:15/);
  });

  it('serves no operation without a guard that is written while another file has an error', async () => {
    const handler = '/** @returns {string} It */\nexport default () => "x";\n';
    const dev = await startDev(vite, {
      'app/operations/a/x.js': handler,
      'app/operations/b.js': handler,
      'app/operations/c/_middleware.js': '/** @tags c */\n',
      'app/operations/c/x.js': handler,
      'app/operations/d.js': handler,
    });
    await dev.write({ 'app/operations/b.js': handler.replace('string', 'strin') });
    await dev.until('/b', (status) => status === 500);
    await dev.write({
      'app/operations/a/_middleware.js': 'export const authorize = () => false;\n',
      'app/operations/c/_middleware.js': '/** @tags c */\nexport const authorize = () => false;\n',
    });
    for (const path of ['/a/x', '/c/x'])
      await dev.until(path, (status, body) => status === 500 && body.includes('until the errors in other files'));
    expect((await dev.ask('/d')).status).toBe(200);
    await dev.write({ 'app/operations/b.js': handler });
    await dev.until('/a/x', (status) => status === 403);
  });

  it('warns of an unused definition when it starts, and not while files are saved', async () => {
    const unused = (name: string): string => `/** @typedef {string} ${name} */\n`;
    const returning = (type: string): string => `/** @returns {${type}} It */\nexport default () => 'x';\n`;
    const dev = await startDev(vite, {
      'app/definitions/Old.js': unused('Old'),
      'app/operations/a.js': returning('string'),
    });
    expect(dev.log.join('\n')).toContain('No operation uses "Old".');
    await dev.write({ 'app/definitions/New.js': unused('New'), 'app/operations/b.js': returning('strin') });
    await dev.until('/b', (status, body) => status === 500 && body.includes('strin'));
    const page = await dev.ask('/__operations/state');
    expect(page.body).toContain('No operation uses \\"New\\".');
    await dev.write({ 'app/operations/b.js': returning('New') });
    await dev.until('/b', (status) => status === 200);
    expect(dev.log.join('\n')).not.toContain('No operation uses "New".');
  });

  it('reports the mistake if the tree has never been valid, and serves the corrected tree', async () => {
    const dev = await startDev(vite, {
      'index.html': INDEX,
      'app/operations/a.js': '/** @returns {objct} It */\nexport default () => ({});\n',
    });
    expect(dev.log.join()).toContain('app/operations/a.js:1:15 - error unknown-type');
    expect(await dev.ask('/a')).toMatchObject({
      status: 500,
      body: expect.stringContaining('a.js:1:15 - error unknown-type'),
    });
    expect((await dev.ask('/')).body).toContain('The front end');
    await dev.write({ 'app/operations/a.js': '/** @returns {object} It */\nexport default () => ({});\n' });
    await dev.until('/a', (status, body) => status === 200 && body === '{}');
  });

  it('waits for a tree that is not there yet', async () => {
    const dev = await startDev(vite, { 'index.html': INDEX });
    expect(dev.log.join()).toContain('the directory app/operations does not exist');
    expect((await dev.ask('/')).body).toContain('The front end');
    await dev.write({ 'app/operations/a.js': '/** @returns {string} It */\nexport default () => "here";\n' });
    await dev.until('/a', (status, body) => status === 200 && body === '"here"');
  });

  it('uses the app of the project, which keeps its state', async () => {
    const app = `import { createApp } from 'unplugin-operations/koa';
let count = 0;
export default function createPets(operations) {
  const app = createApp(operations);
  app.use((ctx, next) => { ctx.set('x-count', String(++count)); return next(); });
  return app;
}
`;
    const dev = await startDev(
      vite,
      { 'app/api.ts': app, 'app/operations/_store.ts': STORE, 'app/operations/a.ts': operation('A', 'one') },
      { app: 'app/api.ts' },
    );
    const countOf = async (): Promise<string | null> => (await fetch(`${dev.url}/a`)).headers.get('x-count');
    expect([await countOf(), await countOf()]).toEqual(['1', '2']);
    await dev.write({ 'app/operations/b.ts': operation('B', 'two') });
    await dev.until('/b', (status) => status === 200);
    expect(Number(await countOf())).toBeGreaterThan(2);
    await dev.write({ 'app/api.ts': app.replace('let count = 0', 'let count = 100') });
    while (Number(await countOf()) <= 100) await sleep(10);
    await dev.write({ 'app/api.ts': 'export default 1;\n' });
    await dev.until('/a', () => dev.log.join().includes('must be a Koa app'));
    expect(Number(await countOf())).toBeGreaterThan(101);
    const older = 'unplugin-operations: app/api.ts failed, so the previous version of your app handles requests';
    const warnings = (): number => dev.log.filter((line) => line.includes(older)).length;
    expect(warnings()).toBe(1);
    await dev.write({ 'app/api.ts': app.replace('let count = 0', 'let count = 1000') });
    while (Number(await countOf()) <= 1000) await sleep(10);
    await dev.write({ 'app/api.ts': "throw new Error('no database');\n" });
    await dev.until('/a', () => warnings() === 2);
    expect(Number(await countOf())).toBeGreaterThan(1000);
  });

  it('shows why the app fails in the response for an operation that the previous app lacks', async () => {
    const app = `import { createApp } from 'unplugin-operations/koa';\nexport default (operations) => createApp(operations);\n`;
    const failing = `${app}throw new Error('Set JWT_SECRET.');\n`;
    const files = { 'app/operations/_store.ts': STORE, 'app/operations/a.ts': operation('A', 'one') };
    const dev = await startDev(vite, { ...files, 'app/api.ts': failing }, { app: 'app/api.ts' });
    const refused = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'Set JWT_SECRET.' };
    const failure = { ...refused, trace: [expect.stringContaining('app/api.ts:3:7')] };
    expect(JSON.parse((await dev.ask('/a')).body)).toEqual(failure);
    await dev.write({ 'app/api.ts': app });
    await dev.until('/a', (status) => status === 200);
    await dev.write({ 'app/api.ts': failing });
    await dev.until('/a', () => dev.log.some((line) => line.includes('the previous version of your app')));
    await dev.write({ 'app/operations/b.ts': operation('B', 'two') });
    await dev.until('/b', (_, body) => body.includes('JWT_SECRET'));
    expect(JSON.parse((await dev.ask('/b')).body)).toEqual(failure);
    expect((await dev.ask('/a')).status).toBe(200);
    await dev.write({ 'app/api.ts': app });
    await dev.until('/b', (status) => status === 200);
  });

  it('uses an app as the documentation has it', async () => {
    const blocks = readBlocks(readPage('dev-server.md'));
    const dev = await startDev(
      vite,
      {
        'app/api.ts': blocks.find(({ title }) => title === 'app/api.ts')!.text,
        'app/database.ts': 'export const openDatabase = () => ({ name: "the database", close() {} });\n',
        'app/operations/a.js': '/** @returns {string} It */\nexport default (ctx) => ctx.db.name;\n',
      },
      { base: '/api', app: 'app/api.ts' },
    );
    expect(await dev.ask('/api/a')).toMatchObject({ status: 200, body: '"the database"' });
  });

  it('leads the stack of what a handler throws to its line', async () => {
    const app = `import { createApp } from 'unplugin-operations/koa';
export default (operations) => createApp(operations).on('error', (error) => { globalThis.thrown = error.stack; });
`;
    const files = {
      'app/api.ts': app,
      'app/operations/a.ts':
        'interface A {\n  a: string;\n}\n/**\n * A.\n *\n * @returns {string} It\n */\nexport default (a: A): string => {\n  throw new Error(typeof a);\n};\n',
    };
    const dev = await startDev(vite, files, { app: 'app/api.ts' });
    expect((await dev.ask('/a')).status).toBe(500);
    expect((globalThis as { thrown?: string }).thrown).toMatch(/app\/operations\/a\.ts:10:(3|9)\)/);
  });
});
