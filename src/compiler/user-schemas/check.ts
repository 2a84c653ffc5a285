import type { Schema } from '../../contract/operation.ts';
import { checkBounds } from './bounds.ts';
import { fitsCommonSchema } from './common-schema.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { FORMAT_NAMES, KEYWORD_NAMES, adviceOn, eachKeyword } from '../../schema/keywords.ts';
import { didYouMean } from '../diagnostics/report.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { checkSchema } from './meta-schema.ts';

/** Where the value that a JSON pointer names, or its key, stands. */
export type Places = (pointer: string, what?: 'key') => Location;

/** Is shown a keyword whose value the schema that it stands in may not allow. */
export type Doubt = (keyword: string, pointer: string) => void;

/** The keywords whose values their own schema is to allow; of an enum what is not allowed does no harm. */
const SAMPLES: ReadonlySet<string> = new Set(['default', 'const', 'example', 'examples']);

/**
 * Reports what is wrong with a JSON Schema that a user wrote, and words in it that say nothing.
 *
 * @param doubt Is shown the defaults and examples that are not seen at once to be allowed.
 * @returns Whether it is one.
 */
export function reportSchema(schema: unknown, places: Places, report: Report, doubt?: Doubt): boolean {
  const fault = checkSchema(schema);
  if (fault !== undefined) {
    report(messages.invalidSchema(places(fault.pointer), fault.pointer, fault.message));
    return false;
  }
  eachKeyword(schema, (keyword, value, pointer, of) => {
    const advice = adviceOn(keyword);
    if (advice !== undefined) report(messages.unknownKeyword(places(pointer(), 'key'), keyword, advice, KEYWORD_NAMES));
    if (keyword === 'format') checkFormat(value, () => places(pointer()), report);
    if (typeof value === 'number') checkBounds(of, () => places(pointer()), report, [keyword]);
    if (doubt !== undefined && SAMPLES.has(keyword) && !isAllowed(keyword, value, of)) doubt(keyword, pointer());
  });
  return true;
}

function isAllowed(keyword: string, value: unknown, schema: Schema): boolean {
  const values = keyword === 'examples' && Array.isArray(value) ? (value as unknown[]) : [value];
  return values.every((item) => fitsCommonSchema(schema, item));
}

/** Warns of a format that is nearly one that is known; any other is a word between those who use it (2020-12, Validation, 7.2.3). */
export function checkFormat(format: unknown, at: () => Location, report: Report): void {
  if (typeof format !== 'string' || FORMAT_NAMES.includes(format)) return;
  const hint = didYouMean(format, FORMAT_NAMES);
  if (hint !== '') report(messages.unknownFormat(at(), format, hint));
}
