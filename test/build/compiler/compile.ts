import { expect } from 'vitest';
import type { Compilation, CompilationInput } from '../../../src/build/compiler/compile.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import type { Diagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import type { Location } from '../../../src/build/compiler/diagnostics/source.ts';
import type { Operation } from '../../../src/shared/contract/operation.ts';

/** Compiles files that are in memory alone: path below the tree -> text. */
export function compile(files: Readonly<Record<string, string>>, input: Partial<CompilationInput> = {}): Compilation {
  return compileOperations({ files: Object.entries(files).map(([path, text]) => ({ path, text })), ...input });
}

/** Compiles one file, which must have nothing wrong with it. */
export function compileOne(text: string, path = 'one.ts'): Compilation['operations'][number] {
  const { operations, diagnostics } = compile({ [path]: text });
  expect(diagnostics).toEqual([]);
  return operations[0]!;
}

/** The contract of one file, which must have nothing wrong with it. */
export function contractOf(text: string, path = 'one.ts'): Operation {
  return compileOne(text, path).contract;
}

/** The contract that a comment is, in a file whose path has what the comment says. */
export function contractOfComment(comment: string, path = 'one.ts'): Operation {
  return contractOf(`${comment}\nexport default function _() {}\n`, path);
}

/** What a location points at. */
export function textAt({ source, span }: Location): string {
  return source.text.slice(span.start, span.end);
}

/** A diagnostic in short: its code, what it points at, and what its notes point at. */
export function brief({ code, at, notes }: Diagnostic): string[] {
  return [code, textAt(at), ...notes.map((note) => textAt(note.at))];
}

/** Compiles a file with one line, or some, in its comment. */
export function compileLine(line: string, path: string): Compilation {
  return compile({ [path]: `/**\n * Some.\n * ${line}\n */\nexport default () => {};` });
}

/** The messages of a compilation, one a line. */
export function messagesOf({ diagnostics }: Compilation): string {
  return diagnostics.map(({ message }) => message).join('\n');
}
