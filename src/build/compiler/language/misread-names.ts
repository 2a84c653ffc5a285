import type { Passage } from '../comment/comment.ts';
import { locate, oneLine, slicePassage } from '../comment/comment.ts';
import type { Phrase } from '../comment/line.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';

/** Facets in parentheses, without those in quotes or with nested parentheses. */
const FACETS = /^\((?:[^()"']|"[^"]*"|'[^']*')*\)/;
/** The beginning of facets, such as `(minimum: 1` or `(min=1`. */
const FIRST_FACET = /^\(\s*[A-Za-z]+\s*[:=]/;

/** A line that is valid, but has another meaning than intended. */
interface Misread {
  readonly fault: Diagnostic;
  /** The intended name; undefined if there is none. */
  readonly name: string | undefined;
}

/** Finds a name whose line means something else: a missing name, facets without a space before them, a default outside the brackets. */
export function findMisread(
  content: Passage,
  phrase: Phrase,
  name: Passage,
  directive: string,
  isInPath: boolean,
): Misread | undefined {
  const text = textFrom(content, name, 0);
  if (FIRST_FACET.test(text) || /^\([^)]*$/.test(name.text)) {
    const facets = FACETS.exec(text)?.[0] ?? '(...)';
    const fault = messages.nameBeforeFacets(locate(name), directive, phrase.type?.text ?? '', oneLine(facets));
    return { name: undefined, fault };
  }
  const outside = textOutside(phrase, name, isInPath);
  return joinedFacets(content, name, phrase.optional) ?? (outside && { name: name.text, fault: outside });
}

/** Reports facets that follow their name without a space, `nights(minimum: 1)`. A name such as `at(UTC)` has parentheses itself. */
function joinedFacets(content: Passage, name: Passage, isOptional: boolean): Misread | undefined {
  const at = name.text.indexOf('(');
  if (at < 1) return undefined;
  const text = textFrom(content, name, at);
  if (!FIRST_FACET.test(text)) return undefined;
  const facets = oneLine(FACETS.exec(text)?.[0] ?? '(...)');
  const bare = name.text.slice(0, at);
  const correct = `${isOptional ? `[${bare}]` : bare} ${facets}`;
  return { name: bare, fault: messages.spaceBeforeFacets(locate(name), bare, correct) };
}

function textFrom(content: Passage, { start }: Passage, offset: number): string {
  return content.text.slice(start - content.start + offset);
}

const VALUE = /^=(?!=)\s*(\[[^\]]*\]|\{[^}]*\}|"[^"]*"|'[^']*'|[^\s(]+)/;

/** Reports a default, or a part of the name, that the brackets do not contain: `[page]=1`, `page = 1`, `[address].city`. */
function textOutside(
  { isJoined, facets, rest, default: value }: Phrase,
  name: Passage,
  isInPath: boolean,
): Diagnostic | undefined {
  const [given, outside] = VALUE.exec(rest.text) ?? [];
  if (given !== undefined)
    return messages.defaultOutside(
      locate(slicePassage(rest, 0, given.length)),
      isInPath ? undefined : `[${name.text}=${outside}]`,
    );
  const [part] =
    isJoined && facets === undefined ? (/^(?:\.|\[\]\.?)?[\w$][\w$.[\]-]*|^\[\]/.exec(rest.text) ?? []) : [];
  if (part === undefined) return undefined;
  const correct = `[${name.text}${part}${value === undefined ? '' : `=${value.text}`}]`;
  return messages.textAfterBracket(locate(slicePassage(rest, 0, part.length)), part, correct);
}
