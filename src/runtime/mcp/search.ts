import type { McpData, SearchData, ToolData } from '../../shared/contract/mcp.ts';
import { termOf, wordsOf } from '../../shared/contract/search-terms.ts';
import { isObject } from '../../shared/validation/values.ts';
import { failure, text } from './outcome.ts';
import type { Arguments, McpFeatures } from './protocol.ts';
import { unknownArgument } from './request-parts.ts';

/** The schema of a tool of the search. */
interface SearchInput {
  readonly properties: { readonly [name: string]: { readonly type: string } };
  readonly required: readonly string[];
}

/** The number of operations that a search returns. */
const FOUND = 10;

/** The first words of questions that request a deletion, without endings. */
const DELETES = new Set(
  'delet clear drop tak cancel dismiss revok unblock unfollow uninstall unlock unstar'.split(' '),
);
/** The same for other changes. All other questions read. */
const WRITES = new Set(
  [
    'creat updat allow assign block choos disabl enabl follow generat invit let lock mark merg mov protect',
    'register renam replac request rerun restor run sav send star start stop stor submit trigger turn upgrad upload',
  ].flatMap((words) => words.split(' ')),
);

/** The factor of a tool whose method is of another kind than the question. */
const OTHER_KIND = 0.85;
/** The factor of a list, if the question is for several. */
const LIST = 1.15;
/** The bonus if all words of a question are in the name or title in the same form: "issues" is rather a list than one issue. */
const SAME_FORM = 0.3;
/** The number of operations whose words are compared by their form. */
const COMPARED = 100;

/** Finds the operations that a query is about among those that the caller may call, the best ones first. */
export function findTools(data: McpData, query: string, allowed: readonly ToolData[] = data.tools): ToolData[] {
  const question = query.slice(0, 1000);
  const words = wordsOf(question);
  const scores = scoresOf(data.search?.words ?? {}, words);
  const verb = termOf(/\p{L}+/u.exec(question.toLowerCase())?.[0] ?? '');
  const asked = DELETES.has(verb) ? 'delete' : WRITES.has(verb) ? 'write' : 'read';
  const isMany = /\b(?:all|list|names|which|who)\b/i.test(question);
  const isAllowed = new Set(allowed);
  const found = [...scores].flatMap(([index, score]): ScoredTool[] => {
    const tool = data.tools[index]!;
    const kind = methodKind(tool.method) === asked ? 1 : OTHER_KIND;
    const list = isMany && asked === 'read' && kind === 1 && !tool.path.endsWith('}') ? LIST : 1;
    return isAllowed.has(tool) ? [{ tool, index, score: score * kind * list }] : [];
  });
  const best = rank(found).slice(0, COMPARED);
  return rank(best.map((one) => ({ ...one, score: one.score * (1 + SAME_FORM * sameForms(one.tool, words)) }))).map(
    ({ tool }) => tool,
  );
}

interface ScoredTool {
  readonly tool: ToolData;
  readonly index: number;
  readonly score: number;
}

function rank(found: readonly ScoredTool[]): ScoredTool[] {
  return [...found].sort((a, b) => b.score - a.score || a.index - b.index);
}

/** The scores of tools by their index. */
function scoresOf(index: SearchData['words'], words: readonly string[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const term of new Set(words.map(termOf))) {
    const entries = Object.hasOwn(index, term) ? index[term]! : similar(index, term);
    for (let i = 0; i < entries.length; i += 2)
      scores.set(entries[i]!, (scores.get(entries[i]!) ?? 0) + entries[i + 1]!);
  }
  return scores;
}

/** The entries of the shortest term that an unknown one begins: "config" finds "configuration". */
function similar(index: SearchData['words'], term: string): readonly number[] {
  const [best] = Object.keys(index)
    .filter((known) => term.length > 2 && known.startsWith(term))
    .sort((a, b) => a.length - b.length);
  return best === undefined ? [] : index[best]!;
}

function methodKind(method: string): 'read' | 'write' | 'delete' {
  if (method === 'DELETE') return 'delete';
  return ['GET', 'HEAD', 'QUERY'].includes(method) ? 'read' : 'write';
}

/** The share of words that name or title have in the same form. */
function sameForms({ name, title = '' }: ToolData, words: readonly string[]): number {
  const own = new Set(wordsOf(`${name} ${title}`));
  return words.filter((word) => own.has(word)).length / words.length;
}

/** Answers `search_operations`, with the tools that the caller may call. */
function searchOperations(data: McpData, allowed: readonly ToolData[], query: string): object {
  const found = findTools(data, query, allowed).slice(0, FOUND);
  const lines = found.map(
    ({ name, title, description }) => `${name}: ${(title ?? description).split('\n')[0]!.slice(0, 200)}`,
  );
  return { content: [text(lines.length === 0 ? 'Nothing found. Try other words.' : lines.join('\n'))] };
}

/** Answers `describe_operation`. */
function describeOperation({ description, signature, annotations }: ToolData): object {
  const hint = annotations['readOnlyHint'] === true ? 'Only reads.' : 'Writes.';
  return { content: [text(`${description}\n${hint}\n\n${signature}`)] };
}

/** The mistake in the arguments of a tool of the search, whose types are texts and one object. */
function faultOf({ tools }: SearchData, name: string, given: Readonly<Record<string, unknown>>): string | undefined {
  const { inputSchema } = tools.find((one) => one.name === name) as { inputSchema?: SearchInput };
  const { properties, required } = inputSchema!;
  const names = Object.keys(properties);
  const unknown = Object.keys(given).find((argument) => !names.includes(argument));
  if (unknown !== undefined) return unknownArgument(unknown, names);
  const missing = required.find((argument) => given[argument] === undefined);
  if (missing !== undefined) return `"${missing}" is required. The tool takes ${names.join(', ')}.`;
  const wrong = names.find((argument) => {
    const { type } = properties[argument]!;
    const value = given[argument];
    return value !== undefined && (type === 'object' ? !isObject(value) : typeof value !== type || value === '');
  });
  return wrong && `"${wrong}" must be ${properties[wrong]!.type === 'object' ? 'an object' : 'a text'}.`;
}

/** Calls a tool of the search. */
export const search: NonNullable<McpFeatures['search']> = (data, tools, name, given) => {
  const fault = faultOf(data.search!, name, given);
  if (fault !== undefined) return failure(fault);
  if (name === 'search_operations') return searchOperations(data, tools, String(given['query']));
  const chosen = tools.find((one) => one.name === given['name']);
  if (chosen === undefined) return failure('Unknown operation. Find one with search_operations.');
  if (name === 'describe_operation') return describeOperation(chosen);
  return [chosen, given['arguments'] as Arguments];
};
