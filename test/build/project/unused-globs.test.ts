import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { formatHead } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import type { Options } from '../../../src/build/project/options.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';

const operation = (name: string): string => `/** Gets it. */\nexport default function ${name}() {}\n`;
const FILES = {
  'app/operations/pets@get.ts': operation('pets'),
  'app/operations/internal/a@get.ts': operation('a'),
  'app/operations/internal/notes.txt': '',
  'app/webhooks/paid@post.ts': operation('paid'),
};

async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = scratch();
  await writeTree(root, { ...FILES, ...files });
  return root;
}

const lostIn = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.filter(({ code }) => code === 'lost-guard').map(formatHead);

const warnings = (root: string, ignore: Options['ignore']): string[] =>
  lostIn(createSession(locateProject(resolveOptions({ ignore: ignore! }), root)).compile().diagnostics);

it.each(['internal', 'internal/**', 'internal/*.txt', '**/a@get.ts', '!(pets*)', 'paid@post.ts', '*.ts'])(
  'accepts a glob of the option "ignore" that leaves files out: %s',
  async (glob) => {
    expect(warnings(await project(), glob)).toEqual([]);
  },
);

it.each([
  ['internals/**', 'Globs are relative to app/operations. Correct it, or remove it.'],
  ['!internal/**', 'A glob that starts with "!" has no effect. Remove it.'],
  ['app/operations/internal/**', 'Write "internal/**".'],
  ['./app/operations/internal/**', 'Write "internal/**".'],
  ['operations/internal/**', 'Write "internal/**".'],
  ['app/webhooks/paid*', 'Write "paid*".'],
  ['internal\\**', 'Write "internal/**".'],
  ['app\\operations\\internal\\a@get.ts', 'Write "internal/a@get.ts".'],
  ['Internal/**', 'Its letter case differs from "internal/a@get.ts". Correct it.'],
  ['app/operations/Internal/**', 'Its letter case differs from "internal/a@get.ts". Correct it.'],
])('warns of a glob of the option "ignore" that leaves nothing out: %s', async (glob, remedy) => {
  const [warning, ...others] = warnings(await project(), ['pets*', glob]);
  expect(warning).toContain(
    `warning lost-guard: The glob "${glob}" of the option "ignore" matches no file, so it keeps none out. `,
  );
  expect(warning).toContain(remedy);
  expect(others).toEqual([]);
});

it('points at the glob in vite.config', async () => {
  const config = `import operations from 'unplugin-operations/vite';\nexport default { plugins: [operations({ ignore: ['pets*', 'non\\\\e/**'] })] };\n`;
  const [warning] = warnings(await project({ 'vite.config.ts': config }), ['pets*', 'non\\e/**']);
  expect(warning).toMatch(/^vite\.config\.ts:2:60 - warning/);
});

it('sees that files come and go', async () => {
  const root = await project();
  const session = createSession(locateProject(resolveOptions({ ignore: 'old/**' }), root));
  const file = `${root}/app/operations/old/b@get.ts`;
  expect(lostIn(session.compile().diagnostics)).toHaveLength(1);
  await writeTree(root, { 'app/operations/old/b@get.ts': operation('b') });
  expect(lostIn(session.compile([file]).diagnostics)).toEqual([]);
  expect(lostIn(session.compile([`${root}/app/operations/pets@get.ts`]).diagnostics)).toEqual([]);
  await rm(join(root, 'app/operations/old'), { recursive: true });
  expect(lostIn(session.compile([file]).diagnostics)).toHaveLength(1);
});

it.each(['../drafts/**', '../../**', '/elsewhere/**'])(
  'keeps the operations if a glob of the option "ignore" names files elsewhere: %s',
  async (glob) => {
    const root = await project();
    const { operations } = createSession(locateProject(resolveOptions({ ignore: glob }), root)).compile();
    expect(operations.map(({ contract }) => contract.path).toSorted()).toEqual([
      '/internal/a',
      '/pets',
      '/webhooks/paid',
    ]);
  },
);
