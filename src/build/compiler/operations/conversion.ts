import type { Conversion } from '../../../shared/contract/versions.ts';

/** The files that export the functions of definitions, as diagnostics show them, by the names of definitions. */
export type ConverterFiles = Readonly<Record<string, string>>;

/** The conversion of an inherited operation from one version to the one before. */
export interface OperationConversion extends Conversion {
  /** The name of the newer version. */
  readonly to: string;
  readonly downs: ConverterFiles;
  readonly ups: ConverterFiles;
}
