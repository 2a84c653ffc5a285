import { droppedOf, isDropped } from '../../../shared/schema/faces.ts';
import { isStructural, keywordRow, keywordsWith } from '../../../shared/schema/keywords.ts';
import type { AnySchema, JsonType, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { isAnyType, isNever, typesOf } from '../../../shared/schema/json-types.ts';
import { Reach } from '../../../shared/schema/reach.ts';
import type { Choice, ChoiceAlternative } from './choices.ts';
import { choicesOf } from './choices.ts';
import { closingProblems } from './closed.ts';
import { Fills } from './fills.ts';
import type { ValueKind } from './kinds.ts';
import { declaredKind, kindOfTypes, meetKinds, STRUCTURE } from './kinds.ts';
import { literalParts } from './literal-parts.ts';
import { keepsOthers, listsProperties, requiredNames } from './properties.ts';

/** Everything that applies to one value. */
export interface ValueParts {
  /** The schemas with keywords of properties or items. */
  readonly members: readonly Keywords[];
  /** The choices that only the value decides. */
  readonly choices: readonly Choice[];
  /** Whether schemas of alternatives are among the members, so that not all of them apply. */
  readonly isMerged: boolean;
  readonly kind: ValueKind;
  /** Whether the contract has a text there, besides objects and lists. */
  readonly hasText: boolean;
}

/** The use of a pick: a request is valid already, and in a response an object or list can be where the contract has none. */
export type Purpose = 'request' | 'response';

/** The keywords that only name properties. */
const NAMING = ['required', 'dependentRequired', 'discriminator'];
const MEMBERS = [...STRUCTURE, ...NAMING];
/** The keywords that something can be picked by. */
const IN_PLACE = keywordsWith((row) => isStructural(row) && row.inPlace === true && row.with === undefined);
const APPLIED = [...MEMBERS, '$ref', ...IN_PLACE];
/** The keywords that limit the kind of a value. */
const TYPED = ['type', 'const', 'enum'];

/** Analyzes schemas for the picks of one set of definitions. */
export class PickSchemas {
  readonly resolve: Resolve;
  readonly fills: Fills;
  /** How many combinations of several schemas have a pick. */
  combined = 0;
  readonly #changes: Readonly<Record<Purpose, Reach>>;
  readonly #types = new Map<AnySchema, ReadonlySet<JsonType>>();
  readonly #choices = new Map<object, readonly Choice[]>();
  readonly #ids = new Map<object, number>();
  #forResponses: PickSchemas | undefined;

  constructor(resolve: Resolve) {
    this.resolve = resolve;
    this.fills = new Fills(resolve);
    const changes = (purpose: Purpose): Reach =>
      new Reach(
        resolve,
        (schema) => this.#changesItself(schema, purpose),
        (keyword) => isStructural(keywordRow(keyword)),
      );
    this.#changes = { request: changes('request'), response: changes('response') };
  }

  /** The same for responses, in which a problem is closed. */
  get forResponses(): PickSchemas {
    return (this.#forResponses ??= new PickSchemas(closingProblems(this.resolve, (schema) => this.#isOpen(schema))));
  }

  #isOpen(schema: AnySchema): boolean {
    const { members } = this.withoutChoices(this.partsOf([schema]));
    return members.some(keepsOthers) || !members.some(listsProperties);
  }

  /** Whether a pick by a schema can change a value: a property can be undeclared, or in a response a part can be of another kind. */
  canChange(schema: AnySchema, purpose: Purpose): boolean {
    return this.#changes[purpose].from(schema);
  }

  /** Whether a pick by a schema alone, without the schemas that it leads to, can change a value. */
  #changesItself(schema: AnySchema, purpose: Purpose): boolean {
    if (typeof schema === 'boolean') return purpose === 'response' && !schema;
    if (isDropped(schema) || droppedOf(schema).length > 0) return true;
    if (listsProperties(schema) && !keepsOthers(schema)) return true;
    return purpose === 'response' && this.#limitsKind(schema);
  }

  #limitsKind(schema: Keywords): boolean {
    return this.kindOf([schema]) !== 'any' || STRUCTURE.some((keyword) => keyword in schema);
  }

  /** The kind of a value that all of some schemas apply to. */
  kindOf(schemas: readonly AnySchema[]): ValueKind {
    return schemas.map((schema) => kindOfTypes(this.#typesOf(schema))).reduce(meetKinds, 'any');
  }

  /** Whether the schemas of a property forbid it. */
  forbids(schemas: readonly AnySchema[], { isMerged }: ValueParts): boolean {
    const forbidding = schemas.filter((schema) => isNever(schema, this.resolve));
    return isMerged ? forbidding.length === schemas.length && schemas.length > 0 : forbidding.length > 0;
  }

  /** Whether the contract has a text if all of some schemas apply. Those with properties are for objects, although JSON Schema allows a text too. */
  hasText(schemas: readonly AnySchema[], seen: ReadonlySet<AnySchema> = new Set()): boolean {
    return schemas.every((schema) => {
      const types = this.#typesOf(schema);
      if (!isAnyType(types)) return types.has('string');
      if (typeof schema === 'boolean' || seen.has(schema)) return true;
      const { $ref, allOf = [], anyOf, oneOf } = schema as Keywords;
      const inner = new Set([...seen, schema]);
      const all = [...allOf, ...($ref === undefined ? [] : [this.resolve($ref) ?? true])];
      const unions = [anyOf, oneOf].filter((union) => union !== undefined);
      return (
        declaredKind([schema]) === 'any' &&
        this.hasText(all, inner) &&
        unions.every((branches) => branches.some((branch) => this.hasText([branch], inner)))
      );
    });
  }

  /** Collects the schemas that apply to one value: references, `allOf`, and the only branch of a union that can be an object or a list. */
  partsOf(schemas: readonly AnySchema[]): ValueParts {
    const members = new Set<Keywords>();
    const choices = new Set<Choice>();
    const seen = new Set<AnySchema>();
    const add = (schema: AnySchema): void => {
      if (typeof schema === 'boolean' || seen.has(schema)) return;
      seen.add(schema);
      if (droppedOf(schema).length > 0 || MEMBERS.some((keyword) => keyword in schema)) members.add(schema);
      const literal = literalParts(schema);
      if (literal !== undefined) members.add(literal);
      const { $ref, allOf = [] } = schema as Keywords;
      if ($ref !== undefined) add(this.resolve($ref) ?? true);
      allOf.forEach(add);
      for (const choice of this.#choicesOf(schema)) {
        const possible = this.#possible(choice);
        if (possible === undefined) choices.add(choice);
        else possible.forEach(add);
      }
    };
    schemas.forEach(add);
    const hasText = this.hasText(schemas);
    return {
      members: withoutRepeatedNames([...members]),
      choices: [...choices],
      isMerged: false,
      kind: this.kindOf(schemas),
      hasText,
    };
  }

  /** Everything that two parts have. */
  join(a: ValueParts, b: ValueParts): ValueParts {
    const members = withoutRepeatedNames([...new Set([...a.members, ...b.members])]);
    const choices = [...new Set([...a.choices, ...b.choices])];
    const isMerged = a.isMerged || b.isMerged;
    return { members, choices, isMerged, kind: meetKinds(a.kind, b.kind), hasText: a.hasText && b.hasText };
  }

  /** Counts all alternatives of all choices. */
  withoutChoices(parts: ValueParts): ValueParts {
    const choices = new Set(parts.choices);
    const members = new Set(parts.members);
    // The set grows during the loop.
    for (const { alternatives } of choices) {
      const inner = this.partsOf(alternatives.flatMap(({ schemas }) => schemas));
      for (const member of inner.members) members.add(member);
      for (const choice of inner.choices) choices.add(choice);
    }
    return { ...parts, members: withoutRepeatedNames([...members]), choices: [], isMerged: true };
  }

  /** The only reference that applies to a value, if nothing else does. */
  onlyReference(schemas: readonly AnySchema[], purpose: Purpose, depth = 0): string | undefined {
    const keywords = purpose === 'request' ? APPLIED : [...APPLIED, ...TYPED];
    const [schema, ...others] = schemas.filter(
      (one) => typeof one === 'object' && keywords.some((name) => name in one),
    );
    // References can form a circle.
    if (typeof schema !== 'object' || others.length > 0 || depth > 100) return undefined;
    const applied = keywords.filter((keyword) => keyword in schema);
    const { $ref, allOf } = schema as Keywords;
    if (applied.length !== 1) return undefined;
    const target = $ref === undefined ? true : (this.resolve($ref) ?? true);
    // A branch can drop names that its definition does not know.
    if (droppedOf(schema).some((name) => !droppedOf(target).includes(name))) return undefined;
    if ($ref !== undefined) return this.onlyReference([target], purpose, depth + 1) ?? $ref;
    if (allOf !== undefined) return this.onlyReference(allOf, purpose, depth + 1);
    const [choice] = this.#choicesOf(schema);
    const possible = choice && this.#possible(choice);
    return possible && this.onlyReference(possible, purpose, depth + 1);
  }

  /** A text that is the same for the same parts. */
  keyOf({ members, choices, isMerged, kind, hasText }: ValueParts): string {
    const ids = [...members, ...choices.map((choice) => choice.of)].map((part) => {
      const id = this.#ids.get(part) ?? this.#ids.size;
      this.#ids.set(part, id);
      return id;
    });
    return [kind, hasText, isMerged, ...ids.sort((a, b) => a - b)].join(' ');
  }

  #choicesOf(schema: Keywords): readonly Choice[] {
    let choices = this.#choices.get(schema);
    if (choices === undefined) this.#choices.set(schema, (choices = choicesOf(schema, this.resolve)));
    return choices;
  }

  /** The schemas of a choice that can be objects or lists, if at most one can be an object and one a list. */
  #possible({ alternatives }: Choice): readonly AnySchema[] | undefined {
    if (alternatives.some(({ test }) => !('allows' in test) || test.isNegated)) return undefined;
    const schemas = alternatives.flatMap((alternative) => alternative.schemas);
    const [objects, lists] = (['object', 'array'] as const).map((type) =>
      schemas.filter((schema) => this.#typesOf(schema).has(type)),
    );
    const possible = [...new Set([...objects!, ...lists!])];
    if (objects!.length > 1 || lists!.length > 1) return undefined;
    // A condition of the one would apply to values of the other.
    return possible.length > 1 && possible.some((schema) => this.#hasCondition(schema)) ? undefined : possible;
  }

  /** Whether a schema has an `if` for its own value, or a schema that a property of it turns on. */
  #hasCondition(schema: AnySchema, seen: Set<AnySchema> = new Set()): boolean {
    if (typeof schema === 'boolean' || seen.has(schema)) return false;
    seen.add(schema);
    const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema as Keywords;
    const parts = [...allOf, ...anyOf, ...oneOf, ...($ref === undefined ? [] : [this.resolve($ref) ?? true])];
    return 'if' in schema || 'dependentSchemas' in schema || parts.some((part) => this.#hasCondition(part, seen));
  }

  /** The members that values of a type can have: a union can have an object and a list. */
  membersFor({ members }: ValueParts, type: 'object' | 'array'): readonly Keywords[] {
    return members.filter((member) => this.#typesOf(member).has(type));
  }

  /** The alternatives of a choice that values of a type can have. */
  alternativesFor({ alternatives }: Choice, type: 'object' | 'array'): readonly ChoiceAlternative[] {
    return alternatives.filter(
      ({ test }) => !('allows' in test) || test.isNegated || this.#typesOf(test.allows).has(type),
    );
  }

  #typesOf(schema: AnySchema): ReadonlySet<JsonType> {
    let types = this.#types.get(schema);
    if (types === undefined) this.#types.set(schema, (types = typesOf(schema, this.resolve)));
    return types;
  }
}

/** Leaves out schemas that only repeat the names of others. */
function withoutRepeatedNames(members: readonly Keywords[]): Keywords[] {
  const declared = new Set(members.flatMap(({ properties = {} }) => Object.keys(properties)));
  return members.filter((member) => {
    const isNaming = STRUCTURE.every((keyword) => !(keyword in member));
    return !isNaming || droppedOf(member).length > 0 || requiredNames(member).some((name) => !declared.has(name));
  });
}
