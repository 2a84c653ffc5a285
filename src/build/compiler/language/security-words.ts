import { distance } from 'fastest-levenshtein';
import { visible } from './visible.ts';
import {
  isDirectiveName,
  isKnownDirective,
  isPassedOver,
  protecting,
  protects,
  rowOf,
} from '../../../directives/vocabulary.ts';
import type { WithCustom } from '../../../directives/custom/custom-directives.ts';
import type { DirectiveDescription } from '../../../directives/directive-description.ts';

/** Other names for `@security`. */
const SECURITY = /^(?:secured?|securities|auth|authori[sz](?:ed?|ation)|authenticat(?:ed?|ion))$/i;

/** Whether an unknown directive probably means `@security`; if it were ignored, the operation would be open to everyone. */
export function isLikeSecurity(name: string): boolean {
  const lower = plainWord(name).toLowerCase();
  // A severity is another word.
  return SECURITY.test(lower) || (distance(lower, 'security') <= 2 && lower !== 'severity');
}

/** Whether an unknown directive begins with `security` or `secured`, as in `@securityScheme token` and `@securitytoken`. */
function beginsAsSecurity(name: string, text: WithCustom): boolean {
  return /^secur(?:ity|ed)/i.test(plainWord(name)) && !isKnownDirective(name, text);
}

/** Whether a directive probably means `@security`. */
export function meansSecurity(name: string, text: WithCustom): boolean {
  return isLikeSecurity(name) || beginsAsSecurity(name, text);
}

/** The text of `@security` in place of a name that means it: the scheme can be a part of the name. */
export function securityText(name: string): string {
  const rest = /^secur(?:ity|ed)[-_]?(.*)$/i.exec(plainWord(name))?.[1] ?? '';
  return rest === '' || isLikeSecurity(name) || /^(?:s|schemes?|requirements?|by|with)$/i.test(rest)
    ? 'security'
    : `security ${rest}`;
}

/** A word as readers see it: without invisible characters, and with the usual forms of wide letters. */
function plainWord(word: string): string {
  return visible(word).normalize('NFKC');
}

/** Other names for `@rate-limit`. */
const LIMIT = /^(?:throttled?|ratelimit(?:ed|er|ing))$/;

/** The directive that an unknown one probably means, of those that protect besides `@security`. */
export function meantProtection(name: string, text: WithCustom): string | undefined {
  if (isKnownDirective(name, text) || isPassedOver(name)) return undefined;
  const letters = lettersOf(plainWord(name));
  if (LIMIT.test(letters)) return 'rate-limit';
  return protecting(text).find((each) => {
    const meant = lettersOf(each);
    // In a short name, other letters make another word, such as `page` and `cache`. There are few custom directives that guard.
    const least = text.custom?.rows.has(each) === true ? 1 : 0;
    const typos = Math.max(least, meant.length < 5 ? 0 : meant.length < 8 ? 1 : 2);
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
export function guardsByItself(name: string, text: WithCustom): boolean {
  return meansSecurity(name, text) || protects(plainWord(name), text);
}

/** Whether a directive has a meaning in the comment of an operation or a directory, or would be a guard if it were spelled correctly. */
export function isMeantForContract(name: string, text: WithCustom): boolean {
  return (isKnownDirective(name, text) && !isPassedOver(name)) || guardsByItself(name, text);
}

/** Whether a directive is `@security`, also misspelled, or a guard of a package: no helper has such a line by chance. */
export function isSecurityWord(name: string, text: WithCustom): boolean {
  const row = protectionOf(name, text);
  return isSecurity(name) || (row !== undefined && text.custom?.rows.get(row.name) === row);
}

/** Whether a directive is `@security`, also misspelled. */
export function isSecurity(name: string): boolean {
  return /^secu/i.test(plainWord(name)) && isLikeSecurity(name);
}

/** The description of a directive that protects, besides `@security`. */
export function protectionOf(name: string, text: WithCustom): DirectiveDescription | undefined {
  const row = rowOf(plainWord(name), text);
  return row?.protects === true ? row : undefined;
}

/** Whether a text can have a line that protects, besides `@security`. */
export function mentionsGuard(content: string, text: WithCustom): boolean {
  return protecting(text).some((name) => content.includes(`@${name}`));
}

/** Whether a text can have a line of a guard of a package. */
export function mentionsCustomGuard(content: string, { custom }: WithCustom): boolean {
  return [...(custom?.rows.values() ?? [])].some((row) => row.protects === true && content.includes(`@${row.name}`));
}

/** Whether a directive is one of a contract that JSDoc lacks. */
export function isOnlyOurs(name: string, text: WithCustom): boolean {
  const isContract = isDirectiveName(name, text) && name !== 'param' && name !== 'returns';
  return isContract || name.startsWith('x-') || meansSecurity(name, text);
}
