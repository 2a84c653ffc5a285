import type { Schema } from '../../contract/operation.ts';
import type { DeclaredResponse } from '../language/declared.ts';
import type { Definitions } from '../definitions/collect.ts';
import { expandSchema } from '../../schema/expand.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { SchemaDefinition } from '../definitions/model.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ParsedOperation } from './parse.ts';
import { resolverOf } from '../../schema/references.ts';
import type { JsonType } from '../../schema/json-types.ts';
import { typesOf } from '../../schema/json-types.ts';
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

/** Whether the comment describes a success; an invalid description has been reported. */
function mayReturn({ handler, declarations }: ParsedOperation, { responses }: Definitions): boolean {
  const { directives = [] } = handler.comment ?? {};
  return (
    directives.some(({ name }) => /^returns?$/.test(name)) ||
    declarations.responseIncludes.some(({ value }) => !responses.has(value))
  );
}

/** Whether no value of a schema can be a list. */
function isNoList(schema: Schema, schemas: Definitions['schemas']): boolean {
  return !allowedTypes(schema, schemas).has('array');
}

/** The types that a schema allows, with its references to definitions. */
export function allowedTypes(schema: Schema, schemas: Definitions['schemas']): ReadonlySet<JsonType> {
  const find = (name: string): SchemaDefinition | undefined => schemas.get(name);
  const resolve = resolverOf({ get: (name) => expanded(find(name)) });
  const expanded = (definition: SchemaDefinition | undefined): Schema | undefined =>
    definition && expandSchema(definition.schema, find);
  return typesOf(expandSchema(schema, find), resolve);
}
