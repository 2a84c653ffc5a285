import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import operations from '../../src/vite.ts';
import { alias } from '../support/alias.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { isFile, readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** The files of a page that have a title. */
function filesOf(page: string): Record<string, string> {
  const files = readBlocks(readPage(page)).filter(({ title }) => /^\S+\.\w+$/.test(title));
  return Object.fromEntries(files.map(({ title, text }) => [title, text]));
}

/** The files of pages that belong to the API. */
function apiOf(...pages: string[]): Record<string, string> {
  const blocks = pages.flatMap((page) => readBlocks(readPage(page)));
  // This one needs a package.
  const files = blocks.filter((block) => isFile(block) && !block.title.includes('upload@post'));
  return Object.fromEntries(files.map(({ title, text }) => [title, text]));
}

const OWN = 'guides/client-recipes.md';
const PACKAGE = { 'package.json': '{ "type": "module" }' };

describe.skipIf(!hasPackages)('docs/guides/client-recipes.md, if the packages of docs are installed', () => {
  const all = filesOf(OWN);
  const front = Object.fromEntries(Object.entries(all).filter(([file]) => !file.startsWith('app/')));
  const api = apiOf(OWN, 'recipes/refresh-tokens.md', 'recipes/storage.md');

  it('shows files with sound types', async () => {
    const project = scratch();
    await writeTree(project, { ...PACKAGE, ...api });
    linkPackages(project);
    const command = join(root, 'dist/command/index.js');
    const { stderr } = spawnSync(process.execPath, [command, 'types', '-o', 'operations.d.ts'], { cwd: project });
    expect(String(stderr)).toBe('');
    const types = readFileSync(join(project, 'operations.d.ts'), 'utf8');
    const page = scratch();
    linkPackages(page);
    expect(await checkTypes(page, { ...front, 'operations.d.ts': types }, 'browser', { skipLibCheck: true })).toEqual(
      [],
    );
  });

  /** Starts the API, and runs code of its front end. Returns the JSON that the code prints. */
  async function runFront(code: string, changes: Readonly<Record<string, (text: string) => string>>): Promise<unknown> {
    const project = scratch();
    const changed = Object.entries(changes).map(([file, change]) => [file, change(api[file]!)]);
    const server = filesOf('recipes/refresh-tokens.md')['server.ts']!;
    await writeTree(project, { ...PACKAGE, ...api, ...Object.fromEntries(changed), 'server.ts': server });
    linkPackages(project);
    const file = await viteBuild(project, join(project, 'dist'));
    const env = { JWT_SECRET: 'a-secret-of-32-bytes-for-examples', PORT: String(await freePort()) };
    const { url, stop } = await startNode(file, { cwd: project, env });
    onTestFinished(async () => void (await stop('SIGKILL')));
    const session = front['session.ts']!.replace('http://localhost:3000', url);
    const { 'form-errors.ts': formErrors = '', 'validate.ts': validate = '' } = front;
    await writeTree(project, {
      'form-errors.ts': formErrors,
      'session.ts': session,
      'use.ts': code,
      'validate.ts': validate,
    });
    await build({
      root: project,
      configFile: false,
      logLevel: 'silent',
      resolve: { alias },
      plugins: [operations()],
      build: { ssr: 'use.ts', outDir: 'front' },
    });
    const { stdout } = await run(process.execPath, ['front/use.js'], { cwd: project });
    return JSON.parse(stdout);
  }

  /** The access token of the first sign-in has expired. */
  const EXPIRED = {
    'app/tokens.ts': (text: string): string =>
      text.replace("'10 minutes'", "stored.size === 1 ? '-1 minute' : '10 minutes'"),
  };

  it('refreshes the tokens once for requests at the same time, and names the fields of an invalid form', async () => {
    const use = `import { messagesOf } from './form-errors.ts';
import { api, signIn } from './session.ts';
import { validateReader } from './validate.ts';
await signIn('ada', 'correct horse');
const names = await Promise.all([1, 2, 3].map(() => api.showMe()));
const sent = await api.addReader({ body: { name: 'Ada', email: 'ada@example.com' } });
const refused = await api.addReader({ body: { name: '', email: 'ada' } }).catch(messagesOf);
const valid = validateReader({ name: 'Ada', email: 'ada@example.com', plan: 'free' });
const invalid = validateReader({ email: 'ada', plan: 'weekly' });
console.log(JSON.stringify([names.map(({ name }) => name), sent, refused, valid, invalid]));
`;
    expect(await runFront(use, EXPIRED)).toEqual([
      ['ada', 'ada', 'ada'],
      { id: 7 },
      { name: 'must not be empty', email: 'must be an email address' },
      {},
      {
        name: "must have required property 'name'",
        email: 'must match format "email"',
        plan: 'must be equal to one of the allowed values',
      },
    ]);
  });

  it('goes on with no request of a user after the sign-in of another one', async () => {
    const use = `import { api, signIn } from './session.ts';
const { fetch } = globalThis;
globalThis.fetch = async (request) => {
  const response = await fetch(request);
  // The new tokens come late.
  if (request.url.endsWith('/tokens/refresh')) await new Promise((resolve) => setTimeout(resolve, 300));
  return response;
};
await signIn('ada', 'correct horse');
const late = api.showMe().then(({ name }) => name, ({ status }) => status);
await new Promise((resolve) => setTimeout(resolve, 100));
await signIn('bo', 'correct horse');
const first = await api.showMe();
console.log(JSON.stringify([await late, first.name, (await api.showMe()).name]));
`;
    const changes = {
      ...EXPIRED,
      'app/operations/tokens/@post.ts': (text: string): string =>
        text.replace("name !== 'ada'", "!['ada', 'bo'].includes(name)"),
    };
    expect(await runFront(use, changes)).toEqual([401, 'bo', 'bo']);
  });

  it('shows a test that passes', async () => {
    const project = scratch();
    const config =
      "import operations from 'unplugin-operations/vite';\nexport default { plugins: [operations({ dts: false })] };\n";
    await writeTree(project, {
      ...PACKAGE,
      ...api,
      'readers.test.ts': front['readers.test.ts']!,
      'vite.config.js': config,
    });
    linkPackages(project);
    const vitest = join(project, 'node_modules/vitest/vitest.mjs');
    const { stdout } = await run(process.execPath, [vitest, 'run', '--reporter', 'json'], { cwd: project });
    expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1, numTotalTests: 1 });
  });
});
