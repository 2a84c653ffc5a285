import type { Body, Content, Operation, Parameter, Schema } from '../contract/operation.ts';
import type { AnySchema, Keywords, Resolve } from './json-types.ts';
import { certainParts, defaultOf } from './json-types.ts';
import type { Selected } from './discriminators.ts';
import { selectBranches } from './discriminators.ts';
import type { Direction } from './marks.ts';
import { isOfProperties } from './keywords.ts';
import { isCondition, isInPlace, Marks } from './marks.ts';
import { referenceTo, resolverOf, splitReference } from './references.ts';
import { isSameList } from './same-list.ts';
import { eachSchema, mapItems, mapSubschemas } from './walk.ts';

/** The names of properties that do not travel. A symbol, because users can write any keyword. */
const DROPPED: unique symbol = Symbol('dropped properties');

/** The names that a face drops from the value that it applies to; none for other schemas. */
export function droppedOf(schema: AnySchema): readonly string[] {
  return (schema as { readonly [DROPPED]?: readonly string[] })[DROPPED] ?? [];
}

/** Set in the schemas of properties without a name that do not travel: those of a pattern, and additional and unevaluated ones. */
const IS_DROPPED: unique symbol = Symbol('dropped entries');

/** Whether a face drops the values that it describes as properties without a name. */
export function isDropped(schema: AnySchema): boolean {
  return typeof schema === 'object' && (schema as { readonly [IS_DROPPED]?: true })[IS_DROPPED] === true;
}

/** The names that a face never drops. */
const KEPT: unique symbol = Symbol('kept properties');

/** The names that discriminators read, which a face keeps even if a pattern drops them; none for other schemas. */
export function keptOf(schema: AnySchema): readonly string[] {
  return (schema as { readonly [KEPT]?: readonly string[] })[KEPT] ?? [];
}

/** In the names that a face drops: any name. */
export const ANY_NAME = '*';

/** Whether the name of a definition is that of a face. Names that users choose have no `@`. */
export function isFace(name: string): boolean {
  return name.includes('@');
}

/** The names that the faces of an operation's bodies drop anywhere in them; {@link ANY_NAME} if they drop properties without a name. */
export function droppedBy({ body, responses }: Operation, resolve: Resolve): Readonly<Record<Direction, string[]>> {
  return {
    request: contentNames(body?.content ?? [], resolve),
    response: contentNames(
      responses.flatMap((one) => one.content),
      resolve,
    ),
  };
}

function contentNames(content: readonly Content[], resolve: Resolve): string[] {
  const names = new Set<string>();
  const open = new Set<string>();
  const add = (schema: AnySchema): void =>
    eachSchema(schema, (part) => {
      for (const name of droppedOf(part)) names.add(name);
      if (isDropped(part)) names.add(ANY_NAME);
      const { $ref } = part as Keywords;
      if ($ref === undefined || open.has($ref)) return;
      open.add($ref);
      add(resolve($ref) ?? true);
    });
  for (const { schema } of content) add(schema);
  return [...names].sort();
}

/** The names that every body of a request drops from its outermost object. */
export function droppedFromBody(operation: Operation, schemas: ReadonlyMap<string, Schema>): string[] {
  const faced = facesOf([operation], schemas);
  const resolve = resolverOf(faced.schemas);
  const content = faced.operations[0]!.body?.content ?? [];
  const [first = [], ...others] = content.map(({ schema }) => certainParts(schema, resolve).flatMap(droppedOf));
  return first.filter((name) => others.every((names) => names.includes(name)));
}

/** The requirements of surrounding schemas for the same value. */
interface FaceContext {
  /** The properties that do not travel. */
  readonly dropped: ReadonlySet<string>;
  /** The properties that discriminators read, which always travel. */
  readonly kept: ReadonlySet<string>;
}

const ALONE: FaceContext = { dropped: new Set(), kept: new Set() };

