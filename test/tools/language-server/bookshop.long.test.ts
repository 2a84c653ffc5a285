import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';
import { randomFrom } from '../../support/random.ts';
import { testCompletions } from './words.ts';

const playground = join(import.meta.dirname, '../../../playground');
const root = scratch(afterAll);
cpSync(join(playground, 'app'), join(root, 'app'), { recursive: true });
writeFileSync(join(root, 'package.json'), '{}');
symlinkSync(join(playground, '../node_modules'), join(root, 'node_modules'));

let client: LanguageClient;
beforeAll(async () => {
  client = await LanguageClient.start(root);
});
afterAll(() => client.stop());

describe('the bookshop', () => {
  testCompletions(() => client);
});

describe('random edits', () => {
  it('end with the diagnostics of a fresh run, without a failure', async () => {
    const count = Number(process.env['LANGUAGE_EDITS'] ?? 400);
    const below = randomFrom(7);
    const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
    const session = createSession(locateProject(resolveOptions(), root));
    const paths = session.compile().watchFiles;
    const originals = new Map(paths.map((path) => [path, client.textOf(path)]));
    const FRAGMENTS = [
      '@',
      '{',
      '}',
      '*/',
      '/**',
      '\ud83d',
      '\udc4d',
      '\r\n',
      '@param {',
      '(minimum: ',
      '\u2028',
      "'",
      '`',
      '\t',
      '[',
      '@returns {Bo',
      ', ',
      '\uFEFF',
      '\0',
    ];
    const failures: unknown[] = [];
    for (let i = 0; i < count; i++) {
      const path = pick(paths);
      const text = client.textOf(path);
      const at = below(text.length + 1);
      const change = below(100) / 100;
      const edited =
        change < 0.5
          ? text.slice(0, at) + pick(FRAGMENTS) + text.slice(at)
          : change < 0.75
            ? text.slice(0, at) + text.slice(at + below(30))
            : change < 0.8
              ? text.slice(0, at)
              : change < 0.83
                ? text.replaceAll('\n', '\r\n')
                : originals.get(path)!;
      await client.setText(path, edited);
      if (i % 4 !== 0) continue;
      const position = client.positionAt(path, below(edited.length + 1));
      for (const method of [
        'completion',
        'hover',
        'definition',
        'documentSymbol',
        'semanticTokens/full',
        'codeAction',
        'prepareRename',
      ])
        await client
          .request(`textDocument/${method}`, path, {
            position,
            range: { start: position, end: position },
            context: { diagnostics: [] },
          })
          .catch((error: unknown) => failures.push(`${method} ${String(error)}`));
    }
    expect(failures).toEqual([]);
    const buffers = new Map(paths.map((path) => [join(root, path), client.textOf(path).replace(/^\uFEFF/, '')]));
    const { diagnostics } = createSession(locateProject(resolveOptions(), root), buffers).compile();
    const fresh = diagnostics.map(({ code, at }) => `${at.source.file}:${lineOf(at)} ${code}`).sort();
    expect(fresh.length).toBeGreaterThan(0);
    await expect.poll(() => client.report(), { timeout: 30_000, interval: 50 }).toEqual(fresh);
    expect(client.logged).toEqual([]);
  }, 600_000);
});

function lineOf({ source, span }: { source: { text: string; isPath?: boolean }; span: { start: number } }): number {
  return source.isPath === true ? 1 : source.text.slice(0, span.start).split(/\r\n|\r|\n/).length;
}
