import { relative, resolve } from 'node:path';
import type { Location } from '../build/compiler/diagnostics/source.ts';
import { codeFrame, positionOf } from '../build/compiler/diagnostics/source.ts';
import { userError } from '../build/project/errors.ts';
import { look, readText } from '../build/project/disk.ts';
import { toPosix } from '../build/project/files.ts';

/** The imports of virtual modules, for errors about a module as a whole. */
export interface ImportLocations {
  /** Remembers the first file that imports a module. */
  add(name: string, importer: string | undefined): void;
  /** Generates a module; an error gets the location of its import. */
  generate(name: string, root: string, write: () => string): string;
}

/** Creates a record without imports. */
export function createImportLocations(): ImportLocations {
  const importers = new Map<string, string>();
  return {
    add(name, importer) {
      if (importer !== undefined && importer !== '' && !importers.has(name)) importers.set(name, importer);
    },
    generate(name, root, write) {
      try {
        return write();
      } catch (error) {
        throw locate(error as Error, name, importers.get(name), root);
      }
    },
  };
}

/** Adds the location of an import to an error: to its message, and as `id` and `loc` for bundlers that read them. */
function locate(error: Error, name: string, importer: string | undefined, root: string): Error {
  const at = findImport(name, importer, root);
  if (at === undefined) return error;
  const [file, { line, column }] = [resolve(root, at.source.file), positionOf(at)];
  const located = userError(`${at.source.file}:${line}:${column} - error: ${error.message}\n${codeFrame(at)}`);
  return Object.assign(located, { id: file, loc: { file, line, column: column - 1 } });
}

/** Finds the name of a module in a file that imports it; undefined if the file cannot be read, or does not have it. */
export function findImport(name: string, importer: string | undefined, root: string): Location | undefined {
  const file = importer?.replace(/[?#].*$/s, '');
  if (file === undefined || look(file)?.isFile() !== true) return undefined;
  const text = readText(file);
  // Other modules can have longer names that begin alike.
  const quoted = ["'", '"', '`'].map((quote) => text.indexOf(quote + name + quote) + 1).find((start) => start > 0);
  const start = quoted ?? text.indexOf(name);
  if (start < 0) return undefined;
  return { source: { file: toPosix(relative(root, file)), text }, span: { start, end: start + name.length } };
}
