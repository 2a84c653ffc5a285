import { CompletionItemKind } from 'vscode-languageserver';
import { contractFrame } from '../../../build/compiler/operations/contract-frame.ts';
import { splitPath } from '../../../build/compiler/operations/file-name.ts';
import { toMethod } from '../../../shared/contract/operation.ts';
import { parsePathTemplate } from '../../../shared/contract/path-template.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { Suggestions } from './candidate.ts';
import { escapeSnippet } from './candidate.ts';

/** Suggests the frame of a contract in a comment without a text: `/**` above a function. */
export function suggestFrame({ kind, source, offset, comment, operation }: CommentPlace): Suggestions | undefined {
  const { start, end } = comment.at.span;
  // While a comment is open, all that follows is in it.
  const written = source.text.slice(start, end);
  const text = written.endsWith('*/') ? written : written.split('\n', 1)[0]!;
  if (kind !== 'operation' || !/^\/\*\*[\s*]*(?:\*\/)?$/.test(text) || offset < start + 3) return undefined;
  const isOneLine = !text.includes('\n');
  if (!isOneLine) return undefined;
  // The code of a file with an open comment cannot be read, but its name can.
  const { route, method } = splitPath(source.file);
  const { names } = operation?.template ?? parsePathTemplate(`/${route}`).template;
  const lines = contractFrame(operation?.contract.method ?? toMethod(method ?? ''), names);
  const indent = /[^\S\n]*$/.exec(source.text.slice(0, start))![0];
  const body = lines.map((line, i) => `${indent} *${line === '' ? '' : ` ${placeholder(line, i + 1)}`}`);
  const closing = text.endsWith('*/') ? `\n${indent} ` : `\n${indent} */`;
  return {
    start: offset,
    candidates: [
      {
        label: 'contract',
        kind: CompletionItemKind.Snippet,
        detail: 'The frame of a contract',
        documentation: ['```js', '/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', '```'].join('\n'),
        snippet: `\n${body.join('\n')}${closing}`,
        isSafe: true,
      },
    ],
  };
}

/** A line whose text is a placeholder: the description, or that of a directive. */
function placeholder(line: string, number: number): string {
  const [, before = '', text = line] = /^(@\S+ (?:\{[^}]*\} )?(?:\d{3} - |\S+ - )?)(.*)$/.exec(line) ?? [];
  return text === '' ? escapeSnippet(before) : `${escapeSnippet(before)}\${${number}:${escapeSnippet(text)}}`;
}
