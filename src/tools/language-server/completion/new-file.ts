import type { CompletionList } from 'vscode-languageserver';
import { CompletionItemKind, InsertTextFormat } from 'vscode-languageserver';
import { pathInTree } from '../../../build/compiler/operations/tree-files.ts';
import { newFileText } from '../../../build/project/new-file-text.ts';
import { fileKind } from '../comment-place.ts';
import type { OpenProject } from '../open-project.ts';

/** Offers the text of a new operation or `_middleware` in an empty file. */
export function completeNewFile(project: OpenProject, file: string, text: string): CompletionList | undefined {
  const kind = fileKind(project, file);
  const compilation = project.compilation();
  if (text.trim() !== '' || compilation === undefined || kind === undefined || kind === 'definitions') return undefined;
  const newText = newFileText(pathInTree(project.directory, file)!, compilation);
  const lines = text.split(/\r\n|\r|\n/);
  const end = { line: lines.length - 1, character: lines.at(-1)!.length };
  return {
    isIncomplete: false,
    items: [
      {
        label: kind === 'operation' ? 'operation' : 'middleware',
        kind: CompletionItemKind.Snippet,
        detail: kind === 'operation' ? 'A new operation with its contract' : 'New middleware',
        sortText: '0000',
        insertTextFormat: InsertTextFormat.PlainText,
        textEdit: { range: { start: { line: 0, character: 0 }, end }, newText },
      },
    ],
  };
}
