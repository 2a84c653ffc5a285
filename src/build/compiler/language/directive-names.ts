import { toMethod } from '../../../shared/contract/operation.ts';
import { distance } from 'fastest-levenshtein';

/** The directives of an operation's comment; the methods (`@GET`, `@POST`, ...) and the extensions (`@x-...`) are not listed. */
export const DIRECTIVES = [
  'param',
  'param-include',
  'returns',
  'returns-include',
  'throws',
  'header',
  'summary',
  'tags',
  'deprecated',
  'sunset',
  'operationId',
  'security',
  'consumes',
  'produces',
  'example',
  'see',
  'etag',
  'idempotent',
  'tool',
  'internal',
] as const;

/** One of {@link DIRECTIVES}. */
export type DirectiveName = (typeof DIRECTIVES)[number];

// These are also common in comments that are not contracts.
const EVERYDAY: ReadonlySet<string> = new Set(['deprecated', 'example', 'see', 'internal', 'summary', 'throws']);

/** JSDoc tags that do not affect a contract. */
const IGNORED_TAGS = new Set(
  (
    'abstract access alias async augments author borrows callback category class classdesc constant constructor copyright default description ' +
    'enum event exports extends external file fileoverview fires function generator global hideconstructor ignore implements import inheritdoc ' +
    'instance kind lends license link listens memberof method mixin module name namespace override package private property protected public ' +
    'readonly remarks requires satisfies since static template this todo tutorial type typedef version virtual yields'
  ).split(' '),
);

/** Whether a comment with this directive is a contract, anywhere in the file. */
export function isDirectiveName(name: string): boolean {
  return isKnownDirective(name) && !EVERYDAY.has(name);
}

/** Whether a contract can have a directive of this name; extensions are excluded. */
export function isKnownDirective(name: string): boolean {
  return toMethod(name) !== undefined || (DIRECTIVES as readonly string[]).includes(name);
}

/** Whether a tag is one of JSDoc's, which are ignored without a warning. */
export function isPassedOver(name: string): boolean {
  return IGNORED_TAGS.has(name.toLowerCase());
}

/** Other names for `@security`. */
const SECURITY = /^(?:secured?|securities|auth|authori[sz](?:ed?|ation)|authenticat(?:ed?|ion))$/i;

/** Whether an unknown directive probably means `@security`; if it were ignored, the operation would be open to everyone. */
export function isLikeSecurity(name: string): boolean {
  const lower = plainWord(name).toLowerCase();
  // A severity is another word.
  return SECURITY.test(lower) || (distance(lower, 'security') <= 2 && lower !== 'severity');
}

/** A word as readers see it: without invisible characters, and with the usual forms of wide letters. */
function plainWord(word: string): string {
  return word.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC');
}

/** Directives that change what a client may do or see, besides `@security`. */
const GUARDS: readonly string[] = ['etag', 'idempotent'];

/** Whether a comment with this directive keeps clients out, or protects their writes, so that it must not get lost. */
export function guardsByItself(name: string): boolean {
  return isLikeSecurity(name) || GUARDS.includes(plainWord(name));
}

/** Whether a directive has a meaning in the comment of an operation or a directory, or would be a guard if it were spelled correctly. */
export function isMeantForContract(name: string): boolean {
  return isKnownDirective(name) || guardsByItself(name);
}

/** Whether a directive is `@security`, also misspelled. */
export function isSecurityWord(name: string): boolean {
  return /^secu/i.test(plainWord(name)) && isLikeSecurity(name);
}

/** Whether a directive is one of a contract that JSDoc lacks. */
export function isOnlyOurs(name: string): boolean {
  return (isDirectiveName(name) && name !== 'param' && name !== 'returns') || isLikeSecurity(name);
}
