import { isDeepStrictEqual } from 'node:util';
import { contractFields } from '../../../build/compiler/language/described.ts';
import type { DirectiveDescription } from '../../../directives/directive-description.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { readBack } from './read-back.ts';

/** The lines of a directive that the compiler reads as meant; otherwise none. */
export function directiveLines(row: DirectiveDescription, operation: Operation): string[] {
  const lines = (row.lines?.(operation) ?? []).flatMap((text) => `@${row.name} ${text}`.trimEnd().split('\n'));
  const read = lines.length === 0 ? undefined : readBack(lines);
  const hasStream = operation.responses.some(({ content }) => content.some(({ stream }) => stream !== undefined));
  const fields = read === undefined ? [] : Object.entries(contractFields(read.described, { ...operation, hasStream }));
  const isMeant = ([name, value]: readonly [string, unknown]): boolean =>
    isDeepStrictEqual(operation[name as keyof Operation], value);
  return fields.length > 0 && fields.every(isMeant) ? lines : [];
}
