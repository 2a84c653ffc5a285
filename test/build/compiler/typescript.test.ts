import { describe, expect, it } from 'vitest';
import type { Schema } from '../../../src/shared/contract/operation.ts';
import type { Diagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { parseComments } from '../../../src/build/compiler/comment/comment.ts';
import { parseSyntax } from '../../../src/build/compiler/module/syntax.ts';
import type { TypeScriptDefinition } from '../../../src/build/compiler/typescript/index.ts';
import { readTypeScriptDefinitions } from '../../../src/build/compiler/typescript/index.ts';
import { createValueCheck } from '../../../src/build/compiler/operations/samples.ts';
import { reportSchema } from '../../../src/build/compiler/user-schemas/check.ts';
import { useGeneric, useParameter, useUtility } from '../../../src/shared/schema/draft.ts';
import { applyUtility } from '../../../src/shared/schema/utility.ts';
import { runsOf } from '../../property/holds.ts';

interface Result {
  readonly definitions: readonly TypeScriptDefinition[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What is wrong with a schema; a draft has words of its own, so they are no fault here. */
function faultsOf(schema: Schema): string[] {
  const diagnostics: Diagnostic[] = [];
  const at = { source: { file: '', text: '' }, span: { start: 0, end: 0 } };
  reportSchema(
    schema,
    () => at,
    (diagnostic) => diagnostics.push(diagnostic),
  );
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

function read(text: string, file = 'app/definitions/pet.ts'): Result {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);
  const source = { file, text };
  const syntax = parseSyntax(source, report);
  expect(diagnostics).toEqual([]);
  return {
    definitions: readTypeScriptDefinitions(source, syntax!, parseComments(source, syntax!.comments), report),
    diagnostics,
  };
}

/** The schemas of a text in which nothing is wrong, by name; each is a JSON Schema. */
function schemas(text: string): { [name: string]: Schema } {
  const { definitions, diagnostics } = read(text);
  expect(diagnostics).toEqual([]);
  for (const { schema } of definitions) expect(faultsOf(schema)).toEqual([]);
  return Object.fromEntries(definitions.map(({ name, schema }) => [name, schema]));
}

/** The schema of a type, with declarations beside it. */
function schemaOf(type: string, beside = ''): Schema {
  return schemas(`${beside}\nexport type It = ${type};`)['It']!;
}

/** What is said of a text: code, the words it points at, and what a message is to have in it. */
function faults(text: string): string[] {
  return read(text).diagnostics.map(
    ({ code, severity, at }) => `${severity} ${code} ${at.source.text.slice(at.span.start, at.span.end)}`,
  );
}

const object = (
  properties: { [name: string]: Schema },
  required: readonly string[] = Object.keys(properties),
): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const string = { type: 'string' };
const number = { type: 'number' };

/** Numbers that look random, and are the same in each run: a linear congruential generator. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('types', () => {
  it.each<[type: string, schema: Schema]>([
    ['string', string],
    ['number', number],
    ['boolean', { type: 'boolean' }],
    ['null', { type: 'null' }],
    ['any', {}],
    ['unknown', {}],
    ['object', { type: 'object' }],
    ['{}', { type: 'object' }],
    ["'a'", { const: 'a' }],
    ['`a`', { const: 'a' }],
    ['-1.5', { const: -1.5 }],
    ['true', { const: true }],
    ['(string)', string],
    ['Date', { type: 'string', format: 'date-time' }],
    ['File', { type: 'string', format: 'binary' }],
    ['string[]', { type: 'array', items: string }],
    ['readonly string[]', { type: 'array', items: string }],
    ['Array<string>', { type: 'array', items: string }],
    ['ReadonlyArray<string[]>', { type: 'array', items: { type: 'array', items: string } }],
    ['(string | null)[]', { type: 'array', items: { type: ['string', 'null'] } }],
  ])('%s', (type, schema) => {
    expect(schemaOf(type)).toEqual(schema);
  });

  it.each<[type: string, schema: Schema]>([
    ["'a' | 'b'", { type: 'string', enum: ['a', 'b'] }],
    ["| 'a' | ('b' | 'a')", { type: 'string', enum: ['a', 'b'] }],
    ["'a' | 1 | true", { enum: ['a', 1, true] }],
    ["'a' | 'b' | null", { type: ['string', 'null'], enum: ['a', 'b', null] }],
    ["'a' | null", { type: ['string', 'null'], enum: ['a', null] }],
    ['string | null', { type: ['string', 'null'] }],
    ['null | Date', { type: ['string', 'null'], format: 'date-time' }],
    ['string[] | null', { type: ['array', 'null'], items: string }],
    ['{ a: string } | null', { ...object({ a: string }), type: ['object', 'null'] }],
    ['string | number', { anyOf: [string, number] }],
    ['string | (number | null)', { anyOf: [string, number, { type: 'null' }] }],
    ["number | 'a' | 'b'", { anyOf: [number, { type: 'string', enum: ['a', 'b'] }] }],
    ['string | never', string],
    ['string | unknown', {}],
    ['string | string', string],
  ])('the union %s', (type, schema) => {
    expect(schemaOf(type)).toEqual(schema);
  });

  it.each<[type: string, schema: Schema]>([
    ['[string, number]', { type: 'array', prefixItems: [string, number], items: false, minItems: 2 }],
    ['[name: string, size?: number]', { type: 'array', prefixItems: [string, number], items: false, minItems: 1 }],
    ['[string?]', { type: 'array', prefixItems: [string], items: false }],
    ['[string, ...number[]]', { type: 'array', prefixItems: [string], items: number, minItems: 1 }],
    ['[string, ...rest: Array<number>]', { type: 'array', prefixItems: [string], items: number, minItems: 1 }],
    ['[string, number, ...string[]]', { type: 'array', prefixItems: [string, number], items: string, minItems: 2 }],
    ['[string, ...string[]]', { type: 'array', items: string, minItems: 1 }],
    ['[...string[]]', { type: 'array', items: string }],
    ['[]', { type: 'array', maxItems: 0 }],
  ])('the tuple %s', (type, schema) => {
    expect(schemaOf(type)).toEqual(schema);
  });

  it.each<[type: string, fits: string[], fitsNot: string[]]>([
    ['`id-${number}`', ['id-1', 'id--1.5'], ['id-', 'id-x', 'xid-1', 'id-1\n']],
    ['`${string}@${string}.${"com" | "org"}`', ['a@b.com', '@\n.org'], ['a@b.net', 'a.com']],
    ['`${boolean | 1}|*`', ['true|*', '1|*'], ['2|*', 'true']],
  ])('the template %s', (type, fits, fitsNot) => {
    const check = createValueCheck(new Map(), () => undefined);
    const schema = schemaOf(type);
    expect(fits.map((value) => check(schema, value))).toEqual(fits.map(() => undefined));
    expect(fitsNot.filter((value) => check(schema, value) === undefined)).toEqual([]);
  });
});

describe('objects', () => {
  it('reads properties: optional, readonly, quoted, counted, computed by a literal', () => {
    const text = `export interface Pet {
      readonly id: number;
      name?: string
      'first name': string,
      1: boolean;
      ['size']: number;
      anything;
    }`;
    // The copy has no symbols.
    expect(structuredClone(schemas(text)['Pet'])).toEqual(
      object({ id: number, name: string, 'first name': string, 1: { type: 'boolean' }, size: number, anything: {} }, [
        'id',
        'first name',
        '1',
        'size',
        'anything',
      ]),
    );
  });

  it('takes a property that may be undefined for one that may be left out', () => {
    expect(schemaOf('{ a: string | undefined; b?: 1 | undefined; c?: never; d: undefined }')).toEqual(
      object({ a: string, b: { const: 1 }, c: { not: {} }, d: { not: {} } }, []),
    );
  });

  it('keeps names that objects have of themselves', () => {
    const schema = schemaOf('Pick<{ __proto__: string; toString: number; constructor: 1 }, "__proto__" | "toString">');
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{"type":"number"}},"required":["__proto__","toString"]}',
    );
    expect(Object.getPrototypeOf(schema['properties'])).toBe(Object.prototype);
    expect(schemaOf('{ a: constructor }')).toEqual(object({ a: ref('constructor') }));
  });

  it.each<[type: string, schema: Schema]>([
    ['{ [key: string]: number }', { type: 'object', additionalProperties: number }],
    ['{ a: 1; [key: string]: number }', { ...object({ a: { const: 1 } }), additionalProperties: number }],
    ['{ [key: string]: never }', { type: 'object', additionalProperties: false }],
    ['{ [key: `x-${string}`]: string }', { type: 'object', patternProperties: { '^x-[\\s\\S]*$': string } }],
    [
      '{ [a: `a-${string}`]: 1; [b: `b-${string}`]: 2 }',
      { type: 'object', patternProperties: { '^a-[\\s\\S]*$': { const: 1 }, '^b-[\\s\\S]*$': { const: 2 } } },
    ],
    ['Record<string, number | undefined>', { type: 'object', additionalProperties: number }],
    ['Record<string, never>', { type: 'object', additionalProperties: false }],
    ["Record<'a' | 'b', number>", object({ a: number, b: number })],
    ["Record<'a', number | undefined>", object({ a: number }, [])],
    [
      'Record<Kind, Record<1 | 2, Kind>>',
      object({ a: object({ 1: ref('Kind'), 2: ref('Kind') }), b: object({ 1: ref('Kind'), 2: ref('Kind') }) }),
    ],
    ['Record<Id, number>', { type: 'object', additionalProperties: number }],
    ['Record<Other, number>', { type: 'object', propertyNames: ref('Other'), additionalProperties: number }],
  ])('%s', (type, schema) => {
    expect(schemaOf(type, "export type Kind = 'a' | 'b'; /** An id. */ export type Id = string;")).toEqual(schema);
  });

  it('takes numbers as names', () => {
    const check = createValueCheck(new Map(), () => undefined);
    const schema = schemaOf('{ [index: number]: string }');
    expect(check(schema, { 0: 'a', 12: 'b', '-1.5': 'c', other: 1 })).toBeUndefined();
    expect(check(schema, { 12: 1 })).toBeDefined();
  });
});

