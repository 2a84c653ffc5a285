import { expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf, operation } from './declarations.ts';

// Names of files in app/definitions, which their authors do not choose for TypeScript.
const WORDS = 'as async class enum from infer intrinsic is keyof module readonly type unique yield'.split(' ');

it('definitions with the names of TypeScript words have types', async () => {
  const tree = Object.fromEntries(
    WORDS.flatMap((word, number): [string, string][] => [
      [
        `app/definitions/${word}.json`,
        JSON.stringify({
          type: 'object',
          required: ['a'],
          properties: { a: { const: number }, b: { $ref: `./${WORDS.at(number - 1)}.json` } },
        }),
      ],
      [`app/operations/${word}.ts`, operation(`@returns {${word}[]} All`)],
    ]),
  );
  const uses = `import type { Schemas } from 'unplugin-operations/types';
export const values: [${WORDS.map((word) => `Schemas['${word}']`).join(', ')}] = [${WORDS.map((_, number) => `{ a: ${number} }`).join(', ')}];
`;
  expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(tree), 'use.ts': uses })).toEqual([]);
});
