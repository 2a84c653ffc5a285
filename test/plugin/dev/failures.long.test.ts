import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { linkPackages } from '../bundlers/project.ts';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';
import { startNode } from '../../support/process.ts';
import { startDev, VITES } from './server.ts';

const FILES = {
  'app/pets.ts':
    'interface Pet {\n  name: string;\n}\n\nexport function findPet(id: number): Pet {\n  const pets: Pet[] = [];\n  return { name: pets[id].name };\n}\n',
  'app/operations/pets/{id}@get.ts':
    "import { findPet } from '../../pets.ts';\n/**\n * @param {integer} id\n * @returns {string} Its name\n */\nexport default async function getPet(ctx) {\n  return findPet(ctx.input.path.id).name;\n}\n",
  'app/operations/broken.ts': '/** @returns {{ age: integer }} It */\nexport default () => ({ age: "old" });\n',
  'app/operations/wrapped.ts':
    '/** @returns {string} It */\nexport default () => {\n  try {\n    JSON.parse("{");\n  } catch (cause) {\n    throw new Error("The file is broken", { cause });\n  }\n};\n',
  'app/operations/hidden.ts':
    "import { problem } from 'unplugin-operations/koa';\n/** @returns {string} It\n * @throws 503 - Later */\nexport default () => {\n  throw problem(503, { detail: 'Come back later' });\n};\n",
  'app/operations/missing.ts':
    '/** @returns {string} It\n * @throws 404 - x */\nexport default (ctx) => ctx.throw(404, "No");\n',
};
/** Operations that no build takes, or that only a check refuses. */
const MISTAKEN = {
  'app/operations/unknown.ts':
    "import { nope } from '../pets.ts';\n/** @returns {string} It */\nexport default () => nope();\n",
  'app/operations/forgotten.ts': '/** @returns {string} It */\nexport default () => { "x".trim(); };\n',
};
const ROUTER = `import Koa from 'koa';
import { createRouter } from 'unplugin-operations/koa';
export default (operations) => new Koa().use(createRouter(operations).routes());
`;
const APP = `import { createApp } from 'unplugin-operations/koa';
export default (operations) => createApp(operations).use((ctx, next) => {
  if (ctx.path === '/guarded') throw new TypeError('The guard is asleep');
  return next();
});
`;