describe('names', () => {
  const text = `import type { Person as Owner } from './person.ts';
import type * as models from './models.ts';
import type House from './house.ts';
export interface Pet {
  owner: Owner; home: House; vet: models.Vet | null; toys: import('./toy.ts').Toy[]; parent?: Pet; unknown: Unheard;
}
export type Pets = Pet[];`;

  it('refers to definitions by the names they have in their own files', () => {
    expect(schemas(text)).toEqual({
      Pet: object(
        {
          owner: ref('Person'),
          home: ref('House'),
          vet: { anyOf: [ref('Vet'), { type: 'null' }] },
          toys: { type: 'array', items: ref('Toy') },
          parent: ref('Pet'),
          unknown: ref('Unheard'),
        },
        ['owner', 'home', 'vet', 'toys', 'unknown'],
      ),
      Pets: { type: 'array', items: ref('Pet') },
    });
  });

  it('locates their references and their definitions', () => {
    const [pet, pets] = read(text).definitions;
    const shown = pet!.references.map(({ name, at, arity }) => [name, arity, text.slice(at.span.start, at.span.end)]);
    expect(shown).toEqual([
      ['Person', 0, 'Owner'],
      ['House', 0, 'House'],
      ['Vet', 0, 'Vet'],
      ['Toy', 0, 'Toy'],
      ['Pet', 0, 'Pet'],
      ['Unheard', 0, 'Unheard'],
    ]);
    expect(pet!.references[0]!.at.span.start).toBe(text.indexOf('Owner;'));
    expect(pet!.at.span).toEqual({ start: text.indexOf('Pet {'), end: text.indexOf(' {\n  owner') });
    expect(pets!.references[0]!.at.span.start).toBe(text.lastIndexOf('Pet'));
  });

  it('reads each form of an export, and nothing that is not exported', () => {
    const result = read(`import { helper } from './helper.ts';
      interface A { a: 1 }
      type B = 'b';
      interface Inner { hidden: true }
      declare namespace Space { export interface Far { a: 1 } }
      declare global { export interface World { a: 1 } }
      export { A, B as Bee };
      export type { B as Again, Foreign as Own } from './other.ts';
      export type { Same } from './other.ts';
      export * from './more.ts';
      export default interface Main { m: 1 }
      export declare type Declared = string;
      export const value = 1;
      export class Kept {}
      export { value as otherValue, helper as help };`);
    expect(result.diagnostics).toEqual([]);
    expect(
      result.definitions.map(({ name, schema, at }) => [
        name,
        schema,
        at.source.text.slice(at.span.start, at.span.end),
      ]),
    ).toEqual([
      ['A', object({ a: { const: 1 } }), 'A'],
      ['Bee', { const: 'b' }, 'Bee'],
      ['Again', ref('B'), 'Again'],
      ['Own', ref('Foreign'), 'Own'],
      ['Main', object({ m: { const: 1 } }), 'Main'],
      ['Declared', string, 'Declared'],
      // Without type, it may be a value, and counts if "helper" is a definition.
      ['help', ref('helper'), 'help'],
    ]);
    expect(result.definitions.filter(({ isTentative }) => isTentative).map(({ name }) => name)).toEqual(['help']);
  });

  it('gives a type with two names one schema', () => {
    expect(
      schemas(
        'interface A { a: B } type B = 1; export { A as One, A as Two }; export default A; export { B as default }',
      ),
    ).toEqual({
      One: object({ a: ref('B') }),
      Two: ref('One'),
      A: ref('One'),
      B: { const: 1 },
    });
  });

  it('reads a file of declarations', () => {
    const { definitions, diagnostics } = read(
      'export declare const version: string;\nexport interface A { a: string }',
      'app/definitions/a.d.ts',
    );
    expect(diagnostics).toEqual([]);
    expect(definitions.map(({ name }) => name)).toEqual(['A']);
  });

  it('writes out what is not exported, and puts an interface in pieces together', () => {
    expect(
      schemas(`export interface Pet { place: Place; box: Box<Box<string>>; two: Pair<number> }
        interface Place { x: number } interface Place { y: number }
        type Box<T> = { value: T }
        type Pair<A, B = A[]> = [A, B];`),
    ).toEqual({
      Pet: object({
        place: object({ x: number, y: number }),
        box: object({ value: object({ value: string }) }),
        two: { type: 'array', prefixItems: [number, { type: 'array', items: number }], items: false, minItems: 2 },
      }),
    });
  });

  it('refers to exported types that need each other', () => {
    expect(
      schemas('export interface Tree { children: Tree[]; fruit?: Fruit } export interface Fruit { of: Tree }'),
    ).toEqual({
      Tree: object({ children: { type: 'array', items: ref('Tree') }, fruit: ref('Fruit') }, ['children']),
      Fruit: object({ of: ref('Tree') }),
    });
  });

  it("lets the file's own names go before those of the language", () => {
    expect(schemaOf('Date | Record', "type Date = 'today'; export interface Record { a: 1 }")).toEqual({
      anyOf: [{ const: 'today' }, ref('Record')],
    });
  });
});

