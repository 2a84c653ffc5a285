import { CompletionItemKind } from 'vscode-languageserver';
import { rowOf } from '../../../directives/vocabulary.ts';
import { readParameterPhrase, readResponsePhrase } from '../../../build/compiler/comment/line.ts';
import type { Passage } from '../../../build/compiler/comment/comment.ts';
import { slicePassage } from '../../../build/compiler/comment/comment.ts';
import { splitInclude } from '../../../build/compiler/language/list-includes.ts';
import type { CommentPlace } from '../comment-place.ts';
import { typePlaceIn } from '../type-place.ts';
import type { Suggestions } from './candidate.ts';
import { words } from './candidate.ts';
import { suggestDirectives } from './suggest-directives.ts';
import { facetPlaceIn, suggestFacets } from './suggest-facets.ts';
import { suggestEntries } from './suggest-entries.ts';
import * as lists from './suggest-lists.ts';
import { suggestFrame } from './suggest-frame.ts';
import { suggestNames } from './suggest-names.ts';
import { suggestStatuses } from './suggest-statuses.ts';
import { suggestTypes } from './suggest-types.ts';

/** Finds the words that can be at a place; undefined if none is known there. */
export function suggest(place: CommentPlace): Suggestions | undefined {
  const { source, offset, comment, directive } = place;
  const line = source.text.slice(source.text.lastIndexOf('\n', offset - 1) + 1, offset);
  const [, word] = /^(?:\s*\/\*\*?|\s*\**)\s*(@[\w-]*)$/.exec(line) ?? [];
  if (word !== undefined && offset - word.length >= comment.at.span.start + 2)
    return { start: offset - word.length, candidates: suggestDirectives(place) };
  if (directive === undefined) return suggestFrame(place);
  if (offset <= directive.at.span.end) return undefined;
  // The line as if it ended at the cursor, by the reader of the compiler.
  const content = slicePassage(directive.content, 0, offset - directive.content.start);
  const suggested = (SUGGEST[directive.name] ?? suggestWords)(place, content);
  return suggested === undefined || suggested.candidates.length === 0 ? undefined : suggested;
}

type Suggest = (place: CommentPlace, content: Passage) => Suggestions | undefined;

const SUGGEST: Readonly<Record<string, Suggest>> = {
  param: suggestTyped,
  header: suggestTyped,
  property: suggestTyped,
  prop: suggestTyped,
  typedef: suggestTyped,
  returns: suggestResponse,
  throws: suggestResponse,
  payload: (place, content) => {
    const { unclosed } = readResponsePhrase(content);
    return unclosed === undefined ? undefined : suggestType(place, unclosed);
  },
  fires: (place, { text }) => {
    const word = text.slice(text.lastIndexOf(',') + 1).trimStart();
    return { start: place.offset - word.length, candidates: lists.suggestEvents(place) };
  },
  'param-include': suggestInclude,
  'returns-include': suggestInclude,
  tags: (place, { text }) => {
    const word = text.slice(text.lastIndexOf(',') + 1).trimStart();
    return { start: place.offset - word.length, candidates: lists.suggestTags(place) };
  },
  security: (place, { text }) => {
    const [mark] = /(?<=\S\s+)\([a-z]*$/.exec(text) ?? [];
    if (mark === undefined) return atWord(place, lists.suggestSecurity(place, text));
    return { start: place.offset - mark.length, candidates: lists.SECURITY_MARKS };
  },
  since: (place) => atWord(place, lists.suggestVersions(place)),
  consumes: (place) => atWord(place, lists.suggestMediaTypes(place)),
  produces: (place) => atWord(place, lists.suggestMediaTypes(place)),
};

/** Suggests the next word of a directive that has a description. */
function suggestWords(place: CommentPlace, { text }: Passage): Suggestions | undefined {
  const before = text.replace(/[^\s,():]*$/, '');
  const next = rowOf(place.directive!.name, place.source)?.words?.(before);
  return (
    next && { start: place.offset - (text.length - before.length), candidates: words(next, CompletionItemKind.Value) }
  );
}

/** Suggestions for the word before the cursor. */
function atWord(place: CommentPlace, candidates: Suggestions['candidates']): Suggestions {
  const word = /[^\s,()]*$/.exec(place.source.text.slice(0, place.offset))![0];
  return { start: place.offset - word.length, candidates };
}

function suggestTyped(place: CommentPlace, content: Passage): Suggestions | undefined {
  const { unclosed, type, name, rest } = readParameterPhrase(content);
  if (unclosed?.text === '{') return suggestType(place, unclosed);
  if (unclosed?.text === '(') {
    const facets = facetPlaceIn(place.source.text.slice(unclosed.start + 1, place.offset));
    return facets && { start: place.offset - facets.prefix.length, candidates: suggestFacets(place, facets) };
  }
  if (type === undefined || rest.text !== '' || place.directive!.name !== 'param') return undefined;
  const before = place.source.text.slice(type.start + type.text.length, place.offset);
  const word = unclosed?.text === '[' ? /\[\s*([^\s=]*)$/.exec(before)?.[1] : /\}\s+(\S*)$/.exec(before)?.[1];
  if (word === undefined || (name?.text.length ?? 0) > word.length) return undefined;
  return { start: place.offset - word.length, candidates: suggestNames(place, word) };
}

function suggestType(place: CommentPlace, brace: Passage): Suggestions | undefined {
  const found = typePlaceIn(place.source.text.slice(brace.start + 1, place.offset).replace(/[\r\n][\s*]*/g, ' '));
  return found && { start: place.offset - found.prefix.length, candidates: suggestTypes(place, found) };
}

function suggestResponse(place: CommentPlace, content: Passage): Suggestions | undefined {
  const { unclosed, type } = readResponsePhrase(content);
  if (unclosed !== undefined) return suggestType(place, unclosed);
  const from = type === undefined ? content.start : place.source.text.indexOf('}', type.start + type.text.length) + 1;
  const rest = place.source.text.slice(from, place.offset);
  if (/^\s+\w*$/.test(rest)) return atWord(place, suggestStatuses(place));
  return type !== undefined && /^\s+(?:\d{3}|\dXX|default)\s+[\w./+-]*$/.test(rest)
    ? atWord(place, lists.suggestMediaTypes(place))
    : undefined;
}

function suggestInclude(place: CommentPlace, content: Passage): Suggestions | undefined {
  const open = splitInclude(content).sets.find(({ unclosed }) => unclosed !== undefined);
  return place.directive!.name === 'param-include' && open !== undefined
    ? atWord(place, suggestEntries(place, open))
    : atWord(place, lists.suggestIncludes(place));
}
