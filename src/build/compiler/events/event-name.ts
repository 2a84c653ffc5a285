import { webhookName } from '../../../shared/contract/webhooks.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { EXTENSION, placesIn, unescapeNames } from '../operations/file-name.ts';
import { isInEvents, ownPath } from '../operations/tree-files.ts';

// A name that ends as that of a test can be the name of an event: `endpoint.test`.
const LEFT_OUT = /(?:^|\/)[._]|\.d\.[cm]?ts$/;

/** Whether a file can be an event by its name: helpers (`_x`, `.x`) and declarations cannot. */
export function isEventFile(path: string): boolean {
  const own = ownPath(path);
  return isInEvents(path) && EXTENSION.test(own) && !LEFT_OUT.test(own);
}

/** The name of an event, with the part of its file's path that it is made from. */
export interface EventName {
  readonly name: string;
  readonly at: Location;
}

/** Characters that can't be in a name. A name is a key of documents and a text of payloads, and must not be mistaken for a path or a method. */
const ODD = /[#?\\{}@\p{Cc}\p{Surrogate}]/u;
const METHOD = /@[a-z]+$/i;

/**
 * Reads the name of an event from its file's path.
 *
 * @param source The path as it is shown, ending with the same names.
 * @returns undefined if the name is invalid, which has then been reported.
 * @example locateEvent('../events/invoice.paid.ts', ...) // { name: 'invoice.paid', ... }
 */
export function locateEvent(path: string, source: SourceText, report: Report): EventName | undefined {
  const own = ownPath(path);
  const place = placesIn(own, source);
  const stem = own.replace(EXTENSION, '');
  const method = METHOD.exec(stem);
  if (method !== null) return void report(messages.eventMethod(place(method.index, stem.length)));
  const odd = ODD.exec(stem);
  if (odd !== null) return void report(messages.eventFileName(place(odd.index, odd.index + odd[0].length), odd[0]));
  const name = webhookName(unescapeNames(stem));
  const at = place(0, stem.length);
  if (RESERVED.includes(name)) return void report(messages.eventFileName(at, name));
  return { name, at };
}

/** Names of properties that all objects of JavaScript have a meaning for. */
const RESERVED: readonly string[] = ['__proto__', '[_]_proto__'];
