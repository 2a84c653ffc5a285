import { describe, expect, it } from 'vitest';
import { generateDeclarations } from '../../../src/build/codegen/declarations/index.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const CATS = `
export interface Cat { kind: string; lives?: number; name: string }
export interface Dog { kind: string; good?: boolean; name: string }
/** @oneOf
 *  @discriminator { propertyName: kind, mapping: { cat: Cat, kitten: Cat, dog: Dog } } */
export type Mapped = Cat | Dog;
/** @discriminator { propertyName: kind } */
export type Named = Cat | Dog;
/** @discriminator { propertyName: kind, mapping: { dog: Dog } } */
export type Half = Cat | Dog;
export interface Lion { kind: 'lion'; mane: boolean }
/** @discriminator { propertyName: kind } */
export type Literal = Lion | { kind: 'bird' };
export interface Tree { kind: string; left?: Node; right?: Node }
export interface Leaf { kind: string; value: number }
/** @discriminator { propertyName: kind, mapping: { tree: Tree, leaf: Leaf } } */
export type Node = Tree | Leaf;
/** @discriminator { propertyName: kind, mapping: { cat: Cat, lion: Lion, dog: Dog } } */
export type Nested = Feline | Dog;
export type Feline = Cat | Lion;
`;

/** An operation for each type of a body. */
const TREE = Object.fromEntries(
  ['Mapped', 'Named', 'Half', 'Node', 'Literal', 'Nested', 'Named[]'].map((type) => [
    `${type.replace('[]', 's')}@post.ts`,
    `/**\n * @param {${type}} body - x\n * @returns {any} 200 - x\n */\nexport default (ctx) => ctx.input;`,
  ]),
);

describe.each(KINDS)('a union with a discriminator, $name', ({ create }) => {
  const post = async (type: string) => {
    const { ask } = await serve(create(await compileTree(TREE, { definitions: { 'pets.ts': CATS } })));
    return async (body: unknown) => {
      const { status, json } = await ask(`POST /${type}`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return status === 200 ? (json as { body: unknown }).body : (json as { detail: string }).detail;
    };
  };

  it('selects a branch by the mapping', async () => {
    const ask = await post('Mapped');
    expect(await ask({ kind: 'cat', name: 'Tom', lives: 9, good: true })).toEqual({
      kind: 'cat',
      name: 'Tom',
      lives: 9,
    });
    expect(await ask({ kind: 'kitten', name: 'Tom', lives: 9 })).toEqual({ kind: 'kitten', name: 'Tom', lives: 9 });
    expect(await ask({ kind: 'dog', name: 'Rex', good: true, lives: 'x' })).toEqual({
      kind: 'dog',
      name: 'Rex',
      good: true,
    });
    expect(await ask({ kind: 'cat', name: 'Tom', lives: 'x' })).toBe('body/lives must be a number');
  });

  it('names its values if the one of the body is unknown', async () => {
    const unknown = (...values: string[]): string =>
      `body/kind must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
    expect(await (await post('Mapped'))({ kind: 'fish', name: 'Nemo' })).toBe(unknown('cat', 'kitten', 'dog'));
    expect(await (await post('Named'))({ kind: 'cat', name: 'Tom' })).toBe(unknown('Cat', 'Dog'));
    expect(await (await post('Half'))({ kind: 'x', name: 'Tom' })).toBe(unknown('Cat', 'dog'));
    expect(await (await post('Node'))({ kind: 'tree', left: { kind: 'x' } })).toBe(
      'body/left/kind must be one of "tree", "leaf"',
    );
    expect(
      await (
        await post('Nameds')
      )([
        { kind: 'Cat', name: 'a' },
        { kind: 'x', name: 'a' },
      ]),
    ).toBe('body/1/kind must be one of "Cat", "Dog"');
  });

  it('selects a branch by the names of its schemas without a mapping, and by their literals if they have some', async () => {
    expect(await (await post('Named'))({ kind: 'Cat', name: 'Tom' })).toEqual({ kind: 'Cat', name: 'Tom' });
    expect(await (await post('Half'))({ kind: 'dog', name: 'Rex' })).toEqual({ kind: 'dog', name: 'Rex' });
    expect(await (await post('Literal'))({ kind: 'lion', mane: true })).toEqual({ kind: 'lion', mane: true });
    expect(await (await post('Literal'))({ kind: 'Lion', mane: true })).toContain('must be one of "lion", "bird"');
    const nested = await post('Nested');
    expect(await nested({ kind: 'lion', mane: true })).toEqual({ kind: 'lion', mane: true });
    expect(await nested({ kind: 'cat', name: 'Tom' })).toEqual({ kind: 'cat', name: 'Tom' });
    const tree = { kind: 'tree', left: { kind: 'leaf', value: 1 }, right: { kind: 'tree' } };
    expect(await (await post('Node'))(tree)).toEqual(tree);
  });
});

it('a union with a discriminator has the values of its mapping in the types, and no others in the document', () => {
  const { operations, schemas, document } = compileOperations({
    files: [{ path: 'it@post.ts', text: '/** @param {Mapped} body - x */\nexport default () => {};' }],
    definitions: [{ path: 'pets.ts', text: CATS }],
  });
  const text = generateDeclarations({ operations: operations.map(({ contract }) => contract), schemas, document });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'type Mapped = ({ kind?: "cat" | "kitten"; } & Schemas.Cat) | ({ kind?: "dog"; } & Schemas.Dog);',
  );
  expect(schemas.get('Mapped')?.['oneOf']).toEqual([
    { $ref: '#/components/schemas/Cat' },
    { $ref: '#/components/schemas/Dog' },
  ]);
});
