import { expect, it } from 'vitest';
import type { CompletionItem, CompletionList } from 'vscode-languageserver-protocol';
import { readParts } from '../../../src/build/compiler/language/line-parts.ts';
import { namesIn } from '../../../src/build/compiler/language/type-nodes.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import type { LanguageClient } from '../../support/language-client.ts';

// Each word of the contracts that somebody wrote is typed again, up to its middle.

/** A word of a contract or a definition. */
export interface Word {
  readonly path: string;
  readonly start: number;
  readonly text: string;
  /** The text of the file. */
  readonly whole: string;
}

/** The words of all contracts and definitions of a project that an editor can know. */
export function wordsIn(root: string): Word[] {
  const { comments } = createSession(locateProject(resolveOptions(), root)).compile();
  return [...comments.entries()].flatMap(([path, all]) =>
    all.flatMap(({ directives, at: { source } }) =>
      directives.flatMap((directive): Word[] => {
        const word = ({ start, end }: { start: number; end: number }): Word => ({
          path,
          start,
          text: source.text.slice(start, end),
          whole: source.text,
        });
        const parts = readParts(directive).flatMap((part) => {
          if (part.type !== undefined) return namesIn(part.type).map(word);
          return ['include', 'status', 'facet', 'scheme', 'scope', 'tag', 'row-property'].includes(part.role)
            ? [word(part)]
            : [];
        });
        return [word(directive.at.span), ...parts];
      }),
    ),
  );
}

/** Removes the second half of a word and what follows it, and asks for completions there. */
export async function completeWord(
  client: LanguageClient,
  { path, start, text, whole }: Word,
): Promise<readonly CompletionItem[]> {
  const typed = start + Math.ceil(text.length / 2);
  await client.setText(path, whole.slice(0, typed) + whole.slice(start + text.length));
  const list = await client.request<CompletionList | null>('textDocument/completion', path, {
    position: client.positionAt(path, typed),
  });
  await client.setText(path, whole);
  return list?.items ?? [];
}

/** Judges the completions in a project: the right word is first, and `check` accepts each. */
export function testCompletions(client: () => LanguageClient): void {
  it('gets the right word first in 190 of 200 positions', async () => {
    const { count, wrong } = await completeWords(client());
    expect(count).toBe(200);
    expect(wrong.slice(10)).toEqual([]);
  }, 120_000);

  it('gets no word that check refuses', async () => {
    expect(await refusedSuggestions(client())).toEqual([]);
  }, 120_000);
}

/** Completes 200 words, spread over all files. */
async function completeWords(client: LanguageClient): Promise<{ count: number; wrong: string[] }> {
  const words = wordsIn(client.root);
  const step = Math.max(1, Math.floor(words.length / 200));
  const chosen = words.filter((_, i) => i % step === 0).slice(0, 200);
  const wrong: string[] = [];
  for (const word of chosen) {
    const [first] = await completeWord(client, word);
    // The line of the directory around can have scopes behind the scheme.
    if (first?.label !== word.text && !first?.label.startsWith(`${word.text} `))
      wrong.push(`${word.path} ${word.text}: ${String(first?.label)}`);
  }
  return { count: chosen.length, wrong };
}

/** Tries every sixth word of the operations: the suggestions that `check` refuses. */
async function refusedSuggestions(client: LanguageClient): Promise<string[]> {
  const { root } = client;
  const words = wordsIn(root).filter(({ path }) => path.startsWith('app/operations'));
  const refused: string[] = [];
  const session = createSession(locateProject(resolveOptions(), root));
  session.compile();
  for (const word of words.filter((_, i) => i % 6 === 0)) {
    for (const { label, textEdit } of await completeWord(client, word)) {
      // Alone, the name has no meaning.
      const inserted = label === 'Record' ? textOf(textEdit?.newText ?? label) : label;
      const tried = word.whole.slice(0, word.start) + inserted + word.whole.slice(word.start + word.text.length);
      const errors = session
        .tryText(word.path.slice('app/operations/'.length), tried)
        .filter(
          ({ severity, at }) =>
            severity === 'error' && at.span.start >= word.start && at.span.end <= word.start + label.length,
        );
      if (errors.some(({ code }) => !COMPLETED.has(code)))
        refused.push(`${word.path} ${word.text} -> ${label}: ${errors.map(({ code }) => code).join()}`);
    }
  }
  return refused;
}

/** The text of a snippet. */
function textOf(snippet: string): string {
  return snippet.replaceAll(/\$\{\d+:([^}]*)\}/g, '$1');
}

/** A generic, a directive and a facet come with the rest of their line. */
const COMPLETED: ReadonlySet<string> = new Set([
  'type-arguments',
  'facet-value',
  'missing-type',
  'empty-directive',
  'cursor-keys',
  'missing-include',
]);
