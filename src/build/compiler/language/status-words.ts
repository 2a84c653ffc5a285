import { STATUS_CODES } from '../../../shared/contract/node-http.ts';

/** Statuses by the words of their reason phrases: `notfound` is 404. */
const BY_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(STATUS_CODES).map(([status, phrase = '']) => [phrase.replace(/[^A-Za-z]/g, '').toLowerCase(), status]),
);

/** A status whose name begins a text, with its name there. */
interface NamedStatus {
  readonly status: string;
  readonly name: string;
}

/** The status whose reason phrase, of up to four words, begins a text: 404 for `Not Found`, `NotFound` and `not found - it is gone`. */
export function namedStatus(text: string): NamedStatus | undefined {
  const words = /^[A-Za-z][A-Za-z'-]*(?: [A-Za-z][A-Za-z'-]*){0,3}/.exec(text)?.[0].split(' ') ?? [];
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(' ');
    const status = BY_WORDS.get(name.replace(/[^A-Za-z]/g, '').toLowerCase());
    if (status !== undefined) return { status, name };
  }
  return undefined;
}

/** The error whose name begins the text of a `@throws`; a single word such as `Locked` may begin a sentence instead. */
export function namedError(text: string): NamedStatus | undefined {
  const named = namedStatus(text);
  if (named === undefined || !/^[45]/.test(named.status)) return undefined;
  const after = text.slice(named.name.length);
  const isWord = /^[A-Z]?[a-z]+$/.test(named.name);
  const isAlone = /^[A-Z]/.test(named.name) && /^\s*(?:$|[-:.,(]|[A-Z]|(?:if|when|because)\b)/.test(after);
  return !isWord || isAlone ? named : undefined;
}
