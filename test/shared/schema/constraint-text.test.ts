import { describe, expect, it } from 'vitest';
import { constraintText } from '../../../src/shared/schema/constraint-text.ts';

describe('the constraints of a value in words', () => {
  it.each([
    [{ minimum: 1, maximum: 5, default: 3 }, '1 to 5, default 3'],
    [{ minimum: 0 }, 'at least 0'],
    [{ maximum: -1 }, 'at most -1'],
    [{ exclusiveMinimum: 0, maximum: 1, multipleOf: 0.5 }, 'at most 1, above 0, a multiple of 0.5'],
    [{ minLength: 1 }, 'at least 1 character'],
    [{ minLength: 0, maxLength: 200 }, 'at most 200 characters'],
    [{ minLength: 2, maxLength: 2, pattern: '^[A-Z]+$' }, '2 characters, matches /^[A-Z]+$/'],
    [{ pattern: 'a'.repeat(41) }, 'matches a pattern'],
    [{ minItems: 1, maxItems: 3, uniqueItems: true }, '1 to 3 items, no item twice'],
    [{ minProperties: 2 }, 'at least 2 properties'],
    [{ default: '' }, 'default ""'],
    [{ default: null, readOnly: true }, 'only in responses, default null'],
    [{ type: 'string', enum: ['a'], description: 'x', format: 'uuid' }, ''],
  ])('describes %j as: %s', (schema, text) => {
    expect(constraintText(schema)).toBe(text);
  });
});
