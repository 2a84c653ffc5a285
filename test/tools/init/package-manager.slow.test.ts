import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addToPackage, overridesFor } from '../../../src/tools/init/package-json.ts';
import { packageManager, runScript } from '../../../src/tools/init/package-manager.ts';
import type { Choices } from '../../../src/tools/init/project-choices.ts';
import { withDefaults } from '../../../src/tools/init/project-choices.ts';
import { planProject } from '../../../src/tools/init/project-plan.ts';
import { scratch, writeTree } from '../../support/build.ts';

const YARN_4 = 'yarn/4.18.1 npm/? node/v20.20.2 linux x64';

/** The files that a package manager gets in a directory with these files. */
async function plan(agent: string, files: Record<string, string> = {}, options: Partial<Choices> = {}) {
  vi.stubEnv('npm_config_user_agent', agent);
  const directory = scratch();
  await writeTree(directory, files);
  return planProject(directory, withDefaults(options, directory));
}

afterEach(() => void vi.unstubAllEnvs());

it.each([
  [YARN_4, { name: 'yarn', major: 4 }],
  ['yarn/1.22.22 npm/? node/v20.20.2 linux x64', { name: 'yarn', major: 1 }],
  ['pnpm/10.33.0 npm/? node/v20.20.2 linux x64', { name: 'pnpm', major: 10 }],
  ['npm/10.8.2 node/v20.20.2 linux x64 workspaces/false', { name: 'npm', major: 10 }],
  ['bun/1.4.5 npm/? node/v24.3.0 linux x64', { name: 'bun', major: 1 }],
  ['cnpm/9', { name: 'npm', major: 0 }],
  ['', { name: 'npm', major: 0 }],
])('reads the package manager from %j', (agent, expected) => {
  expect(packageManager(agent)).toEqual(expected);
});

// `pnpm deploy`, `bun test` and `bun build` do something else.
it.each([
  ['npm', ['npm run dev', 'npm test', 'npm start', 'npm run build', 'npm run deploy']],
  ['pnpm', ['pnpm run dev', 'pnpm run test', 'pnpm run start', 'pnpm run build', 'pnpm run deploy']],
  ['yarn', ['yarn dev', 'yarn test', 'yarn start', 'yarn build', 'yarn deploy']],
  ['bun', ['bun run dev', 'bun run test', 'bun run start', 'bun run build', 'bun run deploy']],
])('runs scripts with %s', (manager, commands) => {
  expect(['dev', 'test', 'start', 'build', 'deploy'].map((script) => runScript(script, manager))).toEqual(commands);
});

describe('Yarn', () => {
  it('gets node_modules from version 2 on, because TypeScript cannot read its archives', async () => {
    const { added } = await plan(YARN_4);
    expect(added['.yarnrc.yml']).toBe('nodeLinker: node-modules\n');
    expect(added['.gitignore']).toBe('node_modules\ndist\n/out\n.env\n.env.*\n!.env.example\n.yarn\n');
  });

  it.each(['yarn/1.22.22 npm/? node/v20', 'npm/10.8.2 node/v20', ''])('writes no settings for %j', async (agent) => {
    const { added } = await plan(agent);
    expect(added).not.toHaveProperty('.yarnrc.yml');
    expect(added['.gitignore']).toBe('node_modules\ndist\n/out\n.env\n.env.*\n!.env.example\n');
  });

  it('keeps its settings in an existing project, and explains the one to change', async () => {
    const { added, hints } = await plan(YARN_4, { 'package.json': '{}', '.pnp.cjs': '' });
    expect(added).not.toHaveProperty('.yarnrc.yml');
    expect(hints).toContainEqual(expect.stringContaining('nodeLinker: node-modules'));
    expect((await plan(YARN_4, { 'package.json': '{}' })).hints).toEqual([]);
  });

  it('keeps an existing file', async () => {
    expect(await plan(YARN_4, { '.yarnrc.yml': 'nodeLinker: pnpm\n' })).toMatchObject({ kept: ['.yarnrc.yml'] });
  });
});

