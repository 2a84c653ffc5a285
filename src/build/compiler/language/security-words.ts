import { distance } from 'fastest-levenshtein';
import {
  isDirectiveName,
  isKnownDirective,
  isPassedOver,
  PROTECTING,
  protects,
} from '../../../directives/vocabulary.ts';

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

/** Other names for `@rate-limit`. */
const LIMIT = /^(?:throttled?|ratelimit(?:ed|er|ing))$/;

/** The directive that an unknown one probably means, of those that protect besides `@security`. */
export function meantProtection(name: string): string | undefined {
  if (isKnownDirective(name) || isPassedOver(name)) return undefined;
  const letters = lettersOf(plainWord(name));
  if (LIMIT.test(letters)) return 'rate-limit';
  return PROTECTING.find((each) => {
    const meant = lettersOf(each);
    // In a short name, other letters make another word: a page is no cache.
    const typos = meant.length < 5 ? 0 : meant.length < 8 ? 1 : 2;
    return distance(letters, meant) <= typos || isSwapped(letters, meant);
  });
}

function lettersOf(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Whether two words differ in the order of two neighbours. */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, i) => letter !== other[i]);
  return at !== -1 && `${one.slice(0, at)}${one[at + 1]}${one[at]}${one.slice(at + 2)}` === other;
}

/** Whether a comment with this directive keeps clients out, or protects their writes, so that it must not get lost. */
export function guardsByItself(name: string): boolean {
  return isLikeSecurity(name) || protects(plainWord(name));
}

/** Whether a directive has a meaning in the comment of an operation or a directory, or would be a guard if it were spelled correctly. */
export function isMeantForContract(name: string): boolean {
  return (isKnownDirective(name) && !isPassedOver(name)) || guardsByItself(name);
}

/** Whether a directive is `@security`, also misspelled. */
export function isSecurityWord(name: string): boolean {
  return /^secu/i.test(plainWord(name)) && isLikeSecurity(name);
}

/** Whether a directive is one of a contract that JSDoc lacks. */
export function isOnlyOurs(name: string): boolean {
  return (isDirectiveName(name) && name !== 'param' && name !== 'returns') || isLikeSecurity(name);
}
