import type { CheckedKeyword } from '../../../shared/schema/keywords.ts';
import { formatCondition } from './format.ts';
import { or } from './logic.ts';
import type { FunctionScope, Site, WriteKeyword } from './scope.ts';

/** The conditions of the keywords that apply to strings: JSON Schema 2020-12, Validation, 6.3. */
export const STRING: Readonly<Record<CheckedKeyword<'string'>, WriteKeyword>> = {
  minLength: (least, { v, scope }) => (least === 0 ? 'true' : longerCondition(v, least as number, scope)),
  // A character is one or two units of UTF-16, so most strings need no counting.
  maxLength: (most, { v, scope }) =>
    or([`${v}.length <= ${String(most)}`, `${scope.use('characters')}(${v}) <= ${String(most)}`]),
  pattern: (pattern, { v, scope }) => `${scope.use('matches')}(${JSON.stringify(pattern)}, ${v})`,
  format: (format, { v, scope }) => formatCondition(format, 'string', v, scope),
};

/** The condition of the keywords that bytes and files have in common with strings. */
export function sizeCondition({ schema: { minLength: least = 0, maxLength: most }, v, scope }: Site): string {
  if (least === 0 && most === undefined) return 'true';
  return `${scope.use('isSized')}(${[v, least, most].filter((each) => each !== undefined).join(', ')})`;
}

function longerCondition(v: string, minLength: number, scope: FunctionScope): string {
  if (minLength === 1) return `${v} !== ""`;
  return or([`${v}.length >= ${minLength * 2}`, `${scope.use('characters')}(${v}) >= ${minLength}`]);
}