/** The operations and definitions that requests and responses are validated, picked and typed by. */
export interface Faced {
  /** The operations in the order of the given ones; the same object if both faces are the declared schema. */
  readonly operations: readonly Operation[];
  /** The definitions, and behind them the faces of those that have one. */
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** The faces of the last call. */
export interface FacesCache {
  readonly operations: readonly Operation[];
  /** The names and schemas of the definitions, in turn. */
  readonly definitions: readonly unknown[];
  /** The facts about the definitions and the schemas that refer to them. */
  readonly marks: AllMarks;
  readonly faced: Faced;
}

/** Returns a cache if it is for the same operations and definitions, or creates one, which knows as much of the same definitions. */
export function renewFaces(
  cache: FacesCache | undefined,
  operations: readonly Operation[],
  schemas: ReadonlyMap<string, Schema>,
): FacesCache {
  const definitions = [...schemas].flat();
  const last = cache !== undefined && isSameList(cache.definitions, definitions) ? cache : undefined;
  if (last !== undefined && isSameList(last.operations, operations)) return last;
  const selected = selectBranches(operations, schemas);
  const marks = last?.marks ?? marksOf(selected.schemas);
  return { operations, definitions, marks, faced: facesOfSelected(selected, marks) };
}

type AllMarks = Readonly<Record<Direction, Marks>>;

function marksOf(schemas: ReadonlyMap<string, Schema>): AllMarks {
  const resolve = resolverOf(schemas);
  return { request: new Marks(resolve, 'request'), response: new Marks(resolve, 'response') };
}

/** Makes the faces of operations and definitions: see {@link facesOfSelected}. Discriminators select the branches of unions in them. */
export function facesOf(operations: readonly Operation[], schemas: ReadonlyMap<string, Schema>): Faced {
  const selected = selectBranches(operations, schemas);
  return facesOfSelected(selected, marksOf(selected.schemas));
}

/**
 * Makes the two faces of the schemas of parameters and bodies. A `readOnly` property is not required of a request, and one that is sent is valid but dropped; a
 * `writeOnly` one is not required of a response, and never leaves. This is the meaning of OpenAPI 3.0. A definition whose face differs gets
 * another name: `Pet@request` or `Pet@response`.
 */
function facesOfSelected({ operations, schemas }: Selected, marks: AllMarks): Faced {
  const named = new Map(schemas);
  const request = new Faces('request', schemas, marks, named);
  const response = new Faces('response', schemas, marks, named);
  const faced = operations.map((operation) => {
    const { parameters, body, responses } = operation;
    const given = mapItems(parameters, (one) => withFace(one as Parameter, request));
    const received = body && (mapItems(body, (value, key) => facedContent(value, key, request)) as Body);
    const sent = mapItems(responses, (one) =>
      mapItems(one as object, (value, key) => facedContent(value, key, response)),
    );
    if (given === parameters && received === body && sent === responses) return operation;
    return {
      ...operation,
      parameters: given as Operation['parameters'],
      ...(received && { body: received }),
      responses: sent as Operation['responses'],
    };
  });
  return { operations: faced, schemas: named };
}

function facedContent(value: unknown, key: string | number, faces: Faces): unknown {
  if (key !== 'content') return value;
  return mapItems(value as readonly Content[], (one) => withFace(one as Content, faces));
}

/** The same with the face of its schema. */
function withFace<T extends { readonly schema: Schema }>(one: T, faces: Faces): T {
  const face = faces.of(one.schema);
  return face === one.schema ? one : { ...one, schema: face };
}

/**
 * Makes the two faces of a schema for a value that can be of either direction, such as an example. They validate parts that would be dropped.
 *
 * @param named Takes the definitions that the faces refer to.
 */
export function eitherFace(
  schemas: ReadonlyMap<string, Schema>,
  named: Map<string, Schema>,
): (schema: AnySchema) => readonly AnySchema[] {
  const { schemas: selected } = selectBranches([], schemas);
  for (const [name, schema] of selected) if (schema !== schemas.get(name)) named.set(name, schema);
  const marks = marksOf(selected);
  const faces = (['request', 'response'] as const).map(
    (direction) => new Faces(direction, selected, marks, named, true),
  );
  return (schema) => [...new Set(faces.map((one) => one.of(schema)))];
}

/** The faces of schemas in one direction. */
class Faces {
  readonly #direction: Direction;
  readonly #isStrict: boolean;
  readonly #marks: Marks;
  readonly #resolve: ReturnType<typeof resolverOf>;
  readonly #named: Map<string, Schema>;
  readonly #faces = new WeakMap<object, AnySchema>();
  /** The names of faces by reference and context. */
  readonly #names = new Map<string, string>();

  constructor(
    direction: Direction,
    schemas: ReadonlyMap<string, Schema>,
    marks: AllMarks,
    named: Map<string, Schema>,
    isStrict = false,
  ) {
    this.#direction = direction;
    this.#isStrict = isStrict;
    this.#resolve = resolverOf(schemas);
    this.#marks = marks[direction];
    this.#named = named;
  }

