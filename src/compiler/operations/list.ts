import type { Schema } from '../../contract/operation.ts';
import type { DeclaredResponse } from '../language/declared.ts';
import type { Definitions } from '../definitions/collect.ts';
import { expandSchema } from '../../schema/expand.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { typesOf } from '../language/facets.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ParsedOperation } from './parse.ts';
import { referredName } from '../../schema/build.ts';
import type { Declared, Location } from '../diagnostics/source.ts';

/** Whether a response is for a request that went well. */
export function isSuccess({ value }: Declared<DeclaredResponse>): boolean {
  return value.status.startsWith('2');
}

/**
 * Reports a list operation that does not answer with a list.
 *
 * @param at Of what makes it one.
 */
export function checkList(
  parsed: ParsedOperation,
  declared: readonly Declared<DeclaredResponse>[],
  at: Location,
  definitions: Definitions,
  report: Report,
): void {
  const success = declared.find(isSuccess);
  if (success === undefined) {
    if (!mayReturn(parsed, definitions)) report(messages.noList(at));
    return;
  }
  const { schema, isPage } = success.value;
  if (!isPage && (schema === undefined || isNoList(schema, definitions.schemas))) report(messages.noList(success.at));
}

/** Whether the comment says something of what is returned, which may be wrong, and then has been reported. */
function mayReturn({ handler, declarations }: ParsedOperation, { responses }: Definitions): boolean {
  const { directives = [] } = handler.comment ?? {};
  return (
    directives.some(({ name }) => /^returns?$/.test(name)) ||
    declarations.responseIncludes.some(({ value }) => !responses.has(value))
  );
}

/** Whether no value of a schema is a list; where that is not known, one may be. */
function isNoList(schema: Schema, schemas: Definitions['schemas'], open: readonly string[] = []): boolean {
  const { type, anyOf, oneOf, allOf, ...rest } = expandSchema(schema, schemas) as {
    [keyword in 'anyOf' | 'oneOf' | 'allOf']?: readonly Schema[];
  } & Schema;
  const isNone = (part: Schema): boolean => isNoList(part, schemas, open);
  if (type !== undefined) return type !== 'array';
  if (anyOf !== undefined || oneOf !== undefined) return [...(anyOf ?? []), ...(oneOf ?? [])].every(isNone);
  if (allOf !== undefined) return allOf.some(isNone);
  const name = referredName(rest);
  if (name === undefined) return typesOf(rest)?.includes('array') === false;
  const target = open.includes(name) ? undefined : schemas.get(name)?.schema;
  return target !== undefined && isNoList(target, schemas, [...open, name]);
}
