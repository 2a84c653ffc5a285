import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFrame, locationIn } from '../../../build/compiler/diagnostics/source.ts';
import { toPosix } from '../../../build/project/files.ts';
import { MODULES_DIRECTORY } from '../../../build/project/helper-modules.ts';

/** A call in a stack trace. */
export interface Frame {
  /** The name of the function; empty at the top of a module. */
  readonly name: string;
  /** Absolute, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const CALL = /^ +at (?:(?:async )?(.*?) \()?((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/;

/**
 * Reads the calls in the project's own code: neither those in packages, nor in Node, nor in this plugin.
 *
 * @param stack With the positions of the sources.
 */
export function readFrames(stack: string): Frame[] {
  return stack.split('\n').flatMap((text): Frame[] => {
    const [, name = '', path, line, column] = CALL.exec(text) ?? [];
    if (path === undefined) return [];
    const file = toPosix(path.startsWith('file://') ? fileURLToPath(path) : path);
    if (file.includes('/node_modules/') || file.startsWith(MODULES_DIRECTORY)) return [];
    return [{ name: writtenName(name), file, line: Number(line), column: Number(column) }];
  });
}

/** Removes the objects by which Vite imports modules from names. */
export function withoutImports(text: string): string {
  return text.replace(/__vite_ssr_(?:import|exports?)(?:_\d+)?__\.?/g, '');
}

/** The name of a function as its author wrote it. */
function writtenName(name: string): string {
  return withoutImports(name).replace(/^(?:Module|Object)\./, '');
}

/** A call as it is shown: its text, and its place for editors. */
export interface Call extends Omit<Frame, 'name'> {
  /** `at findPet (app/pets.ts:3:9)` */
  readonly text: string;
}

/** A call as it is shown, with a path relative to a directory. */
export function toCall({ name, ...place }: Frame, root: string): Call {
  return { ...place, text: formatFrame({ name, ...place }, root) };
}

/**
 * Formats a call as Node does, with a path relative to a directory.
 *
 * @example formatFrame(frame, '/home/me/api') // 'at findPet (app/pets.ts:3:9)'
 */
export function formatFrame({ name, file, line, column }: Frame, root: string): string {
  const place = `${toPosix(relative(root, file))}:${line}:${column}`;
  return name === '' ? `at ${place}` : `at ${name} (${place})`;
}

/** Prints the line of a call, with carets below its position; undefined if the file has no such line. */
export function frameCode({ file, line, column }: Frame): string | undefined {
  const text = readSource(file);
  const lines = text?.split('\n') ?? [];
  if (text === undefined || line > lines.length) return undefined;
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
  const [word] = /^[\w$.]*/.exec(text.slice(start))!;
  return codeFrame(locationIn({ file, text }, start, start + word.length));
}

function readSource(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
