import type { AnySchema, Keywords, Resolve } from './json-types.ts';
import { certainParts } from './json-types.ts';
import { isTest, keywordRow } from './keywords.ts';
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

/** Whether a keyword's subschemas apply to the same value, and describe what it has. */
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

  /** Whether a property does not travel. */
  isMarked(property: AnySchema): boolean {
    if (typeof property === 'boolean') return false;
    const known = this.#marked.get(property);
    if (known !== undefined) return known;
    const isMarked = certainParts(property, this.#resolve).some((part) => part[this.#word] === true);
    this.#marked.set(property, isMarked);
    return isMarked;
  }

  /** Whether a schema leads to a property that does not travel. */
  reaches(schema: AnySchema): boolean {
    return this.#reach.from(schema);
  }

  #hasMarked(schema: AnySchema): boolean {
    const { properties = {} } = schema as Keywords;
    return Object.values(properties).some((property) => this.isMarked(property));
  }

  /**
   * Collects the properties of the schemas that apply to one value. Those of a choice's branches count as marked if no branch declares them
   * without the keyword.
   */
  declaredBy(schema: AnySchema, open: readonly AnySchema[] = []): Declared {
    if (typeof schema === 'boolean' || open.includes(schema)) return NOTHING;
    const { $ref, properties = {} } = schema as Keywords;
    const inner = [...open, schema];
    const marked = new Set<string>();
    const unmarked = new Set<string>();
    for (const [name, property] of Object.entries(properties)) (this.isMarked(property) ? marked : unmarked).add(name);
    const parts = $ref === undefined ? [] : [this.declaredBy(this.#resolve($ref) ?? true, inner)];
    const branches: Declared[] = [];
    eachSubschema(schema, (part, _, keyword) => {
      if (isInPlace(keyword)) (keyword === 'allOf' ? parts : branches).push(this.declaredBy(part, inner));
    });
    for (const part of parts) {
      for (const name of part.marked) marked.add(name);
      for (const name of part.unmarked) unmarked.add(name);
    }
    for (const branch of branches) for (const name of branch.unmarked) unmarked.add(name);
    for (const name of branches.flatMap((branch) => [...branch.marked])) if (!unmarked.has(name)) marked.add(name);
    return { marked, unmarked };
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

function requiredIn({ required = [], dependentRequired = {} }: Keywords): string[] {
  const lists = Object.values(dependentRequired as { readonly [name: string]: readonly string[] });
  return [...(required as readonly string[]), ...lists.flat()];
}