describe('generic types', () => {
  it('leaves their parameters open, and names their uses', () => {
    const { definitions, diagnostics } =
      read(`export interface Envelope<T, M = Meta> { data: T; all: T[]; meta: M; part: Partial<T> }
      export interface Meta { at: Date }
      export type Answer = Envelope<Pet[]> & { code: number };
      export type Far = Remote<string>;`);
    expect(diagnostics).toEqual([]);
    expect(definitions.map(({ name, typeParameters, schema }) => [name, typeParameters, schema])).toEqual([
      [
        'Envelope',
        ['T', 'M'],
        object({
          data: useParameter('T'),
          all: { type: 'array', items: useParameter('T') },
          meta: useParameter('M'),
          part: useUtility('Partial', useParameter('T'), []),
        }),
      ],
      ['Meta', [], object({ at: { type: 'string', format: 'date-time' } })],
      [
        'Answer',
        [],
        {
          allOf: [
            useGeneric('Envelope', [{ type: 'array', items: ref('Pet') }, ref('Meta')]),
            object({ code: number }),
          ],
        },
      ],
      ['Far', [], useGeneric('Remote', [string])],
    ]);
    expect(definitions[2]!.references.map(({ name, arity }) => [name, arity])).toEqual([
      ['Pet', 0],
      ['Meta', 0],
      ['Envelope', 2],
    ]);
  });
});

