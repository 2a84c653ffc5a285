import { compilePattern } from './formats.ts';
import type { AnySchema, Keywords, Resolve } from './json-types.ts';
import { certainParts } from './json-types.ts';
import { isOfItems, isOfProperties, isTest, keywordRow } from './keywords.ts';
import { Reach } from './reach.ts';
import { eachSubschema } from './walk.ts';

/** The direction that a value travels in. */
export type Direction = 'request' | 'response';

/** The keyword of properties that do not travel in a direction: OpenAPI 3.0, Schema Object. */
export const MARKS: Readonly<Record<Direction, string>> = { request: 'readOnly', response: 'writeOnly' };

/** Whether a keyword's subschemas stay as they are: they test the value, or the names of its properties. */
export function isCondition(keyword: string): boolean {
  return isTest(keyword) || keywordRow(keyword)?.tests === 'names';
}

/** Whether a keyword's subschemas apply to the same value, and describe its parts. */
export function isInPlace(keyword: string): boolean {
  return keywordRow(keyword)?.inPlace === true && !isCondition(keyword);
}

/** The properties that the schemas of one value declare. */
export interface Declared {
  readonly marked: ReadonlySet<string>;
  readonly unmarked: ReadonlySet<string>;
}

const NOTHING: Declared = { marked: new Set(), unmarked: new Set() };

/** Finds the properties that do not travel in a direction. */
export class Marks {
  readonly #resolve: Resolve;
  readonly #word: string;
  readonly #reach: Reach;
  // Weak, because it outlives the operations that have changed.
  readonly #marked = new WeakMap<object, boolean>();

