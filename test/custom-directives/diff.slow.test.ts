import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../src/build/project/session.ts';
import type { DiffResult } from '../../src/tools/diff/index.ts';
import { diffProject } from '../../src/tools/diff/index.ts';
import { writeTree } from '../support/build.ts';
import { repository } from '../tools/diff/repository.ts';
import type { Files } from './project.ts';
import { compileAt, install, operation, packageJson, packageOf, projectAt } from './project.ts';

const IGNORED = { '.gitignore': 'node_modules\n' };

/** Compares a working tree with the first commit, in which other files were. */
async function diff(before: Files, after: Files, baseline = 'main'): Promise<DiffResult> {
  const { root, git } = await repository({ 'package.json': packageJson(), ...IGNORED, ...before });
  install(root);
  for (const file of Object.keys(before)) if (!(file in after)) git('rm', '-q', file);
  await writeTree(root, after);
  return diffProject(compileAt(root), projectAt(root), { baseline });
}

const guarded = (...lines: string[]): Files => ({ 'app/operations/invoices.ts': operation(...lines) });

describe('a guard of a package', () => {
  it('reports a removed guard as a security finding, with both places', async () => {
    const { text, fails } = await diff(guarded('@permission invoices:write'), guarded('Open.'));
    expect(fails).toBe(true);
    expect(text).toContain(
      'error permission/line-removed: GET /invoices: the operation no longer requires permission invoices:write, so more clients can call it.',
    );
    expect(text).toMatch(/\w{7}:app\/operations\/invoices\.ts:2:4: before/);
  });

  it('reports a guard that requires less as a security finding, and one that requires more as a warning', async () => {
    const weaker = await diff(guarded('@permission invoices:*'), guarded('@permission invoices:read'));
    expect(weaker.text).toContain('error permission/line-removed');
    const stronger = await diff(guarded('@permission invoices:read'), guarded('@permission invoices:*'));
    expect(stronger.text).not.toContain('line-removed');
    expect(stronger.text).toContain(
      'warning permission/line-added: GET /invoices: the operation requires permission invoices:* now',
    );
    expect(stronger.fails).toBe(false);
  });

  it('reports a guard of a directory, and of an operation that is not documented', async () => {
    const { text } = await diff(
      { 'app/operations/_middleware.ts': '/** @permission shop:read */\n', ...guarded('@internal') },
      guarded('@internal'),
    );
    expect(text).toContain(
      'error permission/line-removed: GET /invoices: the operation no longer requires permission shop:read',
    );
  });

  it('accepts the change of a guard only by operation', async () => {
    const accept = async (setting: string): Promise<boolean> => {
      const severities = { 'operations.diff.yaml': `severities:\n  permission/line-removed: ${setting}\n` };
      return (await diff(guarded('@permission a:b'), { ...guarded('Open.'), ...severities })).fails;
    };
    expect(await accept('none')).toBe(true);
    expect(await accept('{ GET /invoices: none }')).toBe(false);
  });

  it('reads a guard at a revision from before the package was named', async () => {
    const { text } = await diff(
      { ...guarded('@permission a:b'), 'package.json': '{}' },
      {
        ...guarded('Open.'),
        'package.json': packageJson(),
      },
    );
    expect(text).toContain('error permission/line-removed');
  });
});