describe('extends and intersections', () => {
  it('refers to what has a name, and merges what has none', () => {
    expect(
      schemas(`import type { Far } from './far.ts';
        export interface Pet { id: number }
        /** Something with a name. */
        interface Named { name?: string; tag: string }
        export interface Dog extends Pet, Named, Far { tag: 'dog' }
        export interface Cat extends Pet {}
        export interface Cow extends Omit<Named, 'name'> { milk: number }
        export type Both = Pet & Named & { x: number };
        export type Own = Named & { tag: string; x: 1 };`),
    ).toEqual({
      Pet: object({ id: number }),
      Dog: { allOf: [ref('Pet'), ref('Far'), object({ name: string, tag: { const: 'dog' } }, ['tag'])] },
      Cat: ref('Pet'),
      Cow: object({ tag: string, milk: number }),
      Both: { allOf: [ref('Pet'), object({ name: string, tag: string, x: number }, ['tag', 'x'])] },
      Own: object({ name: string, tag: string, x: { const: 1 } }, ['tag', 'x']),
    });
  });

  it('keeps constraints of all properties separate', () => {
    expect(schemaOf('{ a: string } & { [key: string]: string }')).toEqual({
      allOf: [{ type: 'object', additionalProperties: string }, object({ a: string })],
    });
  });

  it.each<[type: string, schema: Schema]>([
    ["string & { readonly __brand: 'Id' }", string],
    ["'a' | (string & {})", { anyOf: [{ const: 'a' }, string] }],
    ["Kind & ('a' | 'c')", { allOf: [ref('Kind'), { type: 'string', enum: ['a', 'c'] }] }],
    ['{ a: string } & { a: 1 | string }', object({ a: { allOf: [string, { anyOf: [{ const: 1 }, string] }] } })],
    ['unknown & string', string],
    ['1 & number', { allOf: [{ const: 1 }, number] }],
    ['(Far & { a: 1 }) & { b: 1 }', { allOf: [ref('Far'), object({ a: { const: 1 }, b: { const: 1 } })] }],
  ])('%s', (type, schema) => {
    expect(schemaOf(type)).toEqual(schema);
  });
});

describe('types that TypeScript computes', () => {
  const beside = `export interface Pet { /** The number. */ id: number; name?: string; born: Date | null }
    export interface Dog extends Pet { tail: 1 }
    export type Kind = 'a' | 'b' | 'c';
    const SIZES = ['s', 'm'] as const;
    const LEVELS = { low: 1, high: 'top' } as const satisfies object;
    const NAME = 'rex';
    type Wrap<T> = { of: T; other: T };`;
  const id = { type: 'number', description: 'The number.' };
  const born = { type: ['string', 'null'], format: 'date-time' };

  it.each<[type: string, schema: Schema]>([
    ['Partial<Pet>', object({ id, name: string, born }, [])],
    ['Required<Pet>', object({ id, name: string, born })],
    ["Pick<Pet, 'id' | 'name'>", object({ id, name: string }, ['id'])],
    ["Omit<Pet, 'id'>", object({ name: string, born }, ['born'])],
    ['Omit<{ a: 1 }, never>', object({ a: { const: 1 } })],
    ["Partial<Pick<Dog, 'tail' | 'id'>>", object({ tail: { const: 1 }, id }, [])],
    ['Readonly<Pet>', ref('Pet')],
    ['Partial<Record<Kind, 1>>', object({ a: { const: 1 }, b: { const: 1 }, c: { const: 1 } }, [])],
    ["Pick<Record<string, number>, 'a'>", object({ a: number }, [])],
    ['keyof Pet', { type: 'string', enum: ['id', 'name', 'born'] }],
    ['keyof Dog', { type: 'string', enum: ['id', 'name', 'born', 'tail'] }],
    ['keyof Record<string, 1>', string],
    ["Pet['id']", id],
    ["Dog['born' | 'tail']", { anyOf: [born, { const: 1 }] }],
    ["Exclude<Kind, 'a'>", { type: 'string', enum: ['b', 'c'] }],
    ["Extract<Kind | null, 'a' | 'x' | null>", { type: ['string', 'null'], enum: ['a', null] }],
    ['(typeof SIZES)[number]', { type: 'string', enum: ['s', 'm'] }],
    ['(typeof SIZES)[0]', { const: 's' }],
    ['(typeof LEVELS)[keyof typeof LEVELS]', { enum: [1, 'top'] }],
    ['typeof NAME', { const: 'rex' }],
    ['string[][number]', string],
    ['[{ x: 1 }][0]', object({ x: { const: 1 } })],
    ["Pick<Wrap<{ x: 1 }>, 'of'>", object({ of: object({ x: { const: 1 } }) })],
  ])('%s', (type, schema) => {
    expect(schemaOf(type.replace('Kind | null', "'a' | 'b' | null"), beside)).toEqual(schema);
  });

  it.each<[type: string, schema: Schema]>([
    ["Pick<Far, 'a' | 'b'>", useUtility('Pick', ref('Far'), ['a', 'b'])],
    ['Partial<Far<string>>', useUtility('Partial', useGeneric('Far', [string]), [])],
    ["Omit<Far & Pet, 'id'>", useUtility('Omit', { allOf: [ref('Far'), ref('Pet')] }, ['id'])],
    ['Required<Partial<Far>>', useUtility('Required', useUtility('Partial', ref('Far'), []), [])],
  ])('leaves %s open, of another file', (type, schema) => {
    const { definitions, diagnostics } = read(`${beside} export type It = ${type};`);
    expect(diagnostics).toEqual([]);
    expect(definitions.at(-1)!.schema).toEqual(schema);
  });

  it('takes a part of a type inside the type itself', () => {
    expect(
      schemas(`export interface Comment {
        id: string; text?: string;
        replyTo?: Pick<Comment, 'id'>; first: Comment['id']; sort: keyof Comment; quoted: Omit<Comment, 'replyTo' | 'quoted' | 'sort'>;
      }`)['Comment'],
    ).toEqual(
      object(
        {
          id: string,
          text: string,
          replyTo: object({ id: string }),
          first: string,
          sort: { type: 'string', enum: ['id', 'text', 'replyTo', 'first', 'sort', 'quoted'] },
          quoted: object({ id: string, text: string, first: string }, ['id', 'first']),
        },
        ['id', 'first', 'sort', 'quoted'],
      ),
    );
  });

  it('reports the whole and not each of its parts', () => {
    const { definitions } = read(`/** A pet.
      * @example {"id": 1}
      */
      export interface Pet { id: number }
      export type Part = Partial<Pet>;`);
    expect(definitions[1]).toMatchObject({ schema: object({ id: number }, []), samples: [] });
    const hidden = '/** @example {"id": 1} */ interface Pet { id: number; name: string }';
    expect(read(`${hidden} export type Part = Pick<Pet, 'id'>;`).definitions[0]!.samples).toEqual([]);
    expect(
      read(`${hidden} export interface Two { a: Pet; b: Pet } export type More = Pet;`).definitions.map(
        ({ samples }) => samples.length,
      ),
    ).toEqual([1, 0]);
  });
});

