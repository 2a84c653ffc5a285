import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { conditionOf, functionName } from '../validators/condition.ts';
import { not } from '../validators/logic.ts';
import type { Uses } from '../validators/scope.ts';
import { addUses, createUses, writeFunction } from '../validators/scope.ts';
import { propertyText } from '../validators/object.ts';
import { constant } from '../declaration.ts';
import type { Choice, ChoiceAlternative, Test } from './choices.ts';
import { declaredKind } from './kinds.ts';
import type { ValueParts, Purpose, PickSchemas } from './parts.ts';
import type { Pick, PickOf } from './pick-text.ts';
import { arrow, inline, KEEP, named, objectText, SCALAR_PICKS, selectorText } from './pick-text.ts';
import { listPlan, objectPlan } from './plan.ts';

/** With more functions for one schema, all alternatives of further unions count, so that the text stays small. */
const MAX_FUNCTIONS = 500;

/** The most functions of one schema, and the most that are written one in another: properties with a name in common can combine without end. */
const MAX_COMBINATIONS = 10_000;
const MAX_NESTED = 400;

/** The most functions of all schemas that several schemas apply to. */
const MAX_COMBINED = 100_000;

/** The schemas of one value combine in more ways than a limit allows. */
export class CombinationError extends RangeError {
  readonly limit: string;

  /** @param limit The limit that was passed, as a text. */
  constructor(limit: string) {
    super(`the properties of a schema combine ${limit}, which is the limit`);
    this.limit = limit;
  }
}

/** A function that some parts need, before it is written or after. */
interface PickFunction {
  /** Set if the function is declared or, by a schema that leads back to itself, called. */
  name?: string;
  isWritten?: true;
  pick?: Pick | undefined;
}

type WritePick = () => string | Pick | undefined;

/** The name of the function that picks by a referenced schema. */
export function pickName(reference: string, purpose: Purpose): string {
  return functionName(reference).replace(/^is_/, purpose === 'request' ? 'take_' : 'pick_');
}

/** Writes picks, and declares the functions that they call. */
export class PickWriter {
  /** The functions that it has declared: their names and expressions. */
  readonly functions: { readonly name: string; readonly text: string }[] = [];
  readonly uses: Uses = createUses();
  readonly #schemas: PickSchemas;
  readonly #purpose: Purpose;
  readonly #prefix: string;
  readonly #entries = new Map<string, PickFunction>();
  readonly #names = new Map<string, string>();
  #count = 0;
  #nested = 0;

  /** @param prefix The start of names, before a number. */
  constructor(schemas: PickSchemas, purpose: Purpose, prefix: string) {
    this.#schemas = purpose === 'response' ? schemas.forResponses : schemas;
    this.#purpose = purpose;
    this.#prefix = prefix;
  }