  /** The face of a schema; the same object if it does not differ. */
  of<T extends AnySchema>(schema: T): T {
    if (typeof schema === 'boolean' || !this.#marks.reaches(schema)) return schema;
    const face = this.#faces.get(schema) ?? this.#convert(schema, ALONE);
    this.#faces.set(schema, face);
    return face as T;
  }

  #convert(schema: AnySchema, around: FaceContext): AnySchema {
    if (typeof schema === 'boolean') return schema;
    const { marked } = this.#marks.declaredBy(schema);
    const kept = new Set([...around.kept, ...this.#marks.discriminatorsOf(schema)]);
    const dropped = new Set([...around.dropped, ...marked].filter((name) => !kept.has(name)).sort());
    const context = { dropped, kept };
    const own = this.#withoutRequired(schema as Keywords, context);
    const face = mapSubschemas(own, (part, { key }, keyword) => {
      if (isCondition(keyword)) return part;
      if (isInPlace(keyword)) return this.#convert(part, context);
      if (keyword === 'properties') return dropped.has(String(key)) ? this.#ofDropped(part) : this.of(part);
      return isOfProperties(keyword) && this.#marks.isMarked(part) ? this.#ofDroppedEntry(part) : this.of(part);
    });
    if (dropped.size + kept.size === 0) return face;
    const known = { [DROPPED]: [...dropped], ...(kept.size > 0 && { [KEPT]: [...kept] }) };
    return { ...face, ...known } as Schema;
  }

  /** A schema's own keywords that require properties or refer to others. */
  #withoutRequired(schema: Keywords, context: FaceContext): Schema {
    const travels = (name: string): boolean => !context.dropped.has(name);
    return mapItems(schema, (value, key) => {
      if (key === '$ref') return this.#referenceTo(value as string, context);
      if (key === 'required') return keepItems(value as readonly string[], travels);
      if (key !== 'dependentRequired') return value;
      return mapItems(value as object, (names) => keepItems(names as readonly string[], travels));
    }) as Schema;
  }

  /** A property that does not travel. A handler's value can have it in any form, and a request's default would be filled into its place. */
  #ofDropped(property: AnySchema): AnySchema {
    if (this.#direction === 'response' && !this.#isStrict) return true;
    const face = this.of(property);
    if (typeof face === 'boolean' || defaultOf(face, this.#resolve) === undefined) return face;
    return { allOf: [face] };
  }

  /** Properties without a name that do not travel. */
  #ofDroppedEntry(property: AnySchema): AnySchema {
    const face = this.#ofDropped(property);
    return { ...(typeof face === 'object' && face), [IS_DROPPED]: true } as Schema;
  }

  /** The reference to the face of a definition or of a part of one, by its own name. */
  #referenceTo(reference: string, { dropped, kept }: FaceContext): string {
    const target = this.#resolve(reference);
    const split = splitReference(reference);
    if (target === undefined || split === undefined) return reference;
    const { marked } = this.#marks.declaredBy(target);
    const names = this.#marks.namesIn(target);
    const context = {
      dropped: new Set([...dropped].filter((name) => names.has(name) && !marked.has(name))),
      kept: new Set([...kept].filter((name) => marked.has(name))),
    };
    const isPlain = context.dropped.size === 0 && context.kept.size === 0;
    if (isPlain && !this.#marks.reaches(target)) return reference;
    const key = JSON.stringify([reference, [...context.dropped].sort(), [...context.kept].sort()]);
    const known = this.#names.get(key);
    if (known !== undefined) return referenceTo(known).$ref;
    const name = this.#newName(split.name);
    this.#names.set(key, name);
    // The place in the order of names comes before the definition, which can refer to itself.
    this.#named.set(name, {});
    this.#named.set(name, this.#convert(target, context) as Schema);
    return referenceTo(name).$ref;
  }

  #newName(base: string): string {
    for (let i = 1; ; i++) {
      const name = `${base}@${this.#direction}${i === 1 ? '' : i}`;
      if (!this.#named.has(name)) return name;
    }
  }
}

/** The items that pass a test; the same list if all do. */
function keepItems<T>(list: readonly T[], test: (item: T) => boolean): readonly T[] {
  return list.every(test) ? list : list.filter(test);
}
