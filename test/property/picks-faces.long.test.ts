import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Operation, Schema } from '../../src/shared/contract/operation.ts';
import { facesOf } from '../../src/shared/schema/faces.ts';
import { isOfProperties } from '../../src/shared/schema/keywords.ts';
import { mapSubschemas } from '../../src/shared/schema/walk.ts';
import { pickResponse } from '../../src/shared/validation/pick.ts';
import { pickOf } from '../shared/validation/evaluate-picks.ts';
import { holds } from './holds.ts';
import { DEFINITIONS, disguise, schema, value } from './pairs.ts';
import { createRule, hasMisplaced, isUnsettledText } from './rule.ts';

// Schemas of unions in which some properties and entries are hidden, and discriminators.

/** Adds `writeOnly` to some properties of a schema. Only the union around it has a discriminator: some of these schemas are lists. */
function marked(given: Schema, next: () => number): Schema {
  const { discriminator: _discriminator, ...own } = given;
  return mapSubschemas(own as Schema, (part, _, keyword) => {
    if (typeof part === 'boolean') return part;
    const inner = marked(part as Schema, next);
    return isOfProperties(keyword) && next() % 3 === 0 ? { ...inner, writeOnly: true } : inner;
  });
}

const hiddenEntry = { type: 'integer', writeOnly: true };

/** Branches that hide entries, and those that a discriminator can select. */
const BRANCHES: readonly Schema[] = [
  { type: 'object', additionalProperties: hiddenEntry },
  { type: 'object', properties: { kind: {} }, additionalProperties: hiddenEntry },
  { type: 'object', patternProperties: { '^[ab]': hiddenEntry, c: {} } },
  { type: 'object', properties: { kind: { const: 'cat' }, a: hiddenEntry, b: { type: 'integer' } } },
  { type: 'object', properties: { kind: { enum: ['dog', 'cat'] }, a: { type: 'integer' }, b: hiddenEntry } },
];

it('hides what a fitting type of a union hides, and keeps what the rule keeps', () => {
  let hidden = 0;
  const property = fc.property(
    schema,
    fc.array(value, { minLength: 3, maxLength: 8 }),
    fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    (plain, values, noise) => {
      let i = 0;
      const next = (): number => noise[i++ % noise.length]!;
      const branches = [plain, ...Array.from({ length: next() % 3 }, () => BRANCHES[next() % BRANCHES.length]!)];
      const union: Schema = next() % 4 === 0 ? plain : { [next() % 4 === 0 ? 'oneOf' : 'anyOf']: branches };
      const discriminator = next() % 2 === 0 ? {} : { discriminator: { propertyName: 'kind' } };
      const tested = { ...marked(union, next), ...(union !== plain && discriminator) };
      const definitions = Object.entries(DEFINITIONS).map(([name, one]) => [name, marked(one, next)] as const);
      const content = [{ mediaType: 'application/json', schema: tested }];
      const operation = { responses: [{ status: '200', description: '', content }] } as unknown as Operation;
      const { operations, schemas } = facesOf([operation], new Map(definitions));
      const face = operations[0]!.responses[0]!.content[0]!.schema;
      const named = Object.fromEntries(schemas);
      const rule = createRule(named);
      const pick = pickOf(face, named) ?? ((given) => given);
      for (const given of values) {
        const ruled = rule.pick(face, given);
        if (isUnsettledText(rule, face, given)) continue;
        const isRefused = hasMisplaced(ruled);
        const forms = [given, disguise(given, next)].map((form) => pickResponse(pick, form));
        expect([given, forms.map(({ misplaced }) => misplaced !== undefined)]).toEqual([given, [isRefused, isRefused]]);
        if (isRefused) continue;
        const expected: unknown = JSON.parse(JSON.stringify(ruled));
        const withoutMarks: unknown = JSON.parse(JSON.stringify(createRule(DEFINITIONS).pick(union, given)) ?? 'null');
        hidden += JSON.stringify(expected).length < JSON.stringify(withoutMarks).length ? 1 : 0;
        for (const form of forms)
          expect({ given, picked: JSON.parse(JSON.stringify(form.picked)) as unknown }).toEqual({
            given,
            picked: expected,
          });
      }
    },
  );
  holds(property, 100);
  // Schemas that hide nothing would agree with picks that hide nothing.
  expect(hidden).toBeGreaterThan(10);
});
