import { readableExtensions, routeOf } from '../../../shared/contract/operation.ts';
import { versionedName } from '../../../shared/contract/versions.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import type { FacesCache } from '../../../shared/schema/faces.ts';
import { isFace, renewFaces } from '../../../shared/schema/faces.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { lifecycleText } from '../../../directives/lifecycle/lifecycle-text.ts';
import type { ProblemContext } from '../../openapi/server/sent-responses.ts';
import type { AllDefinitions, GlobalsInput } from './globals.ts';
import { globalsOf, withUnused } from './globals.ts';
import type { NamedTypes, Reference, ReferringText } from './names.ts';
import { nameTypes } from './names.ts';
import { operationMembers, resultType } from './operation.ts';
import { Writer } from './type-writer.ts';
import type { Member, TypeText } from './print.ts';
import { literalText } from '../literal.ts';
import { nameText, isIdentifier } from '../identifier.ts';
import { docText, indent, objectOf } from './print.ts';

/** The input of {@link generateDeclarations}, as plain data. */
export interface DeclarationsInput {
  readonly operations: readonly Operation[];
  /** The events that the API sends: see {@link Operation.event}. */
  readonly events?: readonly Operation[];
  /** The named definitions that they use. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** All definitions, for data that is neither a request nor a response. */
  readonly definitions?: AllDefinitions;
  /** The base document. Its `security` is the default of operations, its `x-problem` the format of their problems. */
  readonly document: BaseDocument;
  /** The types of the options of custom directives, by name. */
  readonly options?: Readonly<Record<string, string>>;
  /** The versions of the API, the oldest one first; absent without versions. */
  readonly versions?: readonly VersionTypes[] | undefined;
  /** To declare the types globally too. */
  readonly globals?: GlobalsInput | undefined;
  /** Caches unchanged texts between calls. */
  readonly cache?: DeclarationsCache;
}

/** The definitions of a version, by their names in it. */
export interface VersionTypes {
  readonly name: string;
  readonly schemas: readonly string[];
}

/** The texts of the last call. */
export interface DeclarationsCache {
  last:
    | {
        readonly schemas: ReadonlyMap<string, Schema>;
        readonly fields: string;
        readonly types: Types;
        readonly faces: FacesCache;
      }
    | undefined;
}

/** The named types, and the operations that were written with them. */
export interface Types {
  readonly names: NamedTypes;
  readonly context: ProblemContext;
  readonly members: (operation: Operation, context: ProblemContext, writer: Writer) => readonly Member[];
  readonly operations: WeakMap<Operation, ReferringText>;
}

/** The first line of the file, which marks it as generated. */
export const DECLARATIONS_HEADER =
  '// Written by unplugin-operations, from the operations and their definitions: change those, not this file.';

const HEAD = `${DECLARATIONS_HEADER}
/* eslint-disable */
/// <reference types="unplugin-operations/client" />
import type { AuthOf, Bytes, CountedPage, Cursor, CursorQuery, Keyset, ListRequest, PagingQuery, RawBody, Rows, SentBytes, SentFile } from 'unplugin-operations/types';`;

/**
 * Writes operations.d.ts: TypeScript types of each operation's input, paging and result, and of the requests and responses of clients.
 *
 * The text depends on the operations and their definitions only, not on the cache.
 *
 * @example generateDeclarations({ operations, schemas, document }) // '... interface Operations { "GET /pets/{id}": { input: ... } } ...'
 */
export function generateDeclarations({
  operations,
  events = [],
  schemas,
  document,
  definitions,
  options = {},
  versions,
  globals,
  cache,
}: DeclarationsInput): string {
  const named = definitions === undefined ? schemas : withUnused(schemas, definitions);
  const faces = renewFaces(cache?.last?.faces, [...operations, ...events], named);
  const types = typesOf(faces, document, cache);
  const texts = declarationsOf(faces.faced.operations, types, TYPES);
  const optionTexts = optionsText(options);
  const versionTexts =
    versions === undefined ? [] : [moduleText(TYPES, versionTypes(versions, types.names)), ...versionClients(versions)];
  const globalTexts = globals === undefined ? [] : [globalsOf(types.names, schemas, globals)];
  return `${[HEAD, ...texts, ...optionTexts, ...versionTexts, ...globalTexts].join('\n\n')}\n`;
}

/** The options of custom directives, as an augmentation. */
function optionsText(options: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(options).map(([name, type]) => `${nameText(name)}: ${type};`);
  return lines.length === 0 ? [] : [moduleText(TYPES, [interfaceText('DirectiveOptions', lines)])];
}

