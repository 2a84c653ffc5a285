import type { Readable } from 'node:stream';
import type { InputError } from '../../../../shared/contract/problem.ts';
import type { FieldValue } from '../../../../shared/validation/decode.ts';
import type { BodyLimits } from '../../options.ts';

/** Options of a {@link FormReader}. */
export interface MultipartOptions {
  /** The Content-Type header, with the boundary. */
  readonly contentType: string;
  /** Whether a field is declared as a file. */
  readonly isFile: (name: string) => boolean;
  /** Whether a field is declared as a value. */
  readonly isValue: (name: string) => boolean;
  readonly limits: BodyLimits;
}

/** A parsed multipart form. */
export interface MultipartForm {
  /** Fields and files in the order of the body. */
  readonly fields: readonly (readonly [name: string, value: FieldValue])[];
  /** Violations of single parts, such as invalid JSON or an undeclared file. */
  readonly errors: readonly InputError[];
  /** Removes the temporary files. */
  dispose(): Promise<void>;
}

/** Reads a multipart form. */
export type FormReader = (body: Readable, options: MultipartOptions) => Promise<MultipartForm>;
