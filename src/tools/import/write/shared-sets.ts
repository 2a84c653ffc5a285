import type { Operation, Parameter, Response } from '../../../shared/contract/operation.ts';
import { componentOf } from '../../../shared/contract/component-name.ts';
import { isSuccessStatus } from '../../../shared/contract/statuses.ts';
import { componentNames } from '../../../build/openapi/write/response.ts';
import type { Part } from '../../../build/openapi/write/share.ts';
import { componentName, createPart, shareParts } from '../../../build/openapi/write/share.ts';
import { stableText } from '../../../shared/validation/values.ts';

/** How many operations must have a part without a name of its author before it becomes a definition. */
const FREQUENT = 3;

/** The names of sets that the server defines. */
const RESERVED: readonly string[] = ['paging'];

/** Parts that several operations share, by the name of their definition. */
export interface SharedSets {
  /** The name of the set of a parameter or a response; undefined if it is not shared. */
  nameOf(part: Parameter | Response): string | undefined;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly responses: ReadonlyMap<string, Response>;
}

type OnClash = (kind: 'parameters' | 'responses', component: string, name: string) => void;

/**
 * Finds the parameters and error responses that become definitions: those that at least two operations have under a name of the description, and those that at
 * least three have without one, whose names depend only on their content.
 *
 * @param onClash Receives a component of the description, and the name of its definition if that is another one.
 */
export function sharedSets(operations: readonly Operation[], onClash: OnClash = () => {}): SharedSets {
  const all = operations.flatMap(({ parameters }) => parameters);
  // The results of an operation stay in its comment.
  const failures = operations.flatMap(({ responses }) => responses.filter(({ status }) => !isSuccessStatus(status)));
  const parameters = collectShared(all, ({ name, in: place }) => [name, `${name}_${place}`], 'line');
  const responses = collectShared(failures, componentNames, 'include');
  for (const [component, name] of parameters.renamed) onClash('parameters', component, name);
  for (const [component, name] of responses.renamed) onClash('responses', component, name);
  return {
    parameters: parameters.sets,
    responses: responses.sets,
    nameOf: (part) => ('in' in part ? parameters : responses).names.get(part),
  };
}

/** The shared parts of one kind. */
interface Collected<T> {
  readonly sets: ReadonlyMap<string, T>;
  readonly names: ReadonlyMap<object, string>;
  /** Names of components that are taken, with the names in their place. */
  readonly renamed: readonly (readonly [component: string, name: string])[];
}

/** A part of an operation that may become a definition. */
interface Candidate<T> extends Part<T> {
  /** The name that its author gave it. */
  readonly component: string | undefined;
  /** The name that the document would give it. */
  readonly plain: string;
  /** Equal for parts that are the same. */
  readonly at: string;
}

/**
 * Finds the shared parts of one kind.
 *
 * @param pairs Whether two operations with a part that has no name, or the one that the document would give it, share it or have a line each.
 */
function collectShared<T extends Parameter | Response>(
  parts: readonly T[],
  namesOf: (part: T) => readonly string[],
  pairs: 'line' | 'include',
): Collected<T> {
  const components = componentsIn(parts);
  const candidates = parts.map((value): Candidate<T> => {
    const names = namesOf(value).map(componentName);
    const suffix = 'in' in value ? value.in : value.status;
    const found = nameAmong(components.get(stableText(value)), componentOf(value), suffix);
    const component = found === undefined || isGenerated(found, names) ? undefined : found;
    const part = createPart(value, names, { name: component, suffix });
    return { ...part, component, plain: names[0]!, at: `${part.key} ${stableText(value)}` };
  });
  return nameParts(repeatedParts(candidates, pairs));
}

/** The candidates that enough operations have. */
function repeatedParts<T>(candidates: readonly Candidate<T>[], pairs: 'line' | 'include'): readonly Candidate<T>[] {
  const counts = new Map<string, number>();
  for (const { at } of candidates) counts.set(at, (counts.get(at) ?? 0) + 1);
  const isOwn = ({ component, plain }: Candidate<T>): boolean => component !== undefined && component !== plain;
  const frequent = candidates.filter((part) => counts.get(part.at)! >= (isOwn(part) ? 2 : FREQUENT));
  if (pairs === 'line') return frequent;
  const taken = new Set([...shareParts(frequent, RESERVED).values()].map(({ name }) => name));
  // The document gives these pairs their names by itself.
  const named = candidates.filter((part) => counts.get(part.at) === 2 && !isOwn(part) && !taken.has(part.plain));
  const first = new Map(named.toReversed().map(({ plain, at }) => [plain, at]));
  return [...frequent, ...named.filter(({ plain, at }) => first.get(plain) === at)];
}

/** Names the shared parts. */
function nameParts<T extends object>(repeated: readonly Candidate<T>[]): Collected<T> {
  const shared = shareParts(repeated, RESERVED);
  const renamed = new Map<string, string>();
  const names = new Map<object, string>();
  for (const { key, value, component } of repeated) {
    const { name } = shared.get(key)!;
    names.set(value, name);
    if (component !== undefined && component !== name) renamed.set(component, name);
  }
  const sets = [...shared.values()].map(({ name, value }) => [name, value] as const);
  return { sets: new Map(sets.sort(([a], [b]) => (a < b ? -1 : 1))), names, renamed: [...renamed] };
}

/** Whether a name is one that the document gives to parts of the same best name. */
function isGenerated(component: string, names: readonly string[]): boolean {
  const [, stem] = /^(.*)_\d+$/s.exec(component) ?? [];
  return names.slice(1).includes(component) || (stem !== undefined && stem === names.at(-1));
}

/** The components with each content, each with the number of its uses. */
function componentsIn(parts: readonly (Parameter | Response)[]): Map<string, ReadonlyMap<string, number>> {
  const components = new Map<string, Map<string, number>>();
  for (const part of parts) {
    const [content, component] = [stableText(part), componentOf(part)];
    if (component === undefined) continue;
    const uses = components.get(content) ?? new Map<string, number>();
    components.set(content, uses.set(component, (uses.get(component) ?? 0) + 1));
  }
  return components;
}

/**
 * The name of a part among the components that are equal to it. A part without one, or whose own has no other use, has the name of another component
 * that several operations use: the document has these alone.
 *
 * Some operations add headers to a part, so a document has it under two names, of which the second comes from the first: `NotFound` and
 * `NotFound_404`, then `NotFound_404_2`.
 */
function nameAmong(
  equal: ReadonlyMap<string, number> = new Map(),
  given: string | undefined,
  suffix: string,
): string | undefined {
  const all = [...equal.keys()];
  const repeated = all.filter((name) => equal.get(name)! > 1);
  const named = repeated.length === 0 && all.length === 1 ? all : repeated;
  const name = given !== undefined && named.includes(given) ? given : named[0];
  if (name === undefined) return undefined;
  const unnumbered = name.replace(/_\d+$/, '');
  const isFrom = (other: string): boolean =>
    other !== name && [other, `${other}_${suffix}`].some((stem) => stem === name || stem === unnumbered);
  const [first = name] = all.filter(isFrom).sort((a, b) => a.length - b.length);
  return first;
}