/**
 * Writes the named types, and the types of operations as an augmentation of a module.
 *
 * @param module The specifier of the module with the interfaces `Operations`, `OperationIds` and `Schemas`.
 */
function declarationsOf(operations: readonly Operation[], types: Types, module: string): string[] {
  const { namespaces, interfaces } = partsOf(operations, types);
  return [...namespaces.map((text) => `declare ${text}`), moduleText(module, interfaces)];
}

/**
 * Writes the same with the named types inside of the augmentation. A module that exports all of the other module then exports them too, so that
 * declarations of others can name them.
 */
export function augmentationOf(operations: readonly Operation[], types: Types, module: string): string {
  const { namespaces, interfaces } = partsOf(operations, types);
  return moduleText(module, [...namespaces, ...interfaces]);
}

function moduleText(module: string, texts: readonly string[]): string {
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

const TYPES = 'unplugin-operations/types';

/** The names of the versions, and a namespace with the definitions of each: `v1.Book`. */
function versionTypes(versions: readonly VersionTypes[], { identifiers }: NamedTypes): string[] {
  const names = versions.map(({ name }) => `${literalText(name)}: ${literalText(name)};`);
  const namespaces = versions.map(({ name, schemas }) => {
    const lines = schemas.flatMap((schema) => {
      const type = identifiers.get(versionedName(name, schema)) ?? identifiers.get(schema);
      return type === undefined || !isIdentifier(schema) ? [] : [`type ${schema} = ${type};`];
    });
    return `namespace ${namespaceOf(name)} {${lines.length === 0 ? '' : `\n${indent(lines.join('\n'))}\n`}}`;
  });
  return [interfaceText('Versions', names), ...namespaces];
}

/** The clients of the versions, which add to the module of any version. */
function versionClients(versions: readonly VersionTypes[]): string[] {
  const modules = versions.map(({ name }, i) => {
    const type = i === versions.length - 1 ? 'Client' : `VersionClient<${literalText(name)}>`;
    return moduleText(`virtual:operations/${name}/client`, [
      `/** Creates a client of version ${name}: a method for each operationId, and \`request\` for any method and path. */`,
      `export function createClient(options?: ClientOptions): ${type};`,
    ]);
  });
  return [`import type { Client, ClientOptions, VersionClient } from '${TYPES}';`, ...modules];
}

/** The name of a version as TypeScript can have it: `v2026_11_01`. */
function namespaceOf(name: string): string {
  const word = name.replaceAll(/\W/g, '_');
  return /^\d/.test(word) ? `v${word}` : word;
}

/** The names of the schemas that the types of operations need. */
export function usedSchemas(operations: readonly Operation[], types: Types): ReadonlySet<string> {
  return types.names.used(operations.flatMap((operation) => operationText(operation, types).references));
}

/** The types of the last call, if the named schemas are the same. */
function typesOf(faces: FacesCache, document: BaseDocument, cache: DeclarationsCache | undefined): Types {
  const { schemas } = faces.faced;
  const { security, 'x-problem': format } = document;
  const fields = JSON.stringify([security, format]);
  const last = cache?.last;
  const isKnown = last?.fields === fields && isSameSchemas(last.schemas, schemas);
  const types = isKnown ? last.types : createTypes(schemas, document, operationMembers);
  if (cache !== undefined) cache.last = { schemas, fields, types, faces };
  return types;
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

function isSameSchemas(one: ReadonlyMap<string, Schema>, other: ReadonlyMap<string, Schema>): boolean {
  const names = [...other.keys()];
  return (
    one.size === other.size && [...one].every(([name, schema], i) => names[i] === name && other.get(name) === schema)
  );
}

function operationText(operation: Operation, types: Types): ReferringText {
  const { context, members } = types;
  return entryText(operation, routeOf(operation), types, (writer) => objectOf(members(operation, context, writer)));
}

/** The type of an event's payload, as its senders pass it. */
function payloadText(writer: Writer, { responses }: Operation): TypeText {
  return resultType(responses[0]!, writer);
}

/** The entry of an operation or an event in its interface. */
function entryText(
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
function summaryOf(operation: Operation): string[] {
  const { summary = operation.description } = operation;
  return [...(summary === undefined ? [] : [summary]), ...deprecation(operation)];
}

/** The tag that makes editors strike out an operation. */
function deprecation(operation: Operation): string[] {
  return operation.deprecated === undefined ? [] : [['@deprecated', ...lifecycleText(operation)].join(' ')];
}

function interfaceText(name: string, lines: readonly string[]): string {
  return `interface ${name} {${lines.length === 0 ? '' : `\n${indent(lines.join('\n'))}\n`}}`;
}