describe('the defaults of properties', () => {
  const pet = 'export interface Pet { /** @default 1 */ age?: number; home?: { /** @default 2 */ rooms?: number } }';
  const rooms = { type: 'number', default: 2 };
  const [, part] = read(`${pet} export type Part = Partial<Pet>;`).definitions;

  it('writes no defaults for a Partial, but keeps them in its properties', () => {
    expect(part!.schema).toEqual(object({ age: number, home: object({ rooms }, []) }, []));
  });

  it('writes defaults for all else that is made from an object', () => {
    const age = { type: 'number', default: 1 };
    const made = ["Pick<Pet, 'age'>", "Omit<Pet, 'home'>"].map((type) => read(`${pet} export type It = ${type};`));
    expect(made.map(({ definitions }) => definitions[1]!.schema)).toEqual([object({ age }, []), object({ age }, [])]);
    const all = read(`${pet} export type It = Required<Pet>;`).definitions[1]!.schema;
    expect(all).toEqual(object({ age, home: object({ rooms }, []) }));
  });
});

describe('definitions that lead in a circle', () => {
  it.each<[text: string, schema: Schema]>([
    ["export type A = A & Far; export type It = Pick<A, 'x'>;", useUtility('Pick', ref('A'), ['x'])],
    ['export type A = B; export type B = A; export type It = Partial<A>;', useUtility('Partial', ref('A'), [])],
    [
      'export interface A extends B {} export interface B extends A {} export type It = Partial<A>;',
      useUtility('Partial', ref('A'), []),
    ],
    [
      'export type A = B; export type B = A; export type It = Record<A, 1>;',
      { type: 'object', propertyNames: ref('A'), additionalProperties: { const: 1 } },
    ],
  ])('leaves %s to be checked with all others', (text, schema) => {
    expect(read(text).definitions.at(-1)!.schema).toEqual(schema);
  });

  it('sees a circle through parts of parts', () => {
    expect(faults("export type It = Pick<It, 'b'> & { b: 1 };")).toEqual(["error recursive-type Pick<It, 'b'>"]);
  });
});

describe('applyUtility', () => {
  const pet = {
    ...object({ id: number, name: string }, ['id']),
    description: 'A pet.',
    examples: [{ id: 1 }],
    minProperties: 1,
  };

  it('computes each utility of objects only', () => {
    expect(applyUtility('Partial', pet, [])).toEqual(object({ id: number, name: string }, []));
    expect(applyUtility('Required', pet, [])).toEqual(object({ id: number, name: string }));
    expect(applyUtility('Pick', pet, ['name', 'nothing'])).toEqual(object({ name: string }, []));
    expect(applyUtility('Omit', pet, ['name'])).toEqual(object({ id: number }));
    expect(applyUtility('Readonly', pet, [])).toBe(pet);
    expect(applyUtility('Partial', string, [])).toBeUndefined();
    expect(applyUtility('Partial', ref('Pet'), [])).toBeUndefined();
    expect(applyUtility('Uppercase', pet, [])).toBeUndefined();
  });

  it('follows references that it can resolve, also in a circle', () => {
    const known = new Map<string, Schema>([
      ['Pet', pet],
      ['Dog', { allOf: [ref('Pet'), object({ tail: number })] }],
      ['Circle', { allOf: [ref('Circle'), ref('Circle')] }],
    ]);
    const resolve = (schema: Schema): Schema | undefined => known.get(String(schema['$ref']).split('/').at(-1)!);
    expect(applyUtility('Omit', ref('Dog'), ['name'], resolve)).toEqual(object({ id: number, tail: number }));
    expect(applyUtility('Omit', ref('Circle'), ['name'], resolve)).toBeUndefined();
  });
});

describe('enums', () => {
  it('lists the values of one that is exported, and takes a member for its value', () => {
    expect(
      schemas(`/** A colour. */
        export enum Color { Red, Green = 5, Blue, Dark = -1, 'light blue' = 'lb', Same = Red }
        enum Size { S = 's', L = 'l' }
        export interface It { color: Color; red: Color.Red; size?: Size; one: Size.L }`),
    ).toEqual({
      Color: { enum: [0, 5, 6, -1, 'lb'], description: 'A colour.' },
      It: object(
        { color: ref('Color'), red: { const: 0 }, size: { type: 'string', enum: ['s', 'l'] }, one: { const: 'l' } },
        ['color', 'red', 'one'],
      ),
    });
  });
});

