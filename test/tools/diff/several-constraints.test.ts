import { expect, it } from 'vitest';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { diffContracts } from '../../../src/tools/diff/diff.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';

type Changes = ReturnType<typeof diffContracts>;

/** The changes from one schema to another, of a request or of a response. */
function changesOf(direction: 'request' | 'response', before: object, after: object): Changes {
  const contract = (schema: object): ReturnType<typeof contractOfDocuments> => {
    const content = { 'application/json': { schema } };
    const post =
      direction === 'request'
        ? { requestBody: { content }, responses: { 204: { description: 'Done' } } }
        : { responses: { 200: { description: 'It', content } } };
    const components = { schemas: { Code: { type: 'string', pattern: '^[a-z]' } } };
    const info = { title: 'Pets', version: '1.0.0' };
    return contractOfDocuments(documentOf({ openapi: '3.1.0', info, paths: { '/pets': { post } }, components }));
  };
  return diffContracts(contract(before), contract(after));
}

function changes(direction: 'request' | 'response', before: object, after: object): string[] {
  return changesOf(direction, before, after).map(({ id }) => id);
}

const all = (...allOf: object[]): object => ({ allOf });
const code = { $ref: '#/components/schemas/Code' };
const text = { type: 'string' };
const [a, b, c] = ['a', 'b', 'c'].map((letter) => ({ pattern: letter })) as [object, object, object];
const union = (...members: object[]): object => ({ anyOf: members });
const [short, long, digits] = [{ maxLength: 3 }, { minLength: 9 }, { pattern: '^[0-9]*$' }];

it.each<[string, object, object, change: string]>([
  ['an added pattern', all(text, a), all(text, a, b), 'pattern-added'],
  ['a removed pattern', all(text, a, b), all(text, a), 'pattern-removed'],
  ['a changed pattern', all(text, a, b), all(text, a, c), 'pattern-changed'],
  ['a changed first pattern', all(text, a, b), all(text, c, b), 'pattern-changed'],
  ['a pattern beside a reference', { ...code, ...a }, { ...code, ...b }, 'pattern-changed'],
  ['an added condition', all(text, { not: a }), all(text, { not: a }, { not: b }), 'not-added'],
  [
    'an alternative of a second union',
    all(text, union(short, long), union(digits, a, b)),
    all(text, union(short, long), union(digits, a)),
    'any-of-removed',
  ],
])('finds in an allOf: %s', (_, before, after, change) => {
  expect(changes('request', before, after)).toContain(`request-body-${change}`);
  expect(changes('response', before, after)).toContain(`response-body-${change}`);
});

it.each<[string, object, object]>([
  ['patterns', all(text, a, b), all(text, b, a)],
  ['a reference and its pattern', { ...code, ...a }, all(a, code)],
  ['unions', all(text, union(short, long), union(digits, a)), all(union(digits, a), text, union(short, long))],
  ['conditions', all(text, { not: a }, { not: b }), all({ not: b }, text, { not: a })],
])('finds no change in the order of %s in an allOf', (_, before, after) => {
  expect(changes('request', before, after)).toEqual([]);
  expect(changes('response', before, after)).toEqual([]);
});

it.each<[string, number | undefined, number | undefined, request: string, response: string]>([
  ['a finer step', 10, 5, 'multiple-of-widened', 'multiple-of-widened'],
  ['a step that ends', 10, undefined, 'multiple-of-widened', 'multiple-of-widened'],
  ['a coarser step', 5, 10, 'multiple-of-changed', 'multiple-of-changed'],
  ['a new step', undefined, 0.1, 'multiple-of-changed', 'multiple-of-changed'],
  ['a decimal step', 0.3, 0.1, 'multiple-of-widened', 'multiple-of-widened'],
  ['another step', 4, 6, 'multiple-of-changed', 'multiple-of-widened'],
])('finds %s', (_, before, after, request, response) => {
  const number = (multipleOf: number | undefined): object => ({
    type: 'number',
    ...(multipleOf !== undefined && { multipleOf }),
  });
  expect(changes('request', number(before), number(after))).toEqual([`request-body-${request}`]);
  expect(changes('response', number(before), number(after))).toEqual([`response-body-${response}`]);
});

const integer = (multipleOf?: number): object => ({ type: ['integer', 'null'], ...(multipleOf && { multipleOf }) });

it.each<[string, object, object]>([
  ['1', integer(1), integer()],
  ['0.5', integer(0.5), integer()],
  ['1 in place of 0.1', integer(0.1), integer(1)],
])('finds no change in a step that all integers have: %s', (_, one, other) => {
  for (const direction of ['request', 'response'] as const)
    expect([changes(direction, one, other), changes(direction, other, one)]).toEqual([[], []]);
});

it('a diff finds no change of the step if a number that is a multiple of 1 becomes an integer', () => {
  const [before, after] = [{ type: 'number', multipleOf: 1 }, { type: 'integer' }];
  for (const direction of ['request', 'response'] as const)
    expect(changes(direction, before, after).join()).not.toContain('multiple-of');
});

it.each([
  [4, 2, 'can be any multiple of 2 now (before: 4)'],
  [4, 6, 'can be any multiple of 6 now (before: 4)'],
  [4, undefined, 'no longer has to be a multiple of 4'],
  [2, 4, 'must be a multiple of 4 now'],
])('describes the change of a step from %s to %s', (before, after, message) => {
  expect(changesOf('response', integer(before), integer(after))[0]!.message).toContain(message);
});

it('a diff finds that a part of an allOf refuses the properties of another', () => {
  const object = { type: 'object', properties: { a: text } };
  const closed = { additionalProperties: false };
  expect(changes('request', { ...object, ...closed }, all(object, closed))).toEqual(['request-property-value-refused']);
  expect(changes('request', all(object, closed), { ...object, ...closed })).toEqual([]);
});

const record = { type: 'object', properties: { a: text, b: text } };

it.each<[string, object, object, change: string]>([
  ['a removed maximum length', { ...text, maxLength: 9 }, text, 'max-length-unset'],
  ['a removed minimum', { type: 'number', minimum: 1 }, { type: 'number' }, 'min-unset'],
  ['a removed number of properties', { ...record, minProperties: 1 }, record, 'min-properties-unset'],
  ['undeclared properties', { ...record, additionalProperties: false }, record, 'additional-properties-allowed'],
  [
    'undeclared properties behind a condition',
    { ...record, if: true, then: { additionalProperties: false } },
    record,
    'then-removed',
  ],
  ['any value', { ...text, maxLength: 9 }, {}, 'media-type-schema-removed'],
])('Requests that become wider are reported: %s', (_, before, after, change) => {
  expect(changesOf('request', before, after)).toContainEqual(
    expect.objectContaining({ id: `request-body-${change}`, severity: 'info' }),
  );
});