describe('a project for Workers', () => {
  const WORKERS = { platform: 'workers' } as const;
  const PNPM_11 = 'pnpm/11.28.11 npm/? node/v24.21.0 linux x64';
  const packageOf = (text: string | undefined): any => JSON.parse(text!);

  it.each([
    ['20.20.2', '~4.86.0'],
    ['22.12.0', '^4.86.0'],
  ])('runs and deploys its build with a Wrangler that Node %s can run', (node, version) => {
    const added = packageOf(addToPackage('{}', withDefaults(WORKERS, scratch()), false, node));
    expect(added.devDependencies).toHaveProperty('wrangler', version);
    expect(added.scripts).toHaveProperty('api:start', 'wrangler dev --port 3000');
  });

  it('adds no Wrangler on another platform', async () => {
    expect(packageOf((await plan('', {}, WORKERS)).added['package.json'])).toMatchObject({
      scripts: { start: 'wrangler dev --port 3000', deploy: 'vite build && wrangler deploy' },
      devDependencies: { wrangler: expect.any(String) },
    });
    const { scripts, devDependencies } = packageOf((await plan('', {}, { platform: 'lambda' })).added['package.json']);
    expect(devDependencies).not.toHaveProperty('wrangler');
    expect(scripts).toHaveProperty('start', 'node app/start.mjs');
  });

  it('refuses the scripts of its packages, without which pnpm would fail', async () => {
    expect((await plan(PNPM_11, {}, WORKERS)).added['pnpm-workspace.yaml']).toBe(
      'allowBuilds:\n  esbuild: false\n  sharp: false\n  workerd: false\n',
    );
    for (const [agent, options] of [
      ['pnpm/9.15.0 npm/? node/v20', WORKERS],
      ['npm/10.8.2 node/v20', WORKERS],
      [PNPM_11, {}],
    ] as const)
      expect((await plan(agent, {}, options)).added).not.toHaveProperty('pnpm-workspace.yaml');
  });

  it('stays in the workspace around it', async () => {
    vi.stubEnv('npm_config_user_agent', PNPM_11);
    const root = scratch();
    await writeTree(root, { 'pnpm-workspace.yaml': 'packages: [packages/*]\n' });
    const directory = join(root, 'packages/api');
    expect(planProject(directory, withDefaults(WORKERS, directory)).added).not.toHaveProperty('pnpm-workspace.yaml');
  });
});

