import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { createCompiledChecks } from '../../../src/tools/diff/witness/compiled-checks.ts';
import { documentOf, documentsOf } from '../../../src/tools/openapi/read/documents.ts';
import { findFamilies } from '../../../src/tools/openapi/read/object-kinds.ts';
import type { ImportPlan } from '../../../src/tools/import/index.ts';
import { planImport } from '../../../src/tools/import/index.ts';
import { emitted, filesOf, planOf, withPaths } from './support.ts';

const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ 'application/json': { schema } });

/** A description whose operations send and receive the named schemas. */
function using(names: readonly string[], schemas: object, others: object = {}): object {
  const paths = names.map((name) => [
    `/${name}`,
    {
      post: {
        requestBody: { required: true, content: json(ref(name)) },
        responses: {
          200: {
            description: 'All',
            content: json({ type: 'object', properties: { list: { type: 'array', items: ref(name) } } }),
          },
        },
      },
    },
  ]);
  return { ...withPaths(Object.fromEntries(paths), { components: { schemas } }), openapi: '3.0.3', ...others };
}

/** What the compiled checks of a plan's tree say about values of a schema, which an operation receives. */
function allowedBy(plan: ImportPlan, name: string, values: readonly unknown[]): boolean[] {
  const { operations, definitions } = plan;
  const {
    operations: compiled,
    schemas,
    diagnostics,
  } = compileOperations({ files: operations.files, definitions: definitions.files });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const contracts = compiled.map(({ contract }) => contract);
  const bodies = contracts.flatMap(({ body }) => body?.content ?? []);
  const { schema } = bodies.find(({ schema: { $ref } }) => $ref === ref(name).$ref)!;
  const check = createCompiledChecks({ operations: contracts, schemas });
  return values.map((value) => check(schema, value));
}

/** Expects a tree with everything in the description, which an import of its own document does not change. */
function expectStable(plan: ImportPlan): void {
  expect(plan.losses).toEqual([]);
  expect(plan.differences).toEqual([]);
  const own = emitted(plan);
  const again = planOf(own);
  expect(filesOf(again)).toEqual(filesOf(plan));
  expect(JSON.stringify(emitted(again))).toBe(JSON.stringify(own));
}

const text = { type: 'string' };
const pet = (discriminator: object, required = ['name', 'petType']): object => ({
  type: 'object',
  description: 'A pet of the shop.',
  discriminator,
  properties: { name: text, petType: text },
  required,
});
const extending = (name: string, ...required: string[]): object => ({
  allOf: [
    ref(name),
    { type: 'object', properties: Object.fromEntries(required.map((property) => [property, text])), required },
  ],
});
const CAT = { name: 'Ada', petType: 'Cat', huntingSkill: 'lazy' };
const DOG = { name: 'Bo', petType: 'Dog', packSize: 'small' };

