import type { Verifiers } from './request/security/index.ts';
import { usageError } from './usage-error.ts';

/** What the runtime may be told, all optional. */
export interface RuntimeOptions {
  /** The most that is read of a body, in bytes, once it is decompressed; of a multipart body without its files. 1 MiB where not said. */
  readonly bodyLimit?: number;
  readonly forms?: FormOptions;
  /** Who says whom a request is from, by the names of the security schemes; each scheme that operations ask for needs one. */
  readonly security?: Verifiers;
  /** Whether answers are checked against the contract; where not said, wherever the bundle says what operations may answer. */
  readonly checkResponses?: boolean;
}

const NAMES: Readonly<Record<keyof RuntimeOptions, true>> = {
  bodyLimit: true,
  forms: true,
  security: true,
  checkResponses: true,
};

/** Options without those of the runtime. */
export function withoutRuntimeOptions<T extends RuntimeOptions>(options: T): Omit<T, keyof RuntimeOptions> {
  const others = Object.entries(options).filter(([name]) => !Object.hasOwn(NAMES, name));
  return Object.fromEntries(others) as Omit<T, keyof RuntimeOptions>;
}

/** The limits of forms, urlencoded and multipart. */
export interface FormOptions {
  /** The most fields that are no files; 1,000 where not said. */
  readonly maxFields?: number;
  /** The most files; 10 where not said. */
  readonly maxFiles?: number;
  /** The most that one file may have, in bytes; 10 MiB where not said. */
  readonly maxFileSize?: number;
}

/** How much of a body is taken: whole numbers, or Infinity. */
export interface BodyLimits extends Required<FormOptions> {
  readonly bodyLimit: number;
}

/**
 * The limits that options ask for.
 *
 * @throws {TypeError} For what is no limit.
 */
export function resolveLimits({ bodyLimit = 2 ** 20, forms = {} }: RuntimeOptions): BodyLimits {
  const { maxFields = 1000, maxFiles = 10, maxFileSize = 10 * 2 ** 20 } = forms;
  return {
    bodyLimit: checkLimit('bodyLimit', bodyLimit),
    maxFields: checkLimit('forms.maxFields', maxFields),
    maxFiles: checkLimit('forms.maxFiles', maxFiles),
    maxFileSize: checkLimit('forms.maxFileSize', maxFileSize),
  };
}

function checkLimit(option: string, limit: unknown): number {
  if (typeof limit === 'number' && limit >= 0 && (Number.isSafeInteger(limit) || limit === Infinity)) return limit;
  throw usageError(
    `The option ${option} must be a whole number that is not negative, or Infinity, not ${String(limit)}.`,
  );
}
