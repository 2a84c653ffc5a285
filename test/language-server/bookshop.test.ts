import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionItem, CompletionList } from 'vscode-languageserver-protocol';
import { readParts } from '../../src/compiler/language/line-parts.ts';
import { namesIn } from '../../src/compiler/language/type-nodes.ts';
import { resolveOptions } from '../../src/project/options.ts';
import { createSession } from '../../src/project/session.ts';
import { scratch } from '../support/build.ts';
import { LanguageClient } from '../support/language-client.ts';
import { randomFrom } from '../support/random.ts';

// The bookshop, as its authors wrote it: each word of its contracts is typed again, up to its middle.

const playground = join(import.meta.dirname, '../../playground');
const root = scratch(afterAll);
cpSync(join(playground, 'app'), join(root, 'app'), { recursive: true });
writeFileSync(join(root, 'package.json'), '{}');
symlinkSync(join(playground, '../node_modules'), join(root, 'node_modules'));

interface Word {
  readonly path: string;
  readonly start: number;
  readonly text: string;
}

/** The words of all contracts and definitions that an editor can know. */
function wordsOf(): Word[] {
  const { comments } = createSession(resolveOptions(), root).compile();
  return [...comments.entries()].flatMap(([path, all]) =>
    all.flatMap(({ directives, at: { source } }) =>
      directives.flatMap((directive): Word[] => {
        const word = ({ start, end }: { start: number; end: number }): Word => ({
          path,
          start,
          text: source.text.slice(start, end),
        });
        const parts = readParts(directive).flatMap((part) => {
          if (part.type !== undefined) return namesIn(part.type).map(word);
          return ['include', 'status', 'facet', 'scheme', 'scope', 'tag', 'cursor-key'].includes(part.role)
            ? [{ ...word(part), ...(part.role === 'cursor-key' && { text: word(part).text.split(' ')[0]! }) }]
            : [];
        });
        return [word(directive.at.span), ...parts];
      }),
    ),
  );
}

let client: LanguageClient;
beforeAll(async () => {
  client = await LanguageClient.start(root);
});
afterAll(() => client.stop());

async function completeWord({ path, start, text }: Word): Promise<readonly CompletionItem[]> {
  const whole = createSession(resolveOptions(), root).compile().comments.get(path)![0]!.at.source.text;
  const typed = start + Math.ceil(text.length / 2);
  await client.setText(path, whole.slice(0, typed) + whole.slice(start + text.length));
  const list = await client.request<CompletionList | null>('textDocument/completion', path, {
    position: client.positionAt(path, typed),
  });
  await client.setText(path, whole);
  return list?.items ?? [];
}

describe('the bookshop', () => {
  it('gets the right word first in 190 of 200 positions', async () => {
    const words = wordsOf();
    const step = Math.max(1, Math.floor(words.length / 200));
    const chosen = words.filter((_, i) => i % step === 0).slice(0, 200);
    const wrong: string[] = [];
    for (const word of chosen) {
      const [first] = await completeWord(word);
      if (first?.label !== word.text) wrong.push(`${word.path} ${word.text}: ${String(first?.label)}`);
    }
    expect(chosen).toHaveLength(200);
    expect(wrong.slice(10)).toEqual([]);
  }, 120_000);

  it('gets no word that check refuses', async () => {
    const words = wordsOf().filter(({ path }) => path.startsWith('app/operations'));
    const refused: string[] = [];
    for (const word of words.filter((_, i) => i % 6 === 0)) {
      const session = createSession(resolveOptions(), root);
      const { text: whole } = session.compile().comments.get(word.path)![0]!.at.source;
      for (const { label } of await completeWord(word)) {
        const tried = whole.slice(0, word.start) + label + whole.slice(word.start + word.text.length);
        const errors = session
          .tryText(word.path.slice('app/operations/'.length), tried)
          .filter(
            ({ severity, at }) =>
              severity === 'error' && at.span.start >= word.start && at.span.end <= word.start + label.length,
          );
        // A generic, a directive and a facet come with the rest of their line.
        if (
          errors.some(
            ({ code }) =>
              ![
                'type-arguments',
                'facet-value',
                'missing-type',
                'empty-directive',
                'cursor-keys',
                'missing-include',
              ].includes(code),
          )
        )
          refused.push(`${word.path} ${word.text} -> ${label}: ${errors.map(({ code }) => code).join()}`);
      }
    }
    expect(refused).toEqual([]);
  }, 120_000);
});

describe('random edits', () => {
  it('end with the diagnostics of a fresh run, without a failure', async () => {
    const count = Number(process.env['LANGUAGE_EDITS'] ?? 400);
    const below = randomFrom(7);
    const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
    const session = createSession(resolveOptions(), root);
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
    const { diagnostics } = createSession(resolveOptions(), root, buffers).compile();
    const fresh = diagnostics.map(({ code, at }) => `${at.source.file}:${lineOf(at)} ${code}`).sort();
    expect(fresh.length).toBeGreaterThan(0);
    await expect.poll(() => client.report(), { timeout: 30_000, interval: 50 }).toEqual(fresh);
    expect(client.logged).toEqual([]);
  }, 600_000);
});

function lineOf({ source, span }: { source: { text: string; isPath?: boolean }; span: { start: number } }): number {
  return source.isPath === true ? 1 : source.text.slice(0, span.start).split(/\r\n|\r|\n/).length;
}
