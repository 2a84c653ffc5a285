import { existsSync } from 'node:fs';

/** The hosts and files that a description can refer to, in addition to its own origin or directory. */
export interface Allowed {
  /** Hosts: names, addresses, or with a port. */
  readonly hosts?: readonly string[];
  /** Directories with all that is below, and files. */
  readonly files?: readonly string[];
}

/** The rules for everything that a description refers to. */
export interface ReferenceRules extends Allowed {
  /** The URI that you named. Everything at its origin is allowed, or in its directory. */
  readonly root: string;
}

/** The options of {@link ALLOW_OPTIONS}, as cac parses them. */
export interface AllowArguments {
  readonly allowHosts?: unknown;
  readonly allowFiles?: unknown;
}

/** The options of the commands that read a description. */
export const ALLOW_OPTIONS = [
  ['--allow-hosts <hosts>', 'The hosts that the description can refer to, besides its own: a,b'],
  ['--allow-files <directories>', 'The directories that the description can refer to, besides its own: a,b'],
] as const;

/**
 * Reads the options.
 *
 * @throws {Error} If a directory does not exist.
 */
export function allowedOf({ allowHosts, allowFiles }: AllowArguments): Required<Allowed> {
  const files = listOf(allowFiles);
  const missing = files.find((path) => !existsSync(path));
  if (missing !== undefined)
    throw new Error(
      `Invalid option --allow-files: "${missing}" does not exist. Its paths are relative to the working directory.`,
    );
  return { hosts: listOf(allowHosts), files };
}

function listOf(given: unknown = ''): string[] {
  return String(given)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
