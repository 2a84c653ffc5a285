import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { compileFiles, printOutcome, readBlocks, readPage, withoutBlocks } from './examples.ts';
import { replay } from './requests.ts';

const command = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));
const pages = readdirSync(new URL('../../docs/recipes/', import.meta.url)).filter((name) => name.endsWith('.md'));

/** Puts the database's packages where a project finds them. */
async function linkDatabase(root: string): Promise<void> {
  await mkdir(join(root, 'node_modules'));
  for (const name of ['kysely', 'libsql'])
    await symlink(
      fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)),
      join(root, 'node_modules', name),
    );
}

describe.each(pages)('docs/recipes/%s', (name) => {
  const page = readPage(`recipes/${name}`);
  const blocks = readBlocks(page);
  const isFile = (title: string): boolean => /^\S+\.\w+$/.test(title);
  const files = Object.fromEntries(blocks.flatMap(({ title, text }) => (isFile(title) ? [[title, text]] : [])));
  const requests = blocks.filter(({ title }) => title === 'request');
  const outcomes = blocks.filter(({ title }) => title.startsWith('openapi '));
  const root = scratch(afterAll);
  let served: Served;

  beforeAll(async () => {
    await writeTree(root, { 'package.json': '{ "type": "module" }', ...files });
    await linkDatabase(root);
    // A native addon stays outside of the bundle.
    const file = await viteBuild(root, join(root, 'dist'), {}, ['libsql']);
    served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
  });
  afterAll(() => served.stop('SIGKILL'));

  it('has no block that is not tested', () => {
    expect(withoutBlocks(page)).not.toMatch(/^\s*(?:```|~~~)/m);
    expect(blocks).toHaveLength(Object.keys(files).length + requests.length + outcomes.length);
    expect(requests.length).toBeGreaterThan(2);
  });

  it.each(requests.map(({ line, text }) => [line, text] as const))(
    'shows at line %i what is answered',
    async (_line, text) => {
      expect(await replay(served.url, text)).toBe(text);
    },
  );

  it('has a tree without warnings, and the document that it shows', () => {
    const compilation = compileFiles(files);
    expect(printOutcome('diagnostics', compilation)).toBe('');
    for (const { title, text } of outcomes) expect(parse(printOutcome(title, compilation)!)).toEqual(parse(text));
  });

  it('has files with sound types', async () => {
    const project = scratch();
    await linkDatabase(project);
    await writeTree(project, { 'package.json': '{ "type": "module" }', ...files });
    const written = spawnSync(process.execPath, [command, 'types', '-o', 'operations.d.ts'], { cwd: project });
    expect(String(written.stderr)).toBe('');
    expect(await checkTypes(project, {})).toEqual([]);
  });
});