describe.each(VITES)('a failure in the dev server of %s', (_name, vite) => {
  it('shows the names that its author wrote, and what a handler without a result lacks', async () => {
    const dev = await startDev(vite, { ...FILES, ...MISTAKEN });
    const detail = async (path: string): Promise<string> =>
      (JSON.parse((await dev.ask(path)).body) as { detail: string }).detail;
    expect(await detail('/unknown')).toBe('nope is not a function');
    expect(dev.log.join()).toContain('TypeError: nope is not a function');
    expect(await detail('/forgotten')).toBe(
      'forgotten.ts sent status 204, but its contract declares 200. Return a value, or declare "@returns {void} 204 - ..."',
    );
  });

  it('shows a failure of the app without colors in the body, and its file by the path in the options', async () => {
    const broken = await startDev(vite, { ...FILES, 'app/api.ts': 'export default { {' }, { app: 'app/api.ts' });
    const { detail } = JSON.parse((await broken.ask('/pets/7')).body) as { detail: string };
    expect(detail).toMatch(/^app\/api\.ts:1:18 - error syntax-error: Cannot parse this file: [^\n]+$/);
    await broken.ask('/pets/7');
    const logged = broken.log.filter((line) => line.includes('syntax-error'));
    expect(logged).toEqual([expect.stringMatching(/  1 \| export default \{ \{\n {4}\| {18}\^/)]);
    expect(broken.log.join()).not.toMatch(/node_modules|Error when evaluating/);
    await broken.write({ 'app/api.ts': APP });
    await broken.until('/pets/7', (_, body) => body.includes('reading'));
    const empty = await startDev(vite, { ...FILES, 'app/api.ts': 'export {};' }, { app: 'app/api.ts' });
    expect((await empty.ask('/pets/7')).body).toContain('the default export of app/api.ts must be a Koa app');
    const gone = await startDev(vite, FILES, { app: 'app/server.ts' });
    const message = 'unplugin-operations: The option \\"app\\" names app/server.ts, which does not exist.';
    expect((await gone.ask('/pets/7')).body).toContain(message);
    await gone.ask('/pets/7');
    expect(gone.log.filter((line) => line.includes('names app/server.ts, which does not exist.'))).toHaveLength(1);
    expect(gone.log.join()).not.toContain('Failed to load url');
  });

  it.each([
    ['its own app', {}, {}],
    ['your app', { 'app/api.ts': APP }, { app: 'app/api.ts' }],
    ['your router', { 'app/api.ts': ROUTER }, { app: 'app/api.ts' }],
  ])("shows the line of the user's code in the terminal and in the body, with %s", async (_title, files, options) => {
    const dev = await startDev(vite, { ...FILES, ...files }, options);
    await linkPackages(dev.root, ['koa']);
    const { status, type, body } = await dev.ask('/pets/7?x=1');
    expect([status, type]).toEqual([500, 'application/problem+json']);
    const message = "Cannot read properties of undefined (reading 'name')";
    expect(JSON.parse(body)).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: message,
      trace: [
        expect.stringMatching(/^at (?:Module\.)?findPet \(app\/pets\.ts:7:27\)$/),
        expect.stringMatching(/^at (?:async )?(?:Module\.)?getPet \(app\/operations\/pets\/\{id\}@get\.ts:7:\d+\)$/),
      ],
    });
    expect(dev.log).toHaveLength(1);
    expect(dev.log[0]).toMatch(
      new RegExp(
        [
          String.raw`^GET /pets/7\?x=1 failed \(pets/\{id\}@get\.ts\)`,
          String.raw`TypeError: Cannot read properties of undefined \(reading 'name'\)`,
          String.raw`    at findPet \(app/pets\.ts:7:27\)`,
          String.raw`      7 \|   return \{ name: pets\[id\]\.name \};`,
          String.raw`        \| {27}\^\^\^\^`,
          String.raw`    at (?:async )?getPet \(app/operations/pets/\{id\}@get\.ts:7:\d+\)$`,
        ].join('\n'),
      ),
    );
  });

  it('names causes, and the middleware that failed', async () => {
    const dev = await startDev(vite, { ...FILES, 'app/api.ts': APP }, { app: 'app/api.ts' });
    const wrapped = JSON.parse((await dev.ask('/wrapped')).body) as { detail: string; trace: string[] };
    expect(wrapped.detail).toBe('The file is broken');
    expect(wrapped.trace.filter((line) => line.startsWith('Caused by SyntaxError: '))).toHaveLength(1);
    expect(dev.log[0]).toContain('\nCaused by SyntaxError: ');
    const guarded = JSON.parse((await dev.ask('/guarded')).body) as { detail: string; trace: string[] };
    expect(guarded.detail).toBe('The guard is asleep');
    expect(guarded.trace[0]).toMatch(/app\/api\.ts:3:\d+/);
    expect(dev.log[1]).toMatch(/^GET \/guarded failed\nTypeError: The guard is asleep\n {4}at .*app\/api\.ts:3:\d+/);
  });

  it('shows no line of a file that has errors, because the version before it ran', async () => {
    const dev = await startDev(vite, FILES);
    await dev.ask('/wrapped');
    expect(dev.log.at(-1)).toMatch(/wrapped\.ts:6:\d+\)\n +6 \| {5}throw new Error/);
    const text = FILES['app/operations/wrapped.ts'].replace('{string}', '{Unknown}');
    await dev.write({ 'app/operations/wrapped.ts': `// ${'\n//'.repeat(9)}\n${text}` });
    await dev.eventually(() => dev.log.some((line) => line.includes('Unknown')));
    dev.log.length = 0;
    expect((await dev.ask('/wrapped')).status).toBe(500);
    expect(dev.log).toEqual([
      expect.stringMatching(
        /^GET \/wrapped failed \(wrapped\.ts\)\nError: The file is broken\n +at .*wrapped\.ts.*\n +This is the version before your last edit, so its lines differ\.\n/,
      ),
    ]);
    expect(dev.log[0]).not.toContain(' | ');
  });

  it('shows the pointers of a broken contract', async () => {
    const dev = await startDev(vite, FILES);
    const broken = JSON.parse((await dev.ask('/broken')).body) as object;
    expect(broken).toMatchObject({
      detail: 'broken.ts sent status 200 with a body that violates its contract: /age must be an integer',
      errors: [{ in: 'response', pointer: '/age', message: 'must be an integer', keyword: 'type' }],
    });
    expect(dev.log[0]).toMatch(/^GET \/broken failed \(broken\.ts\)\nBrokenContract: .*\/age must be an integer$/);
  });

  it('leaves alone what you answer yourself, and prints no refusals', async () => {
    const dev = await startDev(vite, FILES);
    expect(JSON.parse((await dev.ask('/hidden')).body)).toMatchObject({ status: 503, detail: 'Come back later' });
    expect(JSON.parse((await dev.ask('/hidden')).body)).not.toHaveProperty('trace');
    dev.log.length = 0;
    expect((await dev.ask('/missing')).status).toBe(404);
    expect((await dev.ask('/pets/x')).status).toBe(400);
    expect(dev.log).toEqual([]);
  });

  it('adds nothing to a custom format', async () => {
    const app = `import { createApp } from 'unplugin-operations/koa';
export default (operations) => createApp(operations, { formatProblem: (problem) => ({ fault: problem }) });
`;
    const problem = 'type: object\nproperties: { fault: { type: object } }\n';
    const files = { ...FILES, 'app/api.ts': app, 'app/definitions/Problem.yaml': problem };
    const dev = await startDev(vite, files, { app: 'app/api.ts' });
    const { body } = await dev.ask('/pets/7');
    expect(JSON.parse(body)).toEqual({ fault: { type: 'about:blank', title: 'Internal Server Error', status: 500 } });
    expect(dev.log[0]).toContain('app/pets.ts:7:27');
  });
});

describe('a build', () => {
  it.each([
    ['', {}],
    [', with checks of its responses', { checkResponses: true }],
  ])('sends clients nothing about a failure%s', async (_title, options) => {
    const root = scratch();
    const server = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
const server = createApp(operations).listen(0, () => console.log('http://localhost:' + server.address().port));
`;
    await writeTree(root, { 'package.json': '{ "type": "module" }', ...FILES, 'server.ts': server });
    const file = await viteBuild(root, join(root, 'dist'), options);
    expect(readFileSync(file, 'utf8')).not.toMatch(/Caused by|\btrace:/);
    const { url, stop } = await startNode(file, { cwd: root });
    onTestFinished(async () => void (await stop()));
    for (const path of ['/pets/7', '/wrapped', ...('checkResponses' in options ? ['/broken'] : [])]) {
      const response = await fetch(url + path);
      expect(await response.json()).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
    }
  });
});
