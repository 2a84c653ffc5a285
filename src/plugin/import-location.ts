import { relative } from 'node:path';
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
  const file = importer?.replace(/[?#].*$/s, '');
  if (file === undefined || look(file)?.isFile() !== true) return error;
  const text = readText(file);
  const start = text.indexOf(name);
  if (start < 0) return error;
  const source = { file: toPosix(relative(root, file)), text };
  const at = { source, span: { start, end: start + name.length } };
  const { line, column } = positionOf(at);
  const located = userError(`${source.file}:${line}:${column} - error: ${error.message}\n${codeFrame(at)}`);
  return Object.assign(located, { id: file, loc: { file, line, column: column - 1 } });
}