describe('doc comments', () => {
  it('reads descriptions and keywords', () => {
    const { definitions, diagnostics } = read(`
/**
 * A pet,
 * or two.
 *
 * @title Pet
 * @example {"name": "Rex"}
 * @example
 * \`\`\`json
 * {"name": "Tom"}
 * \`\`\`
 * @x-table {name: pets}
 * @since 1.0
 * @see https://example.com
 */
export interface Pet {
  /** What it is called, see {@link Pet} or mail@example.com. \`@minLength 1\` in the text. */
  name: string;
  /**
   * @minLength 1
   * @maxLength 20
   * @pattern ^[a-z]+@$
   * @default none
   * @example a
   * @example "b"
   */
  code?: string;
  /** How many.
   * @type integer
   * @minimum 0
   * @deprecated Use size.
   */
  count: number | null;
  /** @format int64 */ big: number; /** @type {integer} */ small: number;
  /** The owner.
   * @readOnly
   */
  owner: Person;
  /** @minItems 1
   * @uniqueItems */
  tags: string[];
  /* A plain one. */
  plain: Inner;
}
/** Of itself. */
interface Inner { a: string }`);
    expect(diagnostics).toEqual([]);
    expect(definitions[0]!.schema).toEqual({
      ...object(
        {
          name: {
            type: 'string',
            description: 'What it is called, see {@link Pet} or mail@example.com. `@minLength 1` in the text.',
          },
          code: {
            type: 'string',
            minLength: 1,
            maxLength: 20,
            pattern: '^[a-z]+@$',
            default: 'none',
            examples: ['a', 'b'],
          },
          count: {
            type: ['integer', 'null'],
            minimum: 0,
            deprecated: true,
            description: 'How many.\nDeprecated: Use size.',
          },
          big: { type: 'integer', format: 'int64' },
          small: { type: 'integer' },
          owner: { ...ref('Person'), description: 'The owner.', readOnly: true },
          tags: { type: 'array', items: string, minItems: 1, uniqueItems: true },
          plain: { ...object({ a: string }), description: 'A plain one.' },
        },
        ['name', 'count', 'big', 'small', 'owner', 'tags', 'plain'],
      ),
      description: 'A pet,\nor two.',
      title: 'Pet',
      examples: [{ name: 'Rex' }, { name: 'Tom' }],
      'x-table': { name: 'pets' },
    });
    const samples = definitions[0]!.samples.map(({ value, at }) => [
      value.what,
      value.value,
      at.source.text.slice(at.span.start, at.span.end),
    ]);
    expect(samples.slice(0, 4)).toEqual([
      ['default', 'none', 'none'],
      ['example', 'a', 'a'],
      ['example', 'b', '"b"'],
      ['example', { name: 'Rex' }, '{"name": "Rex"}'],
    ]);
  });

  it('takes the comment that directly precedes, and no other', () => {
    expect(
      schemas(`/** The file's. */
import type {} from './x.ts';
// A line.
/** Far. */
/** Near. */
// Between.
export type A = { a: 1; /** About a. */
  b: 2; /** About c. */ c: 3;
  /* eslint-disable */
  d: 4 };
/** Another.
 * @typedef {object} Other */
export type B = 1;
export type C = /** Inside. */ 1;`),
    ).toEqual({
      A: {
        ...object({ a: { const: 1 }, b: { const: 2 }, c: { const: 3, description: 'About c.' }, d: { const: 4 } }),
        description: 'Near.',
      },
      B: { const: 1 },
      C: { const: 1 },
    });
  });

  it.each<[text: string, fault: string]>([
    ['/** @minLength 1 */ export type A = number;', 'error facet-type @minLength'],
    ['/** @minLength one */ export type A = string;', 'error facet-value one'],
    ['/** @minLenght 1 */ export type A = string;', 'warning unknown-directive @minLenght'],
    ['/** @pattern ( */ export type A = string;', 'error facet-value ('],
    ['/** @example */ export type A = string;', 'error empty-directive @example'],
    ['/** @default {a */ export type A = object;', 'error invalid-yaml  '],
    ['export interface A { /** @minimum x */ a: number }', 'error facet-value x'],
    ['export interface A { b: B; c: B } interface B { /** @minimum x */ a: number }', 'error facet-value x'],
  ])('%s', (text, fault) => {
    expect(faults(text)).toEqual([fault]);
  });

  it.each<[text: string, faults: string[]]>([
    ['export interface A { /** @readonly */ a: 1 }', ['unknown-directive @readonly']],
    [
      'export interface A { /** @ReadOnly */ a: 1; /** @maxlength 1 */ b: string }',
      ['unknown-directive @ReadOnly', 'unknown-directive @maxlength'],
    ],
    ['export interface A { /** @internal */ a: 1; /** Its. @private */ b: 1 }', ['misplaced-directive @internal']],
    [
      'export interface A {\n/**\n * Its.\n * @private */ b: 1; /** @ignore */ c: 1; /** @hidden */ d: 1 }',
      ['misplaced-directive @private', 'misplaced-directive @ignore', 'misplaced-directive @hidden'],
    ],
    [
      'export interface A { /** @protected */ a: 1; /** @access private */ b: { /** @access package */ c: 1 } }',
      ['misplaced-directive @protected', 'misplaced-directive @access', 'misplaced-directive @access'],
    ],
    ['export interface A {\n  // @maxLength 5\n  a: string;\n}', ['stray-directive @maxLength']],
    ['export interface A {\n  a: string; // @maxLength 5\n}', ['stray-directive @maxLength']],
    ['export interface A {\n  a: string /** @maxLength 5 */;\n}', ['stray-directive @maxLength']],
    ['export interface A {\n  a: string; /** @maxLength 5 */\n  b: string;\n}', ['stray-directive @maxLength']],
    ['export interface A { a: /** @maxLength 5 */ string }', ['stray-directive @maxLength']],
    ['export interface A { /** @maxLength 5 */ [key: string]: string }', ['stray-directive @maxLength']],
    ['export interface A { /** @maxLength 5 */ /** Its. */ a: string }', ['stray-directive @maxLength']],
    ['/** @maxLength 5 */\n/** Its. */\nexport type A = string;', ['stray-directive @maxLength']],
    ['// @maxlength 5\nexport type A = string;', ['stray-directive @maxlength']],
    ['export type A = string; // @maxLength 5', ['stray-directive @maxLength']],
    ['export interface A { /** (maxLength: 5) Its. */ a: string }', ['facet-parentheses maxLength: 5']],
    [
      'export interface A { /** Its (maxLength: 5, minLength: 1) */ a: string }',
      ['facet-parentheses maxLength: 5, minLength: 1'],
    ],
    ['export interface A { /** @type string (maxLength: 5) */ a: string }', ['facet-parentheses maxLength: 5']],
    ['export interface A { /** @type {string} (maxLength: 5) */ a: string }', ['facet-parentheses maxLength: 5']],
    ['export interface A { /** @description Its (maxLength: 5) */ a: string }', ['facet-parentheses maxLength: 5']],
  ])('warns of what would be lost: %s', (text, expected) => {
    expect(faults(text)).toEqual(expected.map((fault) => `warning ${fault}`));
  });

  it.each([
    'export interface A { readonly a: 1; /** @see b */ b: 1 }',
    '/** @internal */ export interface A { a: 1 }',
    'export interface A { /** At most `maxLength: 5`. */ a: string } // @see b',
    '// @maxLength 5\nconst other = 1;\nexport type A = typeof other;',
    'export interface A {\n  // The rule: @maxLength 5 of others.\n  a: string; // @default\n}',
    "export type A = /** @title One */ 'a' | /** @title Two */ 'b';",
    'export type A =\n  /** @maxLength 5 */\n  | string\n  /** @minimum 5 */\n  | number;',
  ])('accepts %s', (text) => {
    expect(faults(text)).toEqual([]);
  });

  it('suggests the tag for what would be lost', () => {
    const messageOf = (text: string): string => read(text).diagnostics[0]!.message;
    expect(messageOf('export interface A { /** @readonly */ a: 1 }')).toContain('Did you mean "@readOnly"?');
    expect(messageOf('export interface A { /** Its (maxLength: 5, minLength: 1) */ a: string }')).toContain(
      'Write "@maxLength 5" and "@minLength 1" on a separate line.',
    );
  });

  it('suggests the keyword that may have been meant', () => {
    expect(read('/** @minLenght 1 */ export type A = string;').diagnostics[0]!.message).toContain(
      'Did you mean "@minLength"?',
    );
  });
});