describe('a revision', () => {
  it('finds each line of a directive without a package now, since it could have been a guard', async () => {
    const { text, fails } = await diff(
      { ...guarded('@permission a:b'), 'app/operations/_middleware.ts': '/** @owner shop */\n' },
      { ...guarded('Open.'), 'package.json': packageJson(['acme-owner']) },
    );
    expect(fails).toBe(true);
    expect(text).toMatch(
      /error directive-unread: GET \/invoices: the line "@permission" of the baseline cannot be read by the packages[^]*\w{7}:app\/operations\/invoices\.ts:2:4/,
    );
    const removed = await diff(guarded('@permission a:b'), { ...guarded('Open.'), 'package.json': '{}' });
    expect(removed.text).toContain('error directive-unread');
  });

  it('finds a line that the package no longer reads', async () => {
    const { text } = await diff(guarded('@permission whoever'), guarded('@permission a:b'));
    expect(text).toContain('error directive-unread: GET /invoices: the line "@permission"');
  });

  it('finds nothing for a line that was always unknown in a revision without custom directives', async () => {
    const before = { ...guarded('@whatever x', '@permisions y'), 'package.json': '{}' };
    const { text } = await diff(before, { ...guarded('Open.'), 'package.json': packageJson() });
    expect(text).toBe(`No differences from ${/from (.*)\.$/.exec(text)?.[1]}.`);
  });

  it('names packages that nothing loads: only those of the working tree run', async () => {
    const { root, commit } = await repository({
      ...IGNORED,
      'package.json': packageJson(['evil']),
      ...guarded('@owner a'),
      'evil.mjs': '',
    });
    install(root);
    await writeTree(root, packageOf('evil', `name: 'evil', read: () => 1`));
    const evil = join(root, 'node_modules/evil/index.js');
    await writeFile(evil, 'globalThis.evilRan = true; throw new Error("evil");');
    await commit({ 'package.json': packageJson(['acme-owner']) });
    await diffProject(compileAt(root), projectAt(root), { baseline: 'HEAD~1' });
    expect((globalThis as { evilRan?: boolean }).evilRan).toBeUndefined();
  });
});

describe('the document of a project', () => {
  it('finds no difference between a project and its document: neither for headers, parameters and responses, nor for lines', async () => {
    const files = {
      'app/operations/invoices@post.ts': operation(
        '@permission invoices:write',
        '@permission shop:read',
        '@audit books',
        '@owner billing',
      ),
      'app/operations/_middleware.ts': '/** @owner shop\n * @permission all:read\n */\n',
      'app/operations/orders.ts': operation('All.'),
    };
    const { root } = await repository({ 'package.json': packageJson(), ...IGNORED, ...files });
    install(root);
    const session = createSession(projectAt(root));
    const compilation = session.compile();
    expect(compilation.diagnostics).toEqual([]);
    await writeFile(join(root, 'openapi.json'), JSON.stringify(session.openApi(compilation)));
    const { text } = await diffProject(compilation, projectAt(root), { baseline: 'openapi.json' });
    expect(text).toBe('No differences from openapi.json.');
    await writeTree(root, { 'app/operations/orders.ts': operation('@permission orders:read') });
    const changed = await diffProject(compileAt(root), projectAt(root), { baseline: 'openapi.json' });
    expect(changed.text).toContain('warning permission/line-added: GET /orders');
  });
});

describe('a directive with its own checks', () => {
  const changed = (settings: Files = {}): Promise<DiffResult> =>
    diff(guarded('@owner billing'), { ...guarded('@owner sales'), ...settings });

  it('reports them with its severity, or with that of the project', async () => {
    expect((await changed()).text).toContain(
      'info owner/changed: GET /invoices: the operation is owned by sales now, not by billing',
    );
    const strict = await changed({ 'operations.diff.yaml': 'severities:\n  owner/changed: error\n' });
    expect(strict.text).toContain('error owner/changed');
    expect(strict.fails).toBe(true);
  });

  it('reports a misspelled check in operations.diff.yaml: a directive has no others', async () => {
    await expect(changed({ 'operations.diff.yaml': 'severities:\n  owner/change: error\n' })).rejects.toThrow(
      'unknown check "owner/change". Did you mean "owner/changed"?',
    );
  });

  it('reports a directive that throws, or that reports a check that it does not have', async () => {
    const own = (fields: string): Promise<DiffResult> =>
      diff(
        { ...guarded('@mark a'), 'package.json': packageJson(['marks']) },
        {
          ...guarded('@mark b'),
          'package.json': packageJson(['marks']),
          ...packageOf('marks', `name: 'mark', read: (line) => line.text, ${fields}`),
        },
      );
    expect((await own(`changed() { throw new Error('no'); }`)).text).toContain(
      'warning directive-failure: GET /invoices: "@mark" of marks threw "no"',
    );
    expect((await own(`changed: () => [['other', 'x']]`)).text).toContain(
      'reported the check "other", which its "checks" lack',
    );
  });
});