  constructor(resolve: Resolve, direction: Direction) {
    this.#resolve = resolve;
    this.#word = MARKS[direction];
    this.#reach = new Reach(
      resolve,
      (schema) => this.#hasMarked(schema),
      (keyword) => !isCondition(keyword),
    );
  }

  /**
   * Whether a property does not travel: its schema has the keyword, or one that can apply to the same value. A list cannot lose single items, whose
   * positions have a meaning, so it does not travel if its items do not.
   */
  isMarked(property: AnySchema): boolean {
    if (typeof property === 'boolean') return false;
    const known = this.#marked.get(property);
    if (known !== undefined) return known;
    const isMarked = this.#isAnyMarked(property);
    this.#marked.set(property, isMarked);
    return isMarked;
  }

  /** It does not recurse: schemas can lead to each other by the thousand. */
  #isAnyMarked(start: AnySchema): boolean {
    const pending = new Set([start]);
    // The set grows while it is processed.
    for (const schema of pending)
      for (const part of certainParts(schema, this.#resolve)) {
        if (part[this.#word] === true) return true;
        eachSubschema(part, (inner, _, keyword) => {
          if (isInPlace(keyword) || isOfItems(keyword)) pending.add(inner);
        });
      }
    return false;
  }

  /** Whether a schema leads to a property that does not travel. */
  reaches(schema: AnySchema): boolean {
    return this.#reach.from(schema);
  }

  #hasMarked(schema: AnySchema): boolean {
    let hasMarked = false;
    eachSubschema(schema, (property, _, keyword) => {
      hasMarked ||= isOfProperties(keyword) && this.isMarked(property);
    });
    return hasMarked;
  }

  /**
   * Collects the properties of the schemas that apply to one value. Those of a choice's branches count as marked if no branch declares them
   * without the keyword.
   *
   * @param names The names that the schemas around it declare or require, which it can mark without declaring them.
   */
  declaredBy(
    schema: AnySchema,
    open: readonly AnySchema[] = [],
    names: ReadonlySet<string> = this.namesIn(schema),
  ): Declared {
    if (typeof schema === 'boolean' || open.includes(schema)) return NOTHING;
    const { $ref, properties = {}, unevaluatedProperties } = schema as Keywords;
    const inner = [...open, schema];
    const marked = new Set<string>();
    const unmarked = new Set<string>();
    for (const [name, property] of Object.entries(properties)) (this.isMarked(property) ? marked : unmarked).add(name);
    const parts = $ref === undefined ? [] : [this.declaredBy(this.#resolve($ref) ?? true, inner, names)];
    const branches: Declared[] = [];
    eachSubschema(schema, (part, _, keyword) => {
      if (isInPlace(keyword)) (keyword === 'allOf' ? parts : branches).push(this.declaredBy(part, inner, names));
    });
    for (const name of this.#markedEntries(schema as Keywords, names)) marked.add(name);
    for (const part of parts) {
      for (const name of part.marked) marked.add(name);
      for (const name of part.unmarked) unmarked.add(name);
    }
    for (const branch of branches) for (const name of branch.unmarked) unmarked.add(name);
    for (const name of branches.flatMap((branch) => [...branch.marked])) if (!unmarked.has(name)) marked.add(name);
    if (this.isMarked(unevaluatedProperties ?? true))
      for (const name of names) if (!unmarked.has(name) && !isEvaluated(schema as Keywords, name)) marked.add(name);
    return { marked, unmarked };
  }

  /** The names whose values a schema marks by a pattern, or as additional properties. */
  #markedEntries(schema: Keywords, names: ReadonlySet<string>): string[] {
    const { properties = {}, patternProperties = {}, additionalProperties = true } = schema;
    const patterns = Object.keys(patternProperties).filter((pattern) => this.isMarked(patternProperties[pattern]!));
    const isOtherMarked = this.isMarked(additionalProperties);
    if (patterns.length === 0 && !isOtherMarked) return [];
    return [...names].filter(
      (name) =>
        patterns.some((pattern) => isMatch(pattern, name)) ||
        (isOtherMarked && !Object.hasOwn(properties, name) && !isMatched(patternProperties, name)),
    );
  }

  /** Whether a property does not travel for some values: a schema that can apply to the value marks it, such as one below `then`. */
  canDrop(start: AnySchema, name: string): boolean {
    const names = new Set([name]);
    const pending = new Set([start]);
    // The set grows while it is processed.
    for (const schema of pending) {
      if (typeof schema === 'boolean') continue;
      const { $ref, properties = {} } = schema as Keywords;
      if (Object.hasOwn(properties, name) && this.isMarked(properties[name]!)) return true;
      if (this.#markedEntries(schema as Keywords, names).length > 0) return true;
      if ($ref !== undefined) pending.add(this.#resolve($ref) ?? true);
      eachSubschema(schema, (part, _, keyword) => {
        if (isInPlace(keyword)) pending.add(part);
      });
    }
    return false;
  }

  /** The names that the schemas of one value declare or require. */
  namesIn(schema: AnySchema, open: readonly AnySchema[] = []): Set<string> {
    const names = new Set<string>();
    if (typeof schema === 'boolean' || open.includes(schema)) return names;
    const inner = [...open, schema];
    const add = (part: AnySchema): void => {
      for (const name of this.namesIn(part, inner)) names.add(name);
    };
    const { $ref, properties = {} } = schema as Keywords;
    for (const name of [...Object.keys(properties), ...requiredIn(schema as Keywords)]) names.add(name);
    if ($ref !== undefined) add(this.#resolve($ref) ?? true);
    eachSubschema(schema, (part, _, keyword) => {
      if (isInPlace(keyword)) add(part);
    });
    return names;
  }

  /** The properties that the discriminators of one value read. */
  discriminatorsOf(schema: AnySchema): string[] {
    return certainParts(schema, this.#resolve).flatMap((part) => {
      const { propertyName } = (part['discriminator'] ?? {}) as { readonly propertyName?: unknown };
      return typeof propertyName === 'string' ? [propertyName] : [];
    });
  }
}

/** Whether a schema evaluates a property by a pattern, or as one without a name. */
function isEvaluated({ patternProperties = {}, additionalProperties = false }: Keywords, name: string): boolean {
  return additionalProperties !== false || isMatched(patternProperties, name);
}

function isMatched(patterns: Keywords['patternProperties'], name: string): boolean {
  return Object.keys(patterns ?? {}).some((pattern) => isMatch(pattern, name));
}

/** Whether a pattern matches a name. Only one that cannot take long is run; the picks, which know the time of all patterns, drop by the others. */
function isMatch(pattern: string, name: string): boolean {
  const isShort = name.length <= 100 && (pattern.match(/[*+?{]|\\[1-9k]/g) ?? []).length <= 1;
  return isShort && compilePattern(pattern).test(name);
}

function requiredIn({ required = [], dependentRequired = {} }: Keywords): string[] {
  const lists = Object.values(dependentRequired as { readonly [name: string]: readonly string[] });
  return [...(required as readonly string[]), ...lists.flat()];
}
