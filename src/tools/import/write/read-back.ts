import { parseComment } from '../../../build/compiler/comment/comment.ts';
import type { Declarations } from '../../../build/compiler/language/declared.ts';
import type { parseDefinitionFile } from '../../../build/compiler/definitions/definition-file.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { readDirectives } from '../../../build/compiler/language/directives.ts';
import { commentText } from '../../../build/codegen/comment-text.ts';
import { isSameSchema } from './canonical.ts';

/** Reads directives as the compiler does; undefined if they have a mistake. */
export function readBack(lines: readonly string[]): Declarations | undefined {
  const text = commentText(lines);
  let isSound = true;
  const comment = parseComment({ file: '', text }, { start: 0, end: text.length });
  const declarations = readDirectives(comment.directives, undefined, ({ severity }) => {
    isSound &&= severity !== 'error';
  });
  return isSound ? declarations : undefined;
}

/** Whether the compiler has read a file as the definition of a schema, and as nothing else. */
export function readsAs(
  { definitions, diagnostics }: ReturnType<typeof parseDefinitionFile>,
  name: string,
  schema: Schema,
): boolean {
  const [read, ...others] = definitions.schemas;
  // JSON has the warning too.
  const isSound = diagnostics.every(({ code }) => code === 'unknown-format');
  return isSound && others.length === 0 && read?.name === name && isSameSchema(read.schema, schema);
}

/** The first of several spellings that the compiler reads as meant. */
export function firstSound(
  spellings: Iterable<readonly string[]>,
  isMeant: (declarations: Declarations) => boolean,
): readonly string[] | undefined {
  for (const lines of spellings) {
    const read = readBack(lines);
    if (read !== undefined && isMeant(read)) return lines;
  }
  return undefined;
}
