import type { Method } from '../../contract/operation.ts';
import { toMethod } from '../../contract/operation.ts';
import type { PathTemplate } from '../../contract/path-template.ts';
import { parsePathTemplate } from '../../contract/path-template.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';

/** The route of a file, by its path: spec A1. */
export interface FileRoute {
  readonly template: PathTemplate;
  /** The method in the name, if there is one. */
  readonly method: { readonly value: Method; readonly at: Location } | undefined;
  /** The part of the path that became the template. */
  readonly at: Location;
}

const EXTENSION = /\.[cm]?[jt]s$/;
const JSX = /\.[jt]sx$/;
const LEFT_OUT = /(?:^|\/)[._]|\.d\.[cm]?ts$|\.(?:test|spec)\.[^/]*$/;

/** Whether a file of the tree is an operation by its name; helpers (`_x`, `.x`), declarations and tests are not. */
export function isOperationFile(path: string): boolean {
  return EXTENSION.test(path) && !LEFT_OUT.test(path);
}

/** Whether a file looks like an operation but for an extension that handlers cannot have. */
export function isJsxFile(path: string): boolean {
  return JSX.test(path) && !LEFT_OUT.test(path);
}

/**
 * Reads the path template and the method from a file's path: spec A1, B1.
 *
 * @param path Below the tree, with `/`: `pets/{id}/photo@post.js`.
 * @param source The path as it is shown, ending with `path`.
 * @param base A prefix of every path, `/` for none.
 * @returns undefined if the name is invalid; all mistakes have then been reported.
 * @example locateOperation('pets/{id}/@get.ts', ...) // GET /pets/{id}
 */
export function locateOperation(path: string, source: SourceText, base: string, report: Report): FileRoute | undefined {
  const offset = source.text.length - path.length;
  const place = (start: number, end: number): Location => ({
    source,
    span: { start: offset + start, end: offset + end },
  });
  const stem = path.replace(EXTENSION, '');
  const separator = methodSeparator(stem);
  const route = separator === -1 ? stem : stem.slice(0, separator);
  let sound = true;
  const fail: Report = (diagnostic) => {
    sound = false;
    report(diagnostic);
  };
  // No URL can hold half of a surrogate pair.
  for (const match of path.matchAll(/[#?\\\p{Surrogate}]/gu))
    fail(messages.nameCharacter(place(match.index, match.index + 1), match[0]));
  const method = separator === -1 ? undefined : stem.slice(separator + 1);
  const value = method === undefined ? undefined : toMethod(method);
  const at = place(separator + 1, stem.length);
  if (method !== undefined && value === undefined) fail(messages.unknownMethod(at, method));
  const { template, faults } = parsePathTemplate(route);
  for (const fault of faults) fail(messages.pathTemplate(place(fault.start, fault.end), fault.kind));
  if (!sound) return undefined;
  checkForeign(route, place, report);
  // Requests use NFC, whichever form the disk uses.
  const fullPath = `${base}/${route}`.normalize('NFC');
  return {
    template: fullPath === `//${route}` ? template : parsePathTemplate(fullPath).template,
    method: value === undefined ? undefined : { value, at },
    at: place(0, route.replace(/\/$/, '').length || stem.length),
  };
}

/** Warns of segments that are parameters elsewhere: `[id]`, `[...slug]`, `:id`, and `[id].get` with a method. */
function checkForeign(route: string, place: (start: number, end: number) => Location, report: Report): void {
  const foreign = /(?<=^|\/)(?:\[\[?(?:\.\.\.)?([a-z_][\w-]*)\]?\]|:([a-z_][\w-]*)[?*+]?)(?=$|\/|\.[a-z]+$)/gi;
  for (const { 0: text, 1: bracketed, 2: name = bracketed!, index } of route.matchAll(foreign))
    report(messages.foreignParameter(place(index, index + text.length), text, name));
}

/** The offset of the `@` before the method: the last of the file's name, unless it is inside braces. */
function methodSeparator(stem: string): number {
  const at = stem.lastIndexOf('@');
  return at > stem.lastIndexOf('/') && at > stem.lastIndexOf('}') ? at : -1;
}
