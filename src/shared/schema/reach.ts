import type { AnySchema, Keywords, Resolve } from './json-types.ts';
import { eachSubschema } from './walk.ts';

/**
 * Finds whether a schema leads to one that matches, through its parts and references, and remembers the result.
 *
 * It does not recurse: definitions can lead to each other by the thousand.
 */
export class Reach {
  readonly #resolve: Resolve;
  readonly #isMatch: (schema: AnySchema) => boolean;
  readonly #isFollowed: (keyword: string) => boolean;
  // Weak, because it can outlive schemas that have changed.
  readonly #known = new WeakMap<object, boolean>();

  /** @param isFollowed Whether the search continues in the subschemas of a keyword (default: of all). */
  constructor(
    resolve: Resolve,
    isMatch: (schema: AnySchema) => boolean,
    isFollowed: (keyword: string) => boolean = () => true,
  ) {
    this.#resolve = resolve;
    this.#isMatch = isMatch;
    this.#isFollowed = isFollowed;
  }

  /** Whether a schema matches or leads to one that does. */
  from(start: AnySchema): boolean {
    const users = new Map<AnySchema, AnySchema | undefined>([[start, undefined]]);
    const references = new Set<string>();
    // The map grows while it is processed.
    for (const schema of users.keys()) {
      const known = this.#knownOf(schema);
      if (known === true) {
        for (let user: AnySchema | undefined = schema; user !== undefined; user = users.get(user))
          this.#remember(user, true);
        return true;
      }
      if (known === undefined)
        this.#eachPart(schema, references, (part) => {
          if (!users.has(part)) users.set(part, schema);
        });
    }
    for (const schema of users.keys()) this.#remember(schema, false);
    return false;
  }

  /** The known facts of a schema before its parts are searched. */
  #knownOf(schema: AnySchema): boolean | undefined {
    const known = typeof schema === 'boolean' ? false : this.#known.get(schema);
    return known === undefined || typeof schema === 'boolean' ? this.#isMatch(schema) || known : known;
  }

  #remember(schema: AnySchema, isFound: boolean): void {
    if (typeof schema !== 'boolean') this.#known.set(schema, isFound);
  }

  #eachPart(schema: AnySchema, references: Set<string>, add: (part: AnySchema) => void): void {
    const { $ref } = schema as Keywords;
    if ($ref !== undefined && !references.has($ref)) {
      references.add($ref);
      add(this.#resolve($ref) ?? true);
    }
    eachSubschema(schema, (part, _, keyword) => {
      if (this.#isFollowed(keyword)) add(part);
    });
  }
}
