import type { Conversion } from '../../../shared/contract/versions.ts';
import { pathOfId } from './tree-files.ts';

/** The same for an operation of a version, and for those that other versions inherit from there. */
export function keyInVersion({ id }: { readonly id: string }, version: string | undefined): string {
  return `${version} ${pathOfId(id)}`;
}

/** The files that export the functions of definitions, as diagnostics show them, by the names of definitions. */
export type ConverterFiles = Readonly<Record<string, string>>;

/** The conversion of an inherited operation from one version to the one before. */
export interface OperationConversion extends Conversion {
  /** The name of the newer version. */
  readonly to: string;
  readonly downs: ConverterFiles;
  readonly ups: ConverterFiles;
}