  /** Writes the pick of a value that all of some schemas apply to; undefined if it would keep everything. */
  readonly pickOf: PickOf = (schemas) => {
    if (!schemas.some((schema) => this.#schemas.canChange(schema, this.#purpose))) return undefined;
    if (this.#isResponse() && this.#schemas.kindOf(schemas) === 'none') return this.#helper('pickScalar');
    const reference = this.#schemas.onlyReference(schemas, this.#purpose);
    if (reference === undefined) return this.#pickOfParts(this.#schemas.partsOf(schemas));
    this.uses[this.#isResponse() ? 'picks' : 'takes'].add(reference);
    const pick = named(pickName(reference, this.#purpose));
    const isOfAll =
      !this.#schemas.hasText(schemas) || this.#schemas.hasText([this.#schemas.resolve(reference) ?? true]);
    return isOfAll ? pick : this.#withText(pick);
  };

  /** The declarations of its functions. */
  get statements(): string[] {
    return this.functions.map(({ name, text }) => constant(name, text, []).text);
  }

  /** An expression with the declarations that it refers to. */
  enclose(expression: string): string {
    const { statements } = this;
    return statements.length === 0 ? expression : `(() => { ${statements.join(' ')} return ${expression}; })()`;
  }

  /** Declares the function of a referenced schema. */
  declare(reference: string): void {
    const name = pickName(reference, this.#purpose);
    const parts = this.#schemas.partsOf([this.#schemas.resolve(reference) ?? true]);
    this.#entries.set(this.#schemas.keyOf(parts), { name });
    this.#declare(this.#write(parts), name);
  }

  #pickOfParts(parts: ValueParts): Pick | undefined {
    const key = this.#schemas.keyOf(parts);
    const known = this.#entries.get(key);
    if (known?.isWritten === true) return known.pick;
    if (known !== undefined) return named((known.name ??= this.#nextName()));
    const entry: PickFunction = {};
    this.#entries.set(key, entry);
    this.#checkLimits(parts);
    this.#nested++;
    const written = this.#write(parts);
    this.#nested--;
    const isDeclared = typeof written === 'string' || entry.name !== undefined;
    entry.pick = isDeclared ? this.#declare(written, entry.name) : written;
    entry.isWritten = true;
    return entry.pick;
  }

  #checkLimits({ members }: ValueParts): void {
    if (members.length > 1) this.#schemas.combined++;
    if (this.#entries.size > MAX_COMBINATIONS) throw new CombinationError(`in more than ${MAX_COMBINATIONS} ways`);
    if (this.#nested > MAX_NESTED) throw new CombinationError(`more than ${MAX_NESTED} levels deep`);
    if (this.#schemas.combined > MAX_COMBINED)
      throw new CombinationError(`in more than ${MAX_COMBINED} ways, together with those of the other definitions`);
  }

  /** Declares a function. Without a name, functions with the same text share one. */
  #declare(written: string | Pick | undefined, name?: string): Pick {
    const text = typeof written === 'string' ? written : arrow(written);
    const known = name === undefined ? this.#names.get(text) : undefined;
    const own = name ?? known ?? this.#nextName();
    if (known === undefined) this.functions.push({ name: own, text });
    this.#names.set(text, own);
    return named(own);
  }

  #nextName(): string {
    return `${this.#prefix}${this.#count++}`;
  }

  /** Writes a pick: as a text to declare, or as one that needs no declaration. */
  #write(parts: ValueParts): string | Pick | undefined {
    const written = this.#writeRefusingText(parts);
    if (!parts.hasText || written === undefined) return written;
    return this.#withText(typeof written === 'string' ? this.#declare(written) : written);
  }

  /** Lets a text pass. Picks of objects and lists refuse it. */
  #withText(pick: Pick): Pick {
    if (!this.#isResponse() || pick.of === 'pickScalar') return pick;
    this.uses.helpers.add('pickText');
    return inline((value, key) => `pickText(${value}, ${key}, ${pick.of})`);
  }

  #writeRefusingText(parts: ValueParts): string | Pick | undefined {
    const { members, choices, kind } = parts;
    const [choice, ...others] = choices;
    if (choice !== undefined) return this.#writeChoice(choice, { ...parts, choices: others });
    const list = (): string | Pick | undefined => this.#itemsOf(this.#schemas.membersFor(parts, 'array'));
    const isForbidden = (schemas: readonly AnySchema[]): boolean =>
      this.#isResponse() && this.#schemas.forbids(schemas, parts);
    const object = (): string | Pick | undefined =>
      objectText(objectPlan(this.#schemas.membersFor(parts, 'object'), isForbidden), this.pickOf, this.uses);
    const declared = kind === 'any' && this.#isResponse() ? declaredKind(members) : kind;
    return this.#either({ ...parts, kind: declared }, list, object);
  }

  /** Writes the pick of a value by its kind. */
  #either({ kind, hasText }: ValueParts, list: WritePick, object: WritePick): string | Pick | undefined {
    switch (kind) {
      case 'object':
        return object() ?? this.#kindOnly('pickAnyObject');
      case 'array':
        return list() ?? this.#kindOnly('pickAnyList');
      case 'none':
        return this.#kindOnly('pickScalar');
      default:
        // The pick of an object refuses a text, which is of neither kind.
        return this.#ofBoth(list(), object() ?? (hasText ? undefined : this.#kindOnly('pickAnyObject')));
    }
  }

  #ofBoth(list: string | Pick | undefined, object: string | Pick | undefined): string | Pick | undefined {
    if (object === undefined && list === undefined) return undefined;
    const [first, second] = [list ?? KEEP, object ?? KEEP].map(
      (one) => (typeof one === 'string' ? this.#declare(one) : one).of,
    );
    this.uses.helpers.add('pickEither');
    return inline((value, key) => `pickEither(${value}, ${key}, ${first}, ${second})`);
  }

  /** A pick that keeps everything of one kind. A valid request needs none. */
  #kindOnly(name: 'pickAnyObject' | 'pickAnyList' | 'pickScalar'): Pick | undefined {
    return this.#isResponse() ? this.#helper(name) : undefined;
  }

  #helper(name: 'pickAnyObject' | 'pickAnyList' | keyof typeof SCALAR_PICKS): Pick {
    this.uses.helpers.add(name);
    return name in SCALAR_PICKS ? SCALAR_PICKS[name as keyof typeof SCALAR_PICKS] : named(name);
  }

  #isResponse(): boolean {
    return this.#purpose === 'response';
  }

  #itemsOf(members: ValueParts['members']): Pick | undefined {
    const { first, rest, isClosed } = listPlan(members);
    const picks = [...first, rest].map(this.pickOf);
    // A request with more items is not valid.
    const isCut = isClosed && this.#isResponse();
    if (picks.every((pick) => pick === undefined) && !isCut) return undefined;
    if (first.length === 0 && picks[0]?.of === 'pickScalar') return this.#helper('pickScalars');
    this.uses.helpers.add('pickItems');
    const calls = picks.map((pick) => pick?.call('v', 'i') ?? 'v');
    const text = calls.reduceRight((no, call, i) => `i === ${i} ? ${call} : ${no}`);
    const item = first.length === 0 ? (picks[0] ?? KEEP).of : `(v, i) => ${text}`;
    const count = isCut ? `, ${first.length}` : '';
    return inline((value, key) => `pickItems(${value}, ${key}, ${item}${count})`);
  }

  #writeChoice(choice: Choice, base: ValueParts): string | Pick | undefined {
    if (this.#entries.size > MAX_FUNCTIONS)
      return this.#write(this.#schemas.withoutChoices({ ...base, choices: [choice, ...base.choices] }));
    const objects = this.#schemas.alternativesFor(choice, 'object');
    const lists = this.#schemas.alternativesFor(choice, 'array');
    const isSame = objects.length === lists.length && objects.every((one) => lists.includes(one));
    if (isSame) return this.#fittingOf(objects, base);
    return this.#either(
      base,
      () => this.#fittingOf(lists, base),
      () => this.#fittingOf(objects, base),
    );
  }

  #fittingOf(alternatives: readonly ChoiceAlternative[], base: ValueParts): string | Pick | undefined {
    if (alternatives.length === 0) return this.#pickOfAlternative(base, []);
    const picks = alternatives.map(({ schemas }) => this.#pickOfAlternative(base, schemas));
    if (picks.every((pick) => pick?.of === picks[0]?.of)) return picks[0];
    const tests = alternatives.map(({ test }) => this.#testOf(test));
    this.uses.helpers.add('pickFitting');
    const rows = alternatives.map(({ selectors }, i) => {
      const selects = selectors && selectorText(selectors);
      const pick = picks[i]?.of ?? (selects && 'undefined');
      return `[${[tests[i], pick, selects].filter((text) => text !== undefined).join(', ')}]`;
    });
    return `pickFitting(() => [${rows.join(', ')}])`;
  }

  #pickOfAlternative(base: ValueParts, schemas: readonly AnySchema[]): Pick | undefined {
    const own = this.#schemas.partsOf(schemas);
    const all = this.#schemas.join(base, own);
    return this.#schemas.keyOf(all) === this.#schemas.keyOf(own) ? this.pickOf(schemas) : this.#pickOfParts(all);
  }

  #testOf(test: Test): string {
    const uses = createUses();
    const { text } = writeFunction(uses, (scope) => {
      const condition =
        'has' in test
          ? `${propertyText(scope.variable(0), test.has, scope)} !== undefined`
          : conditionOf(test.allows, 0, scope);
      return test.isNegated ? not(condition) : condition;
    });
    for (const reference of uses.conditions) uses.tested.add(reference);
    addUses(this.uses, uses);
    return text;
  }
}
