import { routeOf } from '../../../shared/contract/operation.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { lifecycleText } from '../../../directives/lifecycle/lifecycle-text.ts';
import type { ProblemContext } from '../../openapi/server/sent-responses.ts';
import type { NamedTypes, Reference, ReferringText } from './names.ts';
import { nameTypes } from './names.ts';
import { resultType } from './operation.ts';
import { Writer } from './type-writer.ts';
import type { Member, TypeText } from './print.ts';
import { literalText } from '../literal.ts';
import { docText, objectOf } from './print.ts';

/** The named types, and the operations that were written with them. */
export interface Types {
  readonly names: NamedTypes;
  readonly context: ProblemContext;
  readonly members: (operation: Operation, context: ProblemContext, writer: Writer) => readonly Member[];
  readonly operations: WeakMap<Operation, ReferringText>;
}

/** The names of the schemas that the types of operations need. */
export function usedSchemas(operations: readonly Operation[], types: Types): ReadonlySet<string> {
  return types.names.used(operations.flatMap((operation) => operationText(operation, types).references));
}

/** Prepares the named types, and those of operations with the given members. */
export function createTypes(
  schemas: ReadonlyMap<string, Schema>,
  { security = [], 'x-problem': format }: BaseDocument,
  members: Types['members'],
): Types {
  const context = { security, format, resolve: resolverOf(schemas) };
  return { names: nameTypes(schemas), context, members, operations: new WeakMap() };
}

export function operationText(operation: Operation, types: Types): ReferringText {
  const { context, members } = types;
  return entryText(operation, routeOf(operation), types, (writer) => objectOf(members(operation, context, writer)));
}

/** The type of an event's payload, as its senders pass it. */
export function payloadText(writer: Writer, { responses }: Operation): TypeText {
  return resultType(responses[0]!, writer);
}

/** The entry of an operation or an event in its interface. */
export function entryText(
  operation: Operation,
  key: string,
  { names, operations }: Types,
  write: (writer: Writer, operation: Operation) => TypeText,
): ReferringText {
  const known = operations.get(operation);
  if (known !== undefined) return known;
  const references: Reference[] = [];
  const writer = new Writer((mode) => names.scope(mode, references));
  const text = `${docText(docOf(operation))}${literalText(key)}: ${write(writer, operation).text};`;
  const written = { text, references };
  operations.set(operation, written);
  return written;
}

function docOf(operation: Operation): string[] {
  const { summary, description } = operation;
  return [
    ...(summary === undefined ? [] : [summary]),
    ...(description === undefined ? [] : [description]),
    ...deprecation(operation),
  ];
}

/** The comment of a method of the client. */
export function summaryOf(operation: Operation): string[] {
  const { summary = operation.description } = operation;
  return [...(summary === undefined ? [] : [summary]), ...deprecation(operation)];
}

/** The tag that makes editors strike out an operation. */
function deprecation(operation: Operation): string[] {
  return operation.deprecated === undefined ? [] : [['@deprecated', ...lifecycleText(operation)].join(' ')];
}
