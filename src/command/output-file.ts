import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blockYaml } from '../build/project/block-yaml.ts';
import { isTypeScript } from '../build/project/source-language.ts';
import { replaceFile } from '../build/project/replace-file.ts';

/**
 * Reads the option `--output`, which a user can also give twice.
 *
 * @throws {Error} If it is given more than once.
 */
export function outputOf(given: unknown): string | undefined {
  if (Array.isArray(given)) throw new Error('Invalid option --output: give it once.');
  return given === undefined ? undefined : String(given);
}

/**
 * Writes text to a file, whose directory may be missing.
 *
 * @param example The name of a file that can have this text.
 * @returns A message about it.
 * @throws {Error} If the file has the name of a directory, or is below a file.
 */
export function writeOutput(output: string, text: string, example: string): string {
  if (isDirectory(output))
    throw new Error(
      `Invalid option --output: ${output} is a directory. Name a file, such as ${join(output, example)}.`,
    );
  const directory = dirname(output);
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EEXIST', 'ENOTDIR'].includes(code)) throw error;
    throw new Error(`Invalid option --output: ${directory} is not a directory.`, { cause: error });
  }
  replaceFile(output, `${text.trimEnd()}\n`);
  return `Wrote ${output}.`;
}

/** Writes data as JSON, or as YAML for a file whose name ends so. */
export function dataText(data: unknown, output: string | undefined): string {
  return /\.ya?ml$/i.test(output ?? '') ? blockYaml(data).trimEnd() : JSON.stringify(data, null, 2);
}

/**
 * Checks that a file has a name that TypeScript reads.
 *
 * @throws {Error} If it has another one.
 */
export function checkTypesOutput(output: string | undefined): void {
  if (output === undefined || isDirectory(output) || isDevice(output) || isTypeScript(output)) return;
  throw new Error(`Invalid option --output: this command writes TypeScript, so ${output} must end with ".d.ts".`);
}

/** Whether a path is a device or a pipe, such as `/dev/stdout`, which can have any name. */
function isDevice(path: string): boolean {
  return existsSync(path) && !statSync(path).isFile();
}

function isDirectory(path: string): boolean {
  return /[\\/]$/.test(path) || (existsSync(path) && statSync(path).isDirectory());
}