describe('an object with a discriminator that others extend is the union of them', () => {
  const plan = planOf(
    using(['Pet', 'Cat'], {
      Pet: pet({ propertyName: 'petType' }),
      Cat: extending('Pet', 'huntingSkill'),
      Dog: extending('Pet', 'packSize'),
    }),
  );

  it('builds the union by the names of the schemas', () => {
    expectStable(plan);
    expect(
      allowedBy(plan, 'Pet', [
        CAT,
        DOG,
        { ...CAT, petType: 'Dog' },
        { ...CAT, petType: 'Fish' },
        { name: 'Ada', petType: 'Cat' },
      ]),
    ).toEqual([true, true, false, false, false]);
    expect(allowedBy(plan, 'Cat', [CAT, DOG])).toEqual([true, false]);
  });

  it('builds types that TypeScript distinguishes', () => {
    const files = filesOf(plan);
    expect(files['definitions/schemas/Pet.ts']).toContain('export type Pet = Cat | Dog;');
    expect(files['definitions/schemas/Pet.ts']).toContain('A pet of the shop.');
    expect(files['definitions/schemas/Cat.ts']).toContain("petType: 'Cat';");
    expect(files['definitions/schemas/PetBase.ts']).toContain('export interface PetBase {');
  });

  it('lists the correction in the report', () => {
    const mended = plan.description.notes.mended();
    expect(mended.map(({ reading, places }) => [reading, places.map(({ pointer }) => pointer)])).toEqual([
      [
        '"discriminator" of an object that others extend: read as the union of them',
        ['/components/schemas/Pet/discriminator'],
      ],
    ]);
  });

  it.each<[string, object]>([
    [
      'references',
      { cat: '#/components/schemas/Cat', kitten: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
    ],
    ['names', { cat: 'Cat', kitten: 'Cat', dog: 'Dog' }],
  ])('builds the union by a mapping with %s', (_, mapping) => {
    const mapped = planOf(
      using(['Pet'], {
        Pet: pet({ propertyName: 'petType', mapping }),
        Cat: extending('Pet', 'huntingSkill'),
        Dog: extending('Pet', 'packSize'),
      }),
    );
    expectStable(mapped);
    const values = [
      { ...CAT, petType: 'cat' },
      { ...CAT, petType: 'kitten' },
      { ...DOG, petType: 'dog' },
      CAT,
      { ...CAT, petType: 'dog' },
    ];
    expect(allowedBy(mapped, 'Pet', values)).toEqual([true, true, true, false, false]);
    expect(emitted(mapped).components!.schemas!['Pet']).toMatchObject({
      oneOf: [ref('Cat'), ref('Dog')],
      discriminator: {
        propertyName: 'petType',
        mapping: { cat: ref('Cat').$ref, kitten: ref('Cat').$ref, dog: ref('Dog').$ref },
      },
    });
  });

  it('adds what a mapping leaves out by its name, unless something has it as its type', () => {
    const mapped = planOf(
      using(['Pet', 'PetWithId'], {
        Pet: pet({ propertyName: 'petType', mapping: { cat: 'Cat' } }),
        Cat: extending('Pet', 'huntingSkill'),
        Dog: extending('Pet', 'packSize'),
        PetWithId: extending('Pet', 'id'),
      }),
    );
    expectStable(mapped);
    expect(
      allowedBy(mapped, 'Pet', [{ ...CAT, petType: 'cat' }, DOG, { ...DOG, petType: 'PetWithId', id: '1' }]),
    ).toEqual([true, true, false]);
    expect(
      allowedBy(mapped, 'PetWithId', [
        { ...CAT, petType: 'cat', id: '1' },
        { ...CAT, petType: 'cat' },
      ]),
    ).toEqual([true, false]);
  });

  it('adds the base if the mapping names it', () => {
    const mapped = planOf(
      using(['Pet'], {
        Pet: pet({ propertyName: 'petType', mapping: { pet: 'Pet', cat: 'Cat' } }),
        Cat: extending('Pet', 'huntingSkill'),
      }),
    );
    expectStable(mapped);
    expect(
      allowedBy(mapped, 'Pet', [
        { name: 'Ada', petType: 'pet' },
        { name: 'Ada', petType: 'cat' },
        { ...CAT, petType: 'cat' },
      ]),
    ).toEqual([true, false, true]);
  });

  it('builds unions at every level', () => {
    const tall = planOf(
      using(['Pet', 'Cat', 'Lion'], {
        Pet: pet({ propertyName: 'petType' }),
        Cat: extending('Pet', 'huntingSkill'),
        Lion: extending('Cat', 'pride'),
        Dog: extending('Pet', 'packSize'),
      }),
    );
    expectStable(tall);
    const lion = { ...CAT, petType: 'Lion', pride: 'north' };
    expect(allowedBy(tall, 'Pet', [CAT, lion, DOG, { ...CAT, petType: 'Lion' }])).toEqual([true, true, true, false]);
    expect(allowedBy(tall, 'Cat', [CAT, lion, DOG])).toEqual([true, true, false]);
    expect(allowedBy(tall, 'Lion', [CAT, lion])).toEqual([false, true]);
  });

  it('builds kinds of a kind by another property', () => {
    const nested = planOf(
      using(['Pet'], {
        Pet: pet({ propertyName: 'petType' }),
        Cat: { ...extending('Pet', 'breed'), discriminator: { propertyName: 'breed' } },
        Persian: extending('Cat', 'coat'),
        Siamese: extending('Cat', 'voice'),
        Dog: extending('Pet', 'packSize'),
      }),
    );
    expectStable(nested);
    const persian = { name: 'Ada', petType: 'Cat', breed: 'Persian', coat: 'long' };
    expect(
      allowedBy(nested, 'Pet', [persian, { ...persian, breed: 'Siamese' }, { ...persian, petType: 'Dog' }, DOG]),
    ).toEqual([true, false, false, true]);
  });

  it('builds the union if the property can be missing, as in values of the base', () => {
    const loose = planOf(
      using(['Pet'], {
        Pet: pet({ propertyName: 'petType' }, ['name']),
        Cat: extending('Pet', 'huntingSkill'),
        Dog: extending('Pet', 'packSize'),
      }),
    );
    expectStable(loose);
    const { petType: _, ...untold } = CAT;
    expect(allowedBy(loose, 'Pet', [CAT, untold, { name: 'Ada' }, { name: 'Ada', petType: 'Cat' }])).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('builds a union that can be null', () => {
    const nullable = planOf(
      using(['Owner'], {
        Owner: { type: 'object', properties: { pet: ref('Pet') }, required: ['pet'] },
        Pet: { ...pet({ propertyName: 'petType' }), nullable: true },
        Cat: extending('Pet', 'huntingSkill'),
        Dog: extending('Pet', 'packSize'),
      }),
    );
    expectStable(nullable);
    expect(allowedBy(nullable, 'Owner', [{ pet: CAT }, { pet: null }, { pet: 1 }])).toEqual([true, true, false]);
  });

  it.each<[string, object]>([
    ['its own values', { type: 'string', enum: ['cat', 'dog'] }],
    ['no text', { type: 'integer' }],
  ])('builds the union without a discriminator if the property has %s, which no mapping has', (_, petType) => {
    const told = planOf(
      using(['Pet'], {
        Pet: { ...pet({ propertyName: 'petType' }), properties: { name: text, petType } },
        Cat: extending('Pet', 'huntingSkill'),
        Dog: extending('Pet', 'packSize'),
      }),
    );
    expectStable(told);
    const value = (petType as { enum?: string[] }).enum?.[0] ?? 1;
    expect(
      allowedBy(told, 'Pet', [
        { ...CAT, petType: value },
        { name: 'Ada', petType: value },
      ]),
    ).toEqual([true, false]);
  });

  it('builds the union by the values that the kinds have already', () => {
    const kind = (value: string, property: string): object => ({
      allOf: [ref('Pet')],
      type: 'object',
      properties: { petType: { type: 'string', enum: [value], description: 'Which' }, [property]: text },
      required: [property],
    });
    const told = planOf(
      using(['Pet'], {
        PetType: { type: 'string', enum: ['cat', 'dog'] },
        Pet: { ...pet({ propertyName: 'petType' }), properties: { name: text, petType: ref('PetType') } },
        Cat: kind('cat', 'huntingSkill'),
        Dog: kind('dog', 'packSize'),
      }),
    );
    expectStable(told);
    expect(
      allowedBy(told, 'Pet', [
        { ...CAT, petType: 'cat' },
        { ...CAT, petType: 'dog' },
      ]),
    ).toEqual([true, false]);
  });

  it('builds the union if a discriminator lists the kinds', () => {
    const listing = planOf(
      using(['Pet'], {
        Pet: { type: 'object', properties: { name: text }, required: ['name'], oneOf: [ref('Cat'), ref('Fish')] },
        Cat: extending('Pet', 'huntingSkill'),
        Fish: { type: 'object', properties: { depth: text }, required: ['depth'] },
      }),
    );
    expectStable(listing);
    const fish = { name: 'Wanda', depth: '2 m' };
    expect(allowedBy(listing, 'Pet', [CAT, fish, { depth: '2 m' }, { name: 'Ada' }])).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('builds the union in OpenAPI 3.1, even where kinds have properties next to a reference', () => {
    const kind = (property: string): object => ({
      ...ref('Pet'),
      properties: { [property]: text },
      required: [property],
    });
    const beside = planOf(
      using(
        ['Pet'],
        { Pet: pet({ propertyName: 'petType' }), Cat: kind('huntingSkill'), Dog: kind('packSize') },
        { openapi: '3.1.0' },
      ),
    );
    expectStable(beside);
    expect(allowedBy(beside, 'Pet', [CAT, DOG, { ...DOG, petType: 'Cat' }])).toEqual([true, true, false]);
  });

  it('keeps the description of a part of the base', () => {
    const parts = planOf(
      using(['Pet', 'Tag'], {
        Pet: pet({ propertyName: 'petType' }),
        Cat: extending('Pet', 'huntingSkill'),
        Tag: { type: 'object', properties: { name: ref('Pet/properties/name') }, required: ['name'] },
      }),
    );
    expectStable(parts);
    expect(allowedBy(parts, 'Tag', [{ name: 'Ada' }, { name: 1 }])).toEqual([true, false]);
  });

  it('builds the union of kinds in other files', () => {
    const file = (
      name: string,
      value: object,
    ): [string, { uri: string; name: string; text: string; value: object }] => [
      `file:///${name}`,
      { uri: `file:///${name}`, name, text: '', value },
    ];
    const kind = (property: string): object => ({
      allOf: [{ $ref: './Pet.yaml' }, { type: 'object', properties: { [property]: text }, required: [property] }],
    });
    const root = file(
      'openapi.yaml',
      withPaths({
        '/pets': {
          post: {
            requestBody: { content: json({ $ref: 'schemas/Pet.yaml' }) },
            responses: { 200: { description: 'OK' } },
          },
        },
      }),
    );
    const files = new Map([
      root,
      file('schemas/Pet.yaml', pet({ propertyName: 'petType', mapping: { cat: './Cat.yaml', dog: 'Dog.yaml' } })),
      file('schemas/Cat.yaml', kind('huntingSkill')),
      file('schemas/Dog.yaml', kind('packSize')),
    ]);
    const far = planImport(documentsOf(root[1], files));
    expectStable(far);
    expect(
      allowedBy(far, 'Pet', [
        { ...CAT, petType: 'cat' },
        { ...DOG, petType: 'dog' },
        { ...DOG, petType: 'cat' },
      ]),
    ).toEqual([true, true, false]);
  });
});

it('an import finds the kinds of schemas that extend each other in many ways', () => {
  const levels = Array.from({ length: 40 }, (_, i) => i);
  const schemas = levels.flatMap((i) =>
    ['A', 'B'].map((side) => [
      `${side}${i}`,
      i === 0
        ? extending('Pet', side)
        : { allOf: [ref(`A${i - 1}`), ref(`B${i - 1}`), { type: 'object', properties: { [`${side}${i}`]: text } }] },
    ]),
  );
  const base = pet({ propertyName: 'petType', mapping: { last: 'A39' } }, ['name']);
  const [family] = findFamilies(documentOf(using(['Pet'], { Pet: base, ...Object.fromEntries(schemas) })));
  expect(family!.kinds.map(({ schema }) => schema.name)).toContain('A39');
});

describe('an object with a discriminator stays as it is', () => {
  it('keeps an object that nothing extends', () => {
    const plan = planOf(using(['Pet'], { Pet: pet({ propertyName: 'petType' }) }));
    expectStable(plan);
    expect(plan.description.notes.mended()).toEqual([]);
  });
});
