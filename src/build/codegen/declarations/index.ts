import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import type { FacesCache } from '../../../shared/schema/faces.ts';
import { renewFaces } from '../../../shared/schema/faces.ts';
import type { AllDefinitions, GlobalsInput } from './globals.ts';
import { globalsOf, withUnused } from './globals.ts';
import { operationMembers } from './operation.ts';
import { nameText } from '../identifier.ts';
import type { VersionTypes } from './version-types.ts';
import type { Types } from './entry-types.ts';
import { declarationsOf, moduleDeclaration, TYPES, interfaceText } from './augmentation.ts';
import { versionTypes, versionClients } from './version-types.ts';
import { createTypes } from './entry-types.ts';

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
    versions === undefined
      ? []
      : [moduleDeclaration(TYPES, versionTypes(versions, types.names)), ...versionClients(versions)];
  const globalTexts = globals === undefined ? [] : [globalsOf(types.names, schemas, globals)];
  return `${[HEAD, ...texts, ...optionTexts, ...versionTexts, ...globalTexts].join('\n\n')}\n`;
}

/** The options of custom directives, as an augmentation. */
function optionsText(options: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(options).map(([name, type]) => `${nameText(name)}: ${type};`);
  return lines.length === 0 ? [] : [moduleDeclaration(TYPES, [interfaceText('DirectiveOptions', lines)])];
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

function isSameSchemas(one: ReadonlyMap<string, Schema>, other: ReadonlyMap<string, Schema>): boolean {
  const names = [...other.keys()];
  return (
    one.size === other.size && [...one].every(([name, schema], i) => names[i] === name && other.get(name) === schema)
  );
}