describe('the README', () => {
  /** The file, and the first words of its rows in tables. */
  const readme = async (options: Partial<Choices>, files = {}, agent = '') => {
    const { added } = await plan(agent, files, options);
    const text = added['README.md'];
    return { text, rows: [...(text ?? '').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name!), added };
  };

  it.each<Partial<Choices>>([
    {},
    { language: 'javascript', database: 'sqlite', frontEnd: 'new' },
    { platform: 'lambda', database: 'postgresql' },
    { platform: 'workers' },
  ])('lists the scripts and files of the project: %j', async (options) => {
    const { rows, added } = await readme(options);
    const { scripts } = JSON.parse(added['package.json']!) as { scripts: object };
    expect(rows.flatMap((row) => /^npm (?:run )?(\w+)$/.exec(row)?.[1] ?? []).sort()).toEqual(
      Object.keys(scripts).sort(),
    );
    const files = rows.filter((row) => !/^np[mx] /.test(row) && row !== 'operations.d.ts');
    expect(files.length).toBeGreaterThan(3);
    const written = Object.keys(added);
    expect(files.filter((file) => !written.some((path) => path === file || path.startsWith(`${file}/`)))).toEqual([]);
  });

  it('shows the path of a new endpoint with the base', async () => {
    expect((await readme({ frontEnd: 'new' })).text).toContain('`GET /api/books/{id}`');
    expect((await readme({})).text).toContain('`GET /books/{id}`');
    const described = await readme({ description: 'pets.yaml', base: '/v1' });
    expect(described.text).toContain('`Local` serves your API below `/v1`, and');
  });

  it('names a page of the documentation that the package has', async () => {
    const { text } = await readme({}, {}, 'pnpm/10.33.0 npm/? node/v20');
    expect(text).toMatch(/```sh\npnpm install\npnpm run dev\n```/);
    const [, page] = /start with `([^`]+)`/.exec(text!)!;
    expect(existsSync(join(import.meta.dirname, '../../../docs', page!))).toBe(true);
  });

  it.each([{ 'README.md': 'Mine' }, { 'package.json': '{}' }])(
    'leaves the README to you in a project with %j',
    async (files) => {
      expect(await readme({}, files)).toMatchObject({ text: undefined });
    },
  );
});

it('ignores what the commands of the docs write', async () => {
  const ignored = async (options: Partial<Choices>) => (await plan('', {}, options)).added['.gitignore'];
  expect(await ignored({ platform: 'lambda' })).toBe(
    'node_modules\ndist\n/out\n.env\n.env.*\n!.env.example\nfunction.zip\n',
  );
  expect(await ignored({ platform: 'workers' })).toBe(
    'node_modules\ndist\n/out\n.env\n.env.*\n!.env.example\n.wrangler\n',
  );
  expect(await ignored({ database: 'sqlite' })).toBe(
    'node_modules\ndist\n/out\n.env\n.env.*\n!.env.example\ndata.db*\n',
  );
});

it.each([
  ['20.19.0', 'npm', { overrides: { 'light-my-request': { cookie: '^1.1.1' } } }],
  ['20.19.0', 'yarn', { resolutions: { 'light-my-request/cookie': '^1.1.1' } }],
  ['20.19.0', 'pnpm', {}],
  ['22.12.0', 'npm', {}],
  ['24.0.0', 'yarn', {}],
])('picks for Node %s and %s suitable packages: %j', (node, name, expected) => {
  expect(overridesFor(node, { name, major: 1 })).toEqual(expected);
});

describe('the package manager of a project', () => {
  const NPM = 'npm/10.8.2 node/v20';

  it.each([
    [NPM, { 'package.json': '{ "packageManager": "pnpm@10.4.0+sha512.1" }' }, { name: 'pnpm', major: 10 }],
    [NPM, { 'package.json': '{ "packageManager": "pnpm@9.0.0" }', 'yarn.lock': '' }, { name: 'pnpm', major: 9 }],
    [NPM, { 'package.json': '{}', 'pnpm-lock.yaml': '' }, { name: 'pnpm', major: 0 }],
    [NPM, { 'package.json': '{}', 'yarn.lock': '' }, { name: 'yarn', major: 0 }],
    [NPM, { 'package.json': '', 'bun.lock': '' }, { name: 'bun', major: 0 }],
    [NPM, { 'package.json': '{}', 'bun.lockb': '', 'package-lock.json': '' }, { name: 'npm', major: 10 }],
    [YARN_4, { 'package.json': '{}', 'yarn.lock': '' }, { name: 'yarn', major: 4 }],
    [YARN_4, { 'package.json': '{}', 'package-lock.json': '' }, { name: 'npm', major: 0 }],
    [YARN_4, { 'package.json': '{ "packageManager": "deno@2" }' }, { name: 'yarn', major: 4 }],
    [YARN_4, {}, { name: 'yarn', major: 4 }],
  ])('run by %s with %j', async (agent, files, manager) => {
    expect(await plan(agent, files)).toMatchObject({ manager });
  });

  it.each([
    [{ 'pnpm-workspace.yaml': '', 'pnpm-lock.yaml': '' }, 'pnpm'],
    [{ 'package.json': '{ "workspaces": ["api"], "packageManager": "yarn@4.0.0" }' }, 'yarn'],
    [{ 'package.json': '{}', 'pnpm-lock.yaml': '' }, 'npm'],
  ])('finds the package manager of the workspace around it: %j', async (files, name) => {
    vi.stubEnv('npm_config_user_agent', NPM);
    const root = scratch();
    await writeTree(root, files);
    const directory = join(root, 'packages/api');
    const { manager, added } = planProject(directory, withDefaults({}, directory));
    expect(manager.name).toBe(name);
    expect(added['README.md']).toContain(`${name} install\n${runScript('dev', name)}\n`);
    expect('.yarnrc.yml' in added).toBe(name === 'yarn');
  });

  it('decides on the packages for Lambda', () => {
    const text = '{"pnpm": {"overrides": {"depd": "2"}}}';
    const choices = withDefaults({ platform: 'lambda' }, scratch());
    const added = addToPackage(text, choices, false, '20.19.0', { name: 'pnpm', major: 10 });
    expect(JSON.parse(added)).not.toHaveProperty('overrides');
    expect(JSON.parse(added)).toHaveProperty('pnpm', { overrides: { depd: '2' } });
  });
});

describe('an existing project on Node 20', () => {
  const add = (text: string, agent = '', node = '20.19.0', platform: Choices['platform'] = 'node'): unknown => {
    vi.stubEnv('npm_config_user_agent', agent);
    return JSON.parse(addToPackage(text, withDefaults({ platform }, scratch()), false, node));
  };

  it.each(['node', 'lambda', 'workers'] as const)(
    'gets light-my-request on %s, which its access test needs',
    (platform) => {
      const section = platform === 'lambda' ? 'dependencies' : 'devDependencies';
      expect(add('{}', '', '20.19.0', platform)).toHaveProperty([section, 'light-my-request']);
    },
  );

  it('gets the packages for it too, and keeps its others', () => {
    const own = { 'light-my-request': { cookie: '^1.1.1' } };
    expect(add('{}')).toHaveProperty('overrides', own);
    expect(add('{"overrides": {"depd": "2"}}')).toHaveProperty('overrides', { depd: '2', ...own });
    expect(add('{}', 'yarn/1.22.22 npm/? node/v20')).toHaveProperty('resolutions', {
      'light-my-request/cookie': '^1.1.1',
    });
  });

  it('keeps its own override', () => {
    const text = '{"overrides": {"light-my-request": "6.0.0"}}';
    expect(add(text)).toHaveProperty('overrides', { 'light-my-request': '6.0.0' });
  });

  it('gets none on Node 22', () => {
    expect(add('{}', '', '22.12.0')).not.toHaveProperty('overrides');
  });
});

// The command imports this file under Plug'n'Play.
it('the package finds the visitor of the parser where the command loads it', () => {
  expect(existsSync(new URL('./visit/visitor.js', import.meta.resolve('oxc-parser')))).toBe(true);
});
