import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pickResponse } from '../../src/shared/validation/pick.ts';
import { pickOf } from '../shared/validation/evaluate-picks.ts';
import { holds } from './holds.ts';
import { DEFINITIONS, disguise, schema, value } from './pairs.ts';
import { createRule, hasMisplaced, isUnsettledText } from './rule.ts';

describe('a pick', () => {
  it('keeps what the rule keeps, and nothing else', () => {
    const rule = createRule(DEFINITIONS);
    let dropped = 0;
    let refused = 0;
    const property = fc.property(
      schema,
      fc.array(value, { minLength: 3, maxLength: 8 }),
      fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
      (tested, values, noise) => {
        const pick = pickOf(tested, DEFINITIONS) ?? ((given) => given);
        let i = 0;
        const next = (): number => noise[i++ % noise.length]!;
        for (const given of values) {
          const ruled = rule.pick(tested, given);
          const isRefused = hasMisplaced(ruled);
          if (isUnsettledText(rule, tested, given)) continue;
          refused += isRefused ? 1 : 0;
          const forms = [given, disguise(given, next)].map((form) => pickResponse(pick, form));
          expect([given, forms.map(({ misplaced }) => misplaced !== undefined)]).toEqual([
            given,
            [isRefused, isRefused],
          ]);
          if (isRefused) continue;
          const expected = JSON.parse(JSON.stringify(ruled)) as unknown;
          dropped += JSON.stringify(expected).length < JSON.stringify(given).length ? 1 : 0;
          for (const form of forms) {
            const picked = JSON.parse(JSON.stringify(form.picked)) as unknown;
            expect({ given, picked }).toEqual({ given, picked: expected });
          }
          // Without its extras, a value can fit one more branch.
          const staysValid = !/"(?:oneOf|if)"/.test(JSON.stringify(tested)) && rule.isValid(tested, given);
          expect([given, expected, staysValid && !rule.isValid(tested, expected)]).toEqual([given, expected, false]);
        }
      },
    );
    holds(property, 100);
    // A pick that drops nothing would agree with a rule that drops nothing.
    expect(dropped).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
  });

  it('picks a list or an object without a condition of the object for the list', () => {
    const items = { type: 'object', properties: { a: {} } };
    const object = { type: 'object', properties: { z: {} }, if: { required: ['z'] }, else: { type: 'object' } };
    const pick = pickOf({ oneOf: [{ type: 'array', items }, object] })!;
    expect(pickResponse(pick, [{ a: 1, b: 1 }])).toEqual({ picked: [{ a: 1 }] });
    expect(pickResponse(pick, { z: 1, b: 1 })).toEqual({ picked: { z: 1 } });
    const list = { type: 'array', items, dependentSchemas: { z: { type: 'string' } } };
    const other = pickOf({ anyOf: [list, { type: 'object', properties: { z: {} } }] })!;
    expect(pickResponse(other, { z: 1, b: 1 })).toEqual({ picked: { z: 1 } });
  });
});
