import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Operation, Schema } from '../../../src/shared/contract/operation.ts';
import type { FacesCache } from '../../../src/shared/schema/faces.ts';
import { facesOf, renewFaces } from '../../../src/shared/schema/faces.ts';

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Definitions with and without properties that travel in one direction, among them ones that refer to each other. */
const DEFINITIONS: readonly (readonly [name: string, ...schemas: Schema[]])[] = [
  [
    'User',
    {
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, boss: reference('User') },
      required: ['id'],
    },
    { type: 'object', properties: { id: { type: 'integer' }, pet: reference('Pet') }, required: ['id'] },
  ],
  [
    'Pet',
    { type: 'object', properties: { key: { type: 'string', writeOnly: true }, owner: reference('User') } },
    { type: 'object', properties: { key: { type: 'string' } } },
    { allOf: [reference('User'), { required: ['boss'] }] },
  ],
];

const SCHEMAS: readonly Schema[] = [
  reference('User'),
  { type: 'array', items: reference('Pet') },
  { type: 'object', properties: { at: { type: 'string', readOnly: true }, user: reference('User') }, required: ['at'] },
  { type: 'string' },
];

function operation(n: number): Operation {
  const content = (schema: Schema) => [{ mediaType: 'application/json', schema }];
  return {
    id: `o${n}@post.ts`,
    method: 'POST',
    path: `/o${n}`,
    parameters: [],
    body: { required: true, content: content(SCHEMAS[n % SCHEMAS.length]!) },
    responses: [{ status: '200', description: '', content: content(SCHEMAS[(n * 3 + 1) % SCHEMAS.length]!) }],
  } as Operation;
}

it('faces are those of a fresh run, whichever operations and definitions have changed', () => {
  const operations = Array.from({ length: 12 }, (_, n) => operation(n));
  const step = fc.record({
    chosen: fc.subarray(operations),
    names: fc.subarray(DEFINITIONS.map((_, i) => i)),
    variants: fc.tuple(...DEFINITIONS.map(([, ...schemas]) => fc.nat(schemas.length - 1))),
  });
  let reused = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), (steps) => {
      let cache: FacesCache | undefined;
      for (const { chosen, names, variants } of steps) {
        const schemas = new Map(names.map((i) => [DEFINITIONS[i]![0], DEFINITIONS[i]![variants[i]! + 1] as Schema]));
        const before = cache;
        cache = renewFaces(before, chosen, schemas);
        if (before !== undefined && cache !== before && cache.marks === before.marks) reused++;
        expect(cache.faced).toEqual(facesOf(chosen, schemas));
        expect(renewFaces(cache, [...chosen], new Map(schemas))).toBe(cache);
      }
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1) * 40 },
  );
  expect(reused).toBeGreaterThan(0);
});
