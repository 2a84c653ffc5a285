import { CLOSING, tokenAt } from '../../build/compiler/language/type-token.ts';
import type { Token } from '../../build/compiler/language/type-token.ts';

/** The place of a name in a type that is being written. */
export interface TypePlace {
  /** The part of the name before the cursor. */
  readonly prefix: string;
  /** Whether the name is the whole type so far. */
  readonly isOutermost: boolean;
}

/**
 * Finds whether a type's name can be at the end of a text.
 *
 * @param text The text after the opening brace, up to the cursor.
 * @returns undefined in a literal, at the name of a property, and after a whole type.
 */
export function typePlaceIn(text: string): TypePlace | undefined {
  const [prefix] = /[\p{ID_Continue}$.-]*$/u.exec(text)!;
  const before = text.slice(0, text.length - prefix.length);
  const open: string[] = [];
  let last: Token | undefined;
  let isType = true;
  for (let token = tokenAt(before, 0); token.kind !== 'end'; token = tokenAt(before, token.end)) {
    if (token.text === '"' || token.text === "'") return undefined;
    isType = isTypeAfter(token, open, isType);
    if (CLOSING[token.text] !== undefined && token.kind === 'sign') open.push(CLOSING[token.text]!);
    else if (token.kind === 'sign' && token.text === open.at(-1)) open.pop();
    last = token;
  }
  return isType ? { prefix, isOutermost: last === undefined } : undefined;
}

/** Whether a type can follow a token. */
function isTypeAfter({ kind, text }: Token, open: readonly string[], couldBeType: boolean): boolean {
  if (kind !== 'sign') return false;
  if (text === '{' || text === '[' || text === '[]') return false;
  if (text === ',' || text === ';') return open.at(-1) !== '}';
  // Before a type it makes it nullable, behind a type too.
  if (text === '?' || text === '!') return couldBeType;
  return /^(?:[|&(:<]|\.<|\.\.\.)$/.test(text);
}
