import { FILTER_OPERATORS } from '../../../shared/contract/list-request.ts';
import type { Passage } from '../comment/comment.ts';
import { locate, slicePassage, trimPassage } from '../comment/comment.ts';
import { readWords, splitAtCommas } from '../comment/line.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared } from '../diagnostics/source.ts';

/** The built-in sets of parameters for lists that name properties of the rows in parentheses. */
export type ListSet = 'cursor' | 'filter' | 'search' | 'sort';

/** The name of a built-in set of parameters for lists. */
type ListIncludeName = 'paging' | ListSet;

/** A built-in set of parameters for lists. */
interface ListIncludeRow {
  /** The parts that it adds to an operation. */
  readonly meaning: string;
  /** How a comment includes it. */
  readonly example: string;
  /** The entries in its parentheses: properties of the rows, each with some of these words behind it. Absent if it has none. */
  readonly entries?: EntryForm;
}

/** The words that an entry can have in addition to its property. */
interface EntryForm {
  readonly words: readonly string[];
  /** Whether an entry can have several words. */
  readonly several?: true;
  /** Whether an entry can name its parameter: `name = property`. */
  readonly named?: true;
}

const DIRECTIONS: EntryForm = { words: ['asc', 'desc'] };

/** The built-in includes of lists. Those with entries have a special meaning only before parentheses, so that a project can define sets with these names. */
export const LIST_INCLUDES: Readonly<Record<ListIncludeName, ListIncludeRow>> &
  Readonly<Record<ListSet, { readonly entries: EntryForm }>> = {
  paging: {
    meaning: 'Pages and offsets: `page` and `page_size`, or `limit` and `offset`, and `total`.',
    example: 'paging',
  },
  cursor: {
    meaning:
      'A position to go on from: `cursor`. The keys order the rows, and together they are unique. Without keys, it follows the order of `sort (...)`.',
    example: 'cursor (created_at desc, id)',
    entries: DIRECTIONS,
  },
  filter: {
    meaning: `Conditions for the rows: a parameter for each property and operator. The operators are ${FILTER_OPERATORS.map((op) => `\`${op}\``).join(', ')}; without one, it is \`eq\`.`,
    example: 'filter (genre in, price gte lte, min_year = year gte)',
    entries: { words: FILTER_OPERATORS, several: true, named: true },
  },
  search: {
    meaning: 'A search of words in these properties: `q`.',
    example: 'search (title, author)',
    entries: { words: [] },
  },
  sort: {
    meaning:
      'The order of the rows: `sort`. The first key is the default. The last one is unique, and completes each order.',
    example: 'sort (year desc, title, id)',
    entries: DIRECTIONS,
  },
};

/** The row of a built-in include; undefined for other names. */
export function listInclude(name: string): ListIncludeRow | undefined {
  return Object.hasOwn(LIST_INCLUDES, name) ? LIST_INCLUDES[name as ListIncludeName] : undefined;
}

/** A property in the parentheses of an include. */
export interface ListEntry {
  readonly property: Declared<string>;
  /** The name of its parameter, if it has one: `name = property`. */
  readonly parameter?: Declared<string>;
  /** Directions or operators, in lower case. */
  readonly words: readonly Declared<string>[];
}

/** A built-in include with its entries. */
export interface DeclaredSet {
  readonly set: ListSet;
  readonly entries: readonly Declared<ListEntry>[];
}

/** A built-in include in a line. */
export interface SetPhrase {
  readonly set: ListSet;
  readonly name: Passage;
  readonly entries: Passage;
  /** The opening parenthesis, if it has no closing one. */
  readonly unclosed: Passage | undefined;
}

/** The names of an include, and the built-in sets with their entries. */
export interface IncludePhrase {
  readonly names: readonly Passage[];
  readonly sets: readonly SetPhrase[];
}

const SETS = Object.entries(LIST_INCLUDES).flatMap(([name, row]) => ('entries' in row ? [name] : []));
const OPENING = new RegExp(`(?<=^|[\\s,)])(${SETS.join('|')})\\s*\\(`, 'g');

/** Splits `paging, cursor (created_at desc, id), shared`. */
export function splitInclude(content: Passage): IncludePhrase {
  const sets: SetPhrase[] = [];
  const rest: Passage[] = [];
  let from = 0;
  for (const match of content.text.matchAll(OPENING)) {
    if (match.index < from) continue;
    const open = match.index + match[0].length;
    const close = content.text.indexOf(')', open);
    const end = close === -1 ? content.text.length : close;
    rest.push(slicePassage(content, from, match.index));
    sets.push({
      set: match[1] as ListSet,
      name: slicePassage(content, match.index, match.index + match[1]!.length),
      entries: slicePassage(content, open, end),
      unclosed: close === -1 ? slicePassage(content, open - 1, open) : undefined,
    });
    from = end + 1;
  }
  return { names: [...rest, slicePassage(content, Math.min(from, content.text.length))].flatMap(readWords), sets };
}

/** The parts of an entry such as `min_year = year gte`. */
export interface EntryPhrase {
  readonly parameter: Passage | undefined;
  /** Absent if it is not written yet. */
  readonly property: Passage | undefined;
  readonly words: readonly Passage[];
}

/** Splits an entry of a built-in include. */
export function splitEntry(entry: Passage): EntryPhrase {
  const equals = entry.text.indexOf('=');
  const [property, ...words] = readWords(slicePassage(entry, equals + 1));
  return { parameter: equals === -1 ? undefined : trimPassage(slicePassage(entry, 0, equals)), property, words };
}

/** Reads the entries of a built-in include, and reports those that are malformed. */
export function readSet({ set, entries }: SetPhrase, report: Report): DeclaredSet {
  if (trimPassage(entries).text === '') report(messages.listEntries(locate(entries), set));
  return { set, entries: splitAtCommas(entries).flatMap((entry) => readEntry(set, entry, report) ?? []) };
}

function readEntry(set: ListSet, entry: Passage, report: Report): Declared<ListEntry> | undefined {
  const { words: known, several, named } = LIST_INCLUDES[set].entries;
  const { parameter, property, words } = splitEntry(entry);
  const isNamed = parameter !== undefined;
  const isValid = isNamed ? named === true && /^[^\s()=[\]]+$/.test(parameter.text) : true;
  const hasSign = [property, ...words].some((word) => word?.text.includes('='));
  if (property === undefined || hasSign || !isValid || (!several && words.length > 1))
    return void report(messages.listEntry(locate(entry), set, entry.text));
  const unknown = words.find(({ text }) => !known.includes(text.toLowerCase()));
  if (unknown !== undefined) {
    const isDirection = known.length > 0 && several !== true;
    return void report(
      isDirection || known.length === 0
        ? messages.listEntry(locate(entry), set, entry.text)
        : messages.unknownOperator(locate(unknown), unknown.text, known),
    );
  }
  const repeated = words.findIndex(({ text }, i) => words.findIndex((word) => same(word.text, text)) < i);
  if (repeated !== -1) return void report(messages.repeatedOperator(locate(words[repeated]!), words[repeated]!.text));
  const value: ListEntry = {
    property: { value: property.text.normalize('NFC'), at: locate(property) },
    ...(isNamed && { parameter: { value: parameter.text.normalize('NFC'), at: locate(parameter) } }),
    words: words.map((word) => ({ value: word.text.toLowerCase(), at: locate(word) })),
  };
  return { value, at: locate(entry) };
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