describe("types that JSON Schema can't express", () => {
  it.each<[type: string, where: string, reason: RegExp]>([
    ['() => void', '() => void', /JSON has no functions/],
    ['new () => A', 'new () => A', /JSON has no classes/],
    ['{ m(): void }', 'm(): void', /JSON has no functions/],
    ['{ get a(): string }', 'get a(): string', /JSON has no functions/],
    ['{ (): void }', '(): void', /JSON has no functions/],
    ['{ [Symbol.iterator]: 1 }', 'Symbol.iterator', /must be a literal/],
    ['{ [name]: 1 }', 'name', /must be a literal/],
    ['{ a: never }', 'never', /no value/],
    ['never', 'never', /no value/],
    ['void', 'void', /JSON has no "undefined"/],
    ['undefined', 'undefined', /JSON has no "undefined"/],
    ['(string | undefined)[]', 'string | undefined', /JSON has no "undefined"/],
    ['symbol', 'symbol', /no JSON representation/],
    ['unique symbol', 'unique symbol', /no JSON representation/],
    ['bigint', 'bigint', /JSON has no bigint/],
    ['1n', '1n', /no JSON representation/],
    ['1e999', '1e999', /no JSON representation/],
    ["Far extends string ? 'a' : 'b'", "Far extends string ? 'a' : 'b'", /only TypeScript/],
    ["{ [K in 'a']: string }", "{ [K in 'a']: string }", /only TypeScript/],
    ['ReturnType<Far>', 'ReturnType<Far>', /only TypeScript/],
    ['keyof Far', 'Far', /only types of this file/],
    ["Far['a']", 'Far', /only types of this file/],
    ['string[number]', 'string', /not an array/],
    ['typeof process', 'typeof process', /needs a constant/],
    ['Loose', 'typeof LOOSE', /needs a constant/],
    ['this', 'this', /name of the type/],
    ['Klass', 'Klass', /Declare an interface/],
    ['Space.Far', 'Space.Far', /single name/],
    ['Map<string, number>', 'Map<string, number>', /Record<string, T>/],
    ['Set<string>', 'Set<string>', /T\[\]/],
    ['Promise<Far>', 'Promise<Far>', /resolves to/],
    ['String', 'String', /write "string"/],
    ['Uint8Array', 'Uint8Array', /JSON has no bytes/],
    ['string & number', 'string & number', /match all of these/],
    ['[...string[], number]', '...string[]', /only at the end/],
    ['[...Far]', 'Far', /must be an array/],
    ['`a${Far}`', 'Far', /a template allows only/],
    ['`a${Lower}`', 'Lower', /a template allows only/],
    ["Partial<'a'>", "'a'", /needs an object/],
    ['Pick<Far, string>', 'string', /property names must be/],
    ["Exclude<Far, 'a'>", "Exclude<Far, 'a'>", /only support literals/],
    ["Exclude<'a', 'a'>", "Exclude<'a', 'a'>", /no values are left/],
    ['import("./far.ts")', 'import("./far.ts")', /one of its types/],
    ['Dynamic', 'A = Math.random()', /value of an enum member/],
    ['Computed', 'A = ~1', /value of an enum member/],
    ['Empty', 'enum Empty {}', /no values/],
  ])('%s', (type, where, reason) => {
    const text = `class Klass {} namespace Space { export type Far = 1 }
      const LOOSE = ['a']; type Loose = typeof LOOSE; enum Dynamic { A = Math.random(), B } enum Computed { A = ~1 } enum Empty {}
      /** @pattern ^[a-z]+$ */ type Lower = string;
      export type It = ${type};`;
    const { diagnostics } = read(text);
    expect(diagnostics.map(({ code, at }) => [code, text.slice(at.span.start, at.span.end)])).toEqual([
      ['unsupported-type', where],
    ]);
    expect(diagnostics[0]!.at.span.start).toBe(text.lastIndexOf(where));
    expect(diagnostics[0]!.message).toMatch(reason);
  });

  it.each<[text: string, faults: string[]]>([
    [
      'export type A = { n: Node }; interface Node { next?: Node; all: Node[] }',
      ['error recursive-type Node', 'error recursive-type Node'],
    ],
    ['export interface A { b: B } type B = { c: C }; type C = { b: B };', ['error recursive-type B']],
    ['export interface Tree { children: Partial<Tree>[] }', ['error recursive-type Partial<Tree>']],
    ["export interface A { a: A['b']; b: A['a'] }", ['error recursive-type A', 'error recursive-type A']],
    ['export type A = L<string>; type L<T> = { next?: L<T[]> };', ['error recursive-type L<T[]>']],
    ['export interface A { a: 1; a: 2 }', ['error declared-twice a']],
    ['export interface A { a: 1 } interface A { a: 2 }', ['error declared-twice a']],
    ['type A = 1; interface A { a: 1 } export type { A };', ['error declared-twice A']],
    [
      "export type B = Pick<A, 'nmae' | 'b'>; interface A { name: string; b: 1 }",
      ["error unknown-property 'nmae' | 'b'"],
    ],
    ["export type B = A['nmae']; interface A { name: string }", ["error unknown-property 'nmae'"]],
    ['export type B = [1, 2][2];', ['error unknown-property 2']],
    ['enum E { A } export type B = E.C;', ['error unknown-property C']],
    ['export type A = Array;', ['error type-arguments Array']],
    ['export type A = Pick<{ a: 1 }>;', ['error type-arguments Pick']],
    ['type B<T> = T; export type A = B;', ['error type-arguments B']],
    ['type B = 1; export type A = B<string>;', ['error type-arguments B<string>']],
  ])('%s', (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  it('shows the beginning of what is long', () => {
    const { diagnostics } = read(`export type A = { ${'a'.repeat(70)}: 1 } & string[] & number;`);
    expect(diagnostics[0]!.message).toBe(
      `"{ ${'a'.repeat(55)}..." is not supported here: no value can match all of these types.`,
    );
    expect(read('export type A = Map<string,\n  number>;').diagnostics[0]!.message).toBe(
      '"Map<string, number>" is not supported here: JSON has no maps. Write "Record<string, T>".',
    );
  });

  it('suggests a property with a similar name', () => {
    expect(read("export type B = Pick<A, 'nickname'>; interface A { nickName: string }").diagnostics[0]!.message).toBe(
      'This type has no property "nickname". Did you mean "nickName"?',
    );
  });

  it('goes on after a mistake, and reports each once', () => {
    const { definitions, diagnostics } = read(
      'export type A = { b: B; c: B; d: string }; type B = { f: () => void; g: symbol };',
    );
    expect(diagnostics).toHaveLength(2);
    const b = object({ f: {}, g: {} });
    expect(definitions[0]!.schema).toEqual(object({ b, c: b, d: string }));
  });

  it('reports nothing about types that no exported type uses', () => {
    expect(faults('type A = () => void; interface B { b: B } export type C = 1;')).toEqual([]);
  });
});

describe('any text at all', () => {
  const corpus = `import type { X as Y } from './x.ts'; import * as n from './n.ts';
/** Doc. @a
 * @minLength 1
 * @example {"a": 1} */
export interface A<T = B> extends Base, Omit<C, 'a'>, n.M<T> { readonly a?: string | null; [k: string]: unknown; m(): void; 'q w': T[]; }
interface Base { x: Base2; y: [a: 1, b?: 2, ...c: string[]] } type Base2 = { [K in 'a']: 1 } & Record<'a' | Y, A<C>>;
export type C = Pick<A<C>, 'a' | 'q w'> & { c: keyof C; d: C['c']; e: typeof K[number]; f: \`a\${number}\${E.A}\` };
const K = ['a', -1, { b: null }] as const; export enum E { A, B = 'x', C = A } export { Base as Q, E as W }; export default Base;
export type U = A | E | null | undefined | (string & {}) | Partial<Required<Base>> | Exclude<'a' | 'b', 'a'> | import('./z').Z<1>;`;
  const pieces = corpus.match(/[\w']+|\s+|[^\w\s]/g)!;

  it('never makes it throw', () => {
    const random = createRandom(7);
    let parsed = 0;
    const rounds = runsOf(50);
    for (let round = 0; round < rounds; round++) {
      const mutated = [...pieces];
      for (let change = 0; change <= random(4); change++) {
        const from = random(mutated.length);
        mutated.splice(
          from,
          random(3),
          ...(random(2) === 0 ? [] : mutated.slice(random(mutated.length)).slice(0, 1 + random(3))),
        );
      }
      const source = { file: 'a.ts', text: mutated.join('') };
      const syntax = parseSyntax(source, () => {});
      if (syntax === undefined) continue;
      parsed++;
      const misplaced: object[] = [];
      const definitions = readTypeScriptDefinitions(
        source,
        syntax,
        parseComments(source, syntax.comments),
        ({ at: { span } }) => {
          if (span.end <= span.start || span.end > source.text.length) misplaced.push({ ...source, ...span });
        },
      );
      expect([misplaced, definitions.flatMap(({ schema }) => faultsOf(schema))]).toEqual([[], []]);
    }
    expect(parsed).toBeGreaterThan(rounds / 10);
  });
});
