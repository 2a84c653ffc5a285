import { toMethod } from '../../contract/operation.ts';
import { distance } from 'fastest-levenshtein';

/** The directives of an operation's comment; the methods (`@GET`, `@POST`, ...) and the extensions (`@x-...`) come on top. */
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
  'operationId',
  'security',
  'consumes',
  'produces',
  'example',
  'see',
  'internal',
] as const;

/** One of {@link DIRECTIVES}. */
export type DirectiveName = (typeof DIRECTIVES)[number];

// What also stands in comments that are no contract.
const EVERYDAY: ReadonlySet<string> = new Set(['deprecated', 'example', 'see', 'internal', 'summary', 'throws']);

/** JSDoc's own tags that say nothing about a contract. */
const PASSED_OVER = new Set(
  (
    'abstract access alias async augments author borrows callback category class classdesc constant constructor copyright default description ' +
    'enum event exports extends external file fileoverview fires function generator global hideconstructor ignore implements import inheritdoc ' +
    'instance kind lends license link listens memberof method mixin module name namespace override package private property protected public ' +
    'readonly remarks requires satisfies since static template this todo tutorial type typedef version virtual yields'
  ).split(' '),
);

/** Whether a comment that has this directive is meant as a contract, wherever in the file it stands. */
export function isDirectiveName(name: string): boolean {
  return isKnownDirective(name) && !EVERYDAY.has(name);
}

/** Whether a name is that of a directive in a contract, but for the extensions. */
export function isKnownDirective(name: string): boolean {
  return toMethod(name) !== undefined || (DIRECTIVES as readonly string[]).includes(name);
}

/** Whether a tag is one of JSDoc's that are passed over without a word. */
export function isPassedOver(name: string): boolean {
  return PASSED_OVER.has(name.toLowerCase());
}

/** What else people call it. */
const SECURITY = /^(?:secured?|securities|auth|authori[sz](?:ed?|ation)|authenticat(?:ed?|ion))$/i;

/** Whether a word that is no directive may well be meant as `@security`; passed over, it would leave an operation open to all. */
export function isLikeSecurity(name: string): boolean {
  const lower = name.toLowerCase();
  // A severity is another word.
  return SECURITY.test(name) || (distance(lower, 'security') <= 2 && lower !== 'severity');
}
