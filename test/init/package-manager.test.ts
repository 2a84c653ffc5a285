import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { packageManager } from '../../src/command/init/package-manager.ts';
import { withDefaults } from '../../src/command/init/project-choices.ts';
import { planProject } from '../../src/command/init/project-plan.ts';
import { scratch, writeTree } from '../support/build.ts';

const YARN_4 = 'yarn/4.18.1 npm/? node/v20.20.2 linux x64';

/** The files that a package manager gets in a directory with these files. */
async function plan(agent: string, files: Record<string, string> = {}) {
  vi.stubEnv('npm_config_user_agent', agent);
  const directory = scratch();
  await writeTree(directory, files);
  return planProject(directory, withDefaults({}, directory));
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

describe('Yarn', () => {
  it('gets node_modules from version 2 on, because TypeScript cannot read its archives', async () => {
    const { added } = await plan(YARN_4);
    expect(added['.yarnrc.yml']).toBe('nodeLinker: node-modules\n');
    expect(added['.gitignore']).toBe('node_modules\ndist\n.yarn\n');
  });

  it.each(['yarn/1.22.22 npm/? node/v20', 'npm/10.8.2 node/v20', ''])('has no settings for %j', async (agent) => {
    const { added } = await plan(agent);
    expect(added).not.toHaveProperty('.yarnrc.yml');
    expect(added['.gitignore']).toBe('node_modules\ndist\n');
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

// The command imports this file under Plug'n'Play.
it('finds the visitor of the parser where the command loads it', () => {
  expect(existsSync(new URL('./visit/visitor.js', import.meta.resolve('oxc-parser')))).toBe(true);
});
