import type { DefinitionFile } from './definitions/model.ts';
import type { FileDefinitions } from './definitions/model.ts';
import type { VersionHeader } from '../../shared/contract/operation.ts';
import type { OperationFile } from './operations/parse.ts';
import { versionOf } from './operations/tree-files.ts';

/** A version of the API: see docs/guides/versions.md. */
export interface Version {
  readonly name: string;
  /** The prefix of its paths below `base`; undefined for none. */
  readonly prefix?: string;
  /** The header that names it; undefined if the path does. */
  readonly header?: VersionHeader;
  /** The date of its deprecation: `2026-11-01`. */
  readonly deprecated?: string;
  /** The date from which it may be gone: `2027-05-01`. */
  readonly sunset?: string;
}

/** A version, with the files in its directory. */
export interface VersionInput extends Version {
  /** Below the tree: `../versions/v1/operations/pets/@get.ts`. */
  readonly files?: readonly OperationFile[];
  /** Below its directory of definitions. */
  readonly definitions?: readonly DefinitionFile[];
}

/** One of the versions, as a stage of the compiler needs it. */
export interface Stage {
  readonly version: Version;
  /** The names of all versions, the oldest one first. The last one is the tree itself. */
  readonly names: readonly string[];
  /** The older directories of definitions that override the one of today, in the order in which they apply. */
  readonly layers: readonly Layer[];
}

/** A directory of definitions of an older version. */
export interface Layer {
  readonly version: string;
  readonly definitions: readonly DefinitionFile[];
  /** The directory, as diagnostics show it. */
  readonly directory: string;
}

/** The definitions of a layer. */
export interface ParsedLayer extends Pick<Layer, 'version'> {
  readonly definitions: readonly FileDefinitions[];
}

/** The place of a file in the order of the versions. A file of today is the last. */
export function rankOf(path: string, { names }: Pick<Stage, 'names'>): number {
  const version = versionOf(path);
  return version === undefined ? names.length - 1 : names.indexOf(version);
}
