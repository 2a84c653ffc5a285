import type { Report } from './diagnostic.ts';
import { FORMAT_NAMES, KEYWORD_NAMES, adviceOn, eachKeyword } from './keywords.ts';
import { didYouMean } from './messages/diagnose.ts';
import * as messages from './messages/index.ts';
import type { Location } from './source.ts';
import { checkSchema } from './values.ts';

/** Where the value that a JSON pointer names, or its key, stands. */
export type Places = (pointer: string, what?: 'key') => Location;

/**
 * Reports what is wrong with a JSON Schema that a user wrote, and words in it that say nothing.
 *
 * @returns Whether it is one.
 */
export function reportSchema(schema: unknown, places: Places, report: Report): boolean {
  const fault = checkSchema(schema);
  if (fault !== undefined) {
    report(messages.invalidSchema(places(fault.pointer), fault.pointer, fault.message));
    return false;
  }
  eachKeyword(schema, (keyword, value, pointer) => {
    const advice = adviceOn(keyword);
    if (advice !== undefined) report(messages.unknownKeyword(places(pointer(), 'key'), keyword, advice, KEYWORD_NAMES));
    if (keyword === 'format') checkFormat(value, () => places(pointer()), report);
  });
  return true;
}

/** Warns of a format that is nearly one that is known; any other is a word between those who use it (2020-12, Validation, 7.2.3). */
export function checkFormat(format: unknown, at: () => Location, report: Report): void {
  if (typeof format !== 'string' || FORMAT_NAMES.includes(format)) return;
  const hint = didYouMean(format, FORMAT_NAMES);
  if (hint !== '') report(messages.unknownFormat(at(), format, hint));
}
