import { readableExtensions, routeOf } from '../../../shared/contract/operation.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { isFace } from '../../../shared/schema/faces.ts';
import { literalText } from '../literal.ts';
import { nameText } from '../identifier.ts';
import { docText, indent } from './print.ts';
import type { Types } from './entry-types.ts';
import { operationText, payloadText, entryText, summaryOf } from './entry-types.ts';

/**
 * Writes the named types, and the types of operations as an augmentation of a module.
 *
 * @param module The specifier of the module with the interfaces `Operations`, `OperationIds` and `Schemas`.
 */
export function declarationsOf(operations: readonly Operation[], types: Types, module: string): string[] {
  const { namespaces, interfaces } = partsOf(operations, types);
  return [...namespaces.map((text) => `declare ${text}`), moduleDeclaration(module, interfaces)];
}

/**
 * Writes the same with the named types inside of the augmentation. A module that exports all of the other module then exports them too, so that
 * declarations of others can name them.
 */
export function augmentationOf(operations: readonly Operation[], types: Types, module: string): string {
  const { namespaces, interfaces } = partsOf(operations, types);
  return moduleDeclaration(module, [...namespaces, ...interfaces]);
}

export function moduleDeclaration(module: string, texts: readonly string[]): string {
  return `declare module '${module}' {\n${indent(texts.join('\n'))}\n}`;
}

/** The namespaces with the named types, and the interfaces with the operations and the events. */
function partsOf(
  contracts: readonly Operation[],
  types: Types,
): { readonly namespaces: readonly string[]; readonly interfaces: readonly string[] } {
  const operations = contracts.filter(({ event }) => event === undefined);
  const payloads = contracts
    .filter(({ event }) => event !== undefined)
    .map((event) => entryText(event, event.event!, types, payloadText));
  const texts = operations.map((operation) => operationText(operation, types));
  const ids = operations.flatMap((operation) =>
    operation.operationId === undefined
      ? []
      : [`${docText(summaryOf(operation))}${nameText(operation.operationId)}: ${literalText(routeOf(operation))};`],
  );
  const named = [...types.names.identifiers]
    .filter(([name]) => !isFace(name))
    .map(([name, identifier]) => `${nameText(name)}: ${identifier};`);
  const written = texts.map(({ text }) => text);
  const interfaces = [
    interfaceText('Operations', written),
    interfaceText('OperationIds', ids),
    interfaceText('Schemas', named),
    ...extensionsText(operations),
    ...(payloads.length === 0
      ? []
      : [
          interfaceText(
            'Events',
            payloads.map(({ text }) => text),
          ),
        ]),
  ];
  return {
    namespaces: types.names.declarations([...texts, ...payloads].flatMap(({ references }) => references)),
    interfaces,
  };
}

/** The values that the extensions of operations have, by name; nothing without extensions. */
function extensionsText(operations: readonly Operation[]): string[] {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of operations.flatMap(readableExtensions)) {
    const types = Array.isArray(value) ? value.map(literalText).join(' | ') || 'never' : literalText(value);
    const known = values.get(name) ?? new Set();
    values.set(name, known.add(Array.isArray(value) ? `readonly (${types})[]` : types));
  }
  const lines = [...values].map(([name, types]) => `${nameText(name)}: ${[...types].join(' | ')};`);
  return lines.length === 0 ? [] : [interfaceText('Extensions', lines)];
}

export const TYPES = 'unplugin-operations/types';

export function interfaceText(name: string, lines: readonly string[]): string {
  return `interface ${name} {${lines.length === 0 ? '' : `\n${indent(lines.join('\n'))}\n`}}`;
}
