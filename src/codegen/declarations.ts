import type { Operation, Schema, SecurityRequirement } from '../contract/operation.ts';
import type { BaseDocument } from '../compiler/definitions/model.ts';
import type { NamedTypes } from './declarations/names.ts';
import { nameTypes } from './declarations/names.ts';
import { operationMembers } from './declarations/operation.ts';
import { docText, indent, literalText, objectOf, propertyName } from './declarations/text.ts';

/** What {@link generateDeclarations} works on, as plain data. */
export interface DeclarationsInput {
  readonly operations: readonly Operation[];
  /** The named definitions that they use. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** What no comment can say: its `security` holds for an operation that says nothing of it. */
  readonly document: BaseDocument;
}

/** The first line of the file, by which it is known to be written by a machine. */
export const DECLARATIONS_HEADER =
  '// Written by unplugin-operations, from the operations and their definitions: change those, not this file.';

/**
 * Writes operations.d.ts: the input, the paging and the result of each operation, and what a client sends and gets, as TypeScript's types.
 *
 * @example generateDeclarations({ operations, schemas, document }) // "... interface Operations { 'GET /pets/{id}': { input: ... } } ..."
 */
export function generateDeclarations({ operations, schemas, document }: DeclarationsInput): string {
  const { security = [] } = document;
  const names = nameTypes(schemas);
  const entries = operations.map((operation) => entryText(operation, operation.security ?? security, names));
  const ids = operations.flatMap((operation) =>
    operation.operationId === undefined
      ? []
      : [`${propertyName(operation.operationId)}: ${literalText(keyOf(operation))};`],
  );
  const named = [...names.references].map(([name, reference]) => `${propertyName(name)}: ${reference};`);
  const interfaces = [
    interfaceText('Operations', entries),
    interfaceText('OperationIds', ids),
    interfaceText('Schemas', named),
  ];
  return `${[
    `${DECLARATIONS_HEADER}\n/* eslint-disable */\n/// <reference types="unplugin-operations/client" />`,
    "import type { AuthOf, PagingQuery, RawBody, Rows } from 'unplugin-operations/types';",
    ...names.declarations(),
    `declare module 'unplugin-operations/types' {\n${indent(interfaces.join('\n\n'))}\n}`,
  ].join('\n\n')}\n`;
}

/** How an operation is called where it may have no operationId: `GET /pets/{id}`. */
function keyOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function entryText(operation: Operation, security: readonly SecurityRequirement[], names: NamedTypes): string {
  const { summary, description, deprecated } = operation;
  const doc = [summary, description, deprecated && (deprecated === true ? '@deprecated' : `@deprecated ${deprecated}`)];
  const type = objectOf(
    operationMembers(
      operation,
      security.map((schemes) => Object.keys(schemes)),
      names,
    ),
  );
  return `${docText(doc.filter((line): line is string => typeof line === 'string'))}${literalText(keyOf(operation))}: ${type.text};`;
}

function interfaceText(name: string, lines: readonly string[]): string {
  return `interface ${name} {${lines.length === 0 ? '' : `\n${indent(lines.join('\n'))}\n`}}`;
}
