import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Comment } from '../comment/comment.ts';
import type { Schema, SecurityRequirement } from '../../../shared/contract/operation.ts';
import type { DeclaredParameter, DeclaredResponse, Reference, Sample } from '../language/declared.ts';
import type { KeyedUse } from '../typescript/env.ts';
import type { Declared, Location } from '../diagnostics/source.ts';

/** A file of definitions. */
export interface DefinitionFile {
  /** The path below the directory of definitions, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Whether other projects may use it too, because it is outside of this one. */
  readonly isShared?: boolean;
}

/** A named schema. */
export interface SchemaDefinition {
  readonly name: string;
  /** The names of the type parameters; the schema has drafts of them. */
  readonly typeParameters: readonly string[];
  readonly schema: Schema;
  readonly at: Location;
  /** The references to other schemas. */
  readonly references: readonly Reference[];
  /** The keys that types of other files must have. */
  readonly keyed?: readonly KeyedUse[];
  /** The name by which TypeScript imports it from its file, if every type argument is allowed. */
  readonly importedAs?: string;
  /** Whether it is an alias of a name that may be a value: it counts if that is a definition. */
  readonly isTentative?: true;
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
  /** The references by URI to other files, which are absolute in the schema. */
  readonly external: readonly Declared<ExternalReference>[];
}

/** A reference by URI to another file. */
export interface ExternalReference {
  readonly uri: string;
  /** The reference as written. */
  readonly text: string;
}

/** A named set of parameters or responses, which comments can include. */
export interface SetDefinition<T> {
  readonly name: string;
  readonly at: Location;
  readonly entries: readonly Declared<T>[];
  readonly includes: readonly Declared<string>[];
  /** The includes that are left out, because a limit was passed. */
  readonly cut?: readonly Declared<string>[];
  /** The references of its types to schemas. */
  readonly references: readonly Reference[];
  /** The texts of responses without a type or a status. */
  readonly untyped?: readonly Declared<string>[];
}

/** The definitions of one file. */
export interface FileDefinitions {
  readonly schemas: readonly SchemaDefinition[];
  readonly parameters: readonly SetDefinition<DeclaredParameter>[];
  readonly responses: readonly SetDefinition<DeclaredResponse>[];
  readonly samples: readonly Declared<Sample>[];
  readonly document?: Declared<BaseDocument> & {
    /** The alternatives for operations without their own. */
    readonly security: readonly Declared<SecurityRequirement>[];
    /** The names of the security schemes. */
    readonly schemes: readonly Declared<string>[];
  };
  /** The comments that define something. */
  readonly comments?: readonly Comment[];
}

/** The definitions of an empty file. */
export const NO_DEFINITIONS: FileDefinitions = { schemas: [], parameters: [], responses: [], samples: [] };
