import type { Schema } from '../../contract/operation.ts';
import type { DeclaredParameter, DeclaredResponse, Reference, Sample } from '../language/declared.ts';
import type { Declared, Location } from '../diagnostics/source.ts';

/** A file of the definitions. */
export interface DefinitionFile {
  /** Below the definitions' directory, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A named schema. */
export interface SchemaDefinition {
  readonly name: string;
  /** The names that stand for types; `{$ref: '#T'}` is a use of one. */
  readonly typeParameters: readonly string[];
  readonly schema: Schema;
  readonly at: Location;
  /** The schemas it names, each where it does. */
  readonly references: readonly Reference[];
  /** The identifiers in a file of JSON Schema. */
  readonly identified?: Identified;
}

/** The identifiers in a file of JSON Schema, and its references to those of other files. */
export interface Identified {
  /** The JSON Pointer of each identified schema, by its absolute URI. */
  readonly identifiers: ReadonlyMap<string, string>;
  readonly dynamicAnchors: ReadonlySet<string>;
  /** The `$dynamicRef`s, by the anchor that each leads to in its file. */
  readonly dynamicReferences: readonly Declared<string>[];
  /** The references by URI to other files, which stand in the schema as absolute URIs. */
  readonly external: readonly Declared<ExternalReference>[];
}

/** A reference by URI to another file. */
export interface ExternalReference {
  readonly uri: string;
  /** As it is written. */
  readonly text: string;
}

/** Parameters or responses that can be included by a name. */
export interface SetDefinition<T> {
  readonly name: string;
  readonly at: Location;
  readonly entries: readonly Declared<T>[];
  readonly includes: readonly Declared<string>[];
  /** The schemas that its types name. */
  readonly references: readonly Reference[];
  /** What responses say that have neither a type nor a status. */
  readonly untyped?: readonly Declared<string>[];
}

/** What no comment can say: OpenAPI 3.1, OpenAPI Object, without its paths. */
export interface BaseDocument {
  readonly info?: { readonly [field: string]: unknown };
  readonly servers?: readonly unknown[];
  readonly tags?: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly security?: readonly { readonly [scheme: string]: readonly string[] }[];
  readonly components?: {
    readonly securitySchemes?: { readonly [name: string]: { readonly [field: string]: unknown } };
  };
  readonly externalDocs?: { readonly [field: string]: unknown };
  readonly [extension: `x-${string}`]: unknown;
}

/** What one file defines. */
export interface FileDefinitions {
  readonly schemas: readonly SchemaDefinition[];
  readonly parameters: readonly SetDefinition<DeclaredParameter>[];
  readonly responses: readonly SetDefinition<DeclaredResponse>[];
  readonly samples: readonly Declared<Sample>[];
  readonly document?: { readonly value: BaseDocument; readonly at: Location };
}

/** Nothing. */
export const NO_DEFINITIONS: FileDefinitions = { schemas: [], parameters: [], responses: [], samples: [] };
