import { describe, expect, it } from 'vitest';
import type { Files } from './compare.ts';
import { diffFiles } from './compare.ts';

type Properties = Readonly<Record<string, object>>;

const pet = (properties: Properties, required: readonly string[]): string =>
  JSON.stringify({ type: 'object', properties, required });

const request = (properties: Properties, ...required: string[]): Files => ({
  'pets/@post.ts': '/**\n * Pets.\n * @param {Pet} body - It\n */',
  'definitions/Pet.json': pet(properties, required),
});
const response = (properties: Properties, ...required: string[]): Files => ({
  'pets/@get.ts': '/**\n * Pets.\n * @returns {Pet} It\n */',
  'definitions/Pet.json': pet(properties, required),
});

const TEXT = { type: 'string' };
const READ = { type: 'integer', readOnly: true };
const WRITE = { ...TEXT, writeOnly: true };
const NUMBER = { type: 'integer' };

const findings = (before: Files, after: Files): string[] =>
  diffFiles(before, after).map(({ severity, id }) => `${severity} ${id}`);

describe('differences of properties that do not travel', () => {
  it.each<[string, Files, Files, string[]]>([
    [
      'bounds of a readOnly property of a request',
      request({ id: { ...READ, minimum: 1, maximum: 9, enum: [1, 2] } }),
      request({ id: { ...READ, minimum: 2, maximum: 8, enum: [1] } }),
      [
        'info request-read-only-property-enum-value-removed',
        'info request-read-only-property-max-decreased',
        'info request-read-only-property-min-increased',
      ],
    ],
    [
      'exclusive bounds',
      request({ id: { ...READ, exclusiveMinimum: 1, exclusiveMaximum: 9 } }),
      request({ id: { ...READ, exclusiveMinimum: 2, exclusiveMaximum: 8 } }),
      [
        'info request-read-only-property-exclusive-max-decreased',
        'info request-read-only-property-exclusive-min-increased',
      ],
    ],
    [
      'a length',
      request({ id: { ...TEXT, readOnly: true, maxLength: 9 } }),
      request({ id: { ...TEXT, readOnly: true, maxLength: 8 } }),
      ['info request-read-only-property-max-length-decreased'],
    ],
    ['a readOnly property that is required now', request({ id: READ }), request({ id: READ }, 'id'), []],
    [
      'a new required readOnly property',
      request({ a: TEXT }),
      request({ a: TEXT, id: READ }, 'id'),
      ['info new-optional-request-property'],
    ],
    [
      'a required property that travels again',
      request({ id: READ }, 'id'),
      request({ id: NUMBER }, 'id'),
      ['error request-property-became-required', 'error request-required-property-became-not-read-only'],
    ],
    [
      'a required property that requests no longer need',
      request({ id: NUMBER }, 'id'),
      request({ id: READ }, 'id'),
      ['info request-property-became-optional', 'info request-required-property-became-read-only'],
    ],
    [
      'a new required writeOnly property',
      response({ a: TEXT }),
      response({ a: TEXT, b: WRITE }, 'b'),
      ['info response-required-write-only-property-added'],
    ],
    [
      'a new writeOnly property',
      response({ a: TEXT }),
      response({ a: TEXT, b: WRITE }),
      ['info response-optional-write-only-property-added'],
    ],
    [
      'a removed writeOnly property',
      response({ a: TEXT, b: WRITE }),
      response({ a: TEXT }),
      ['info response-optional-write-only-property-removed'],
    ],
    [
      'a removed required one',
      response({ a: TEXT, b: WRITE }, 'b'),
      response({ a: TEXT }),
      ['info response-required-write-only-property-removed'],
    ],
    [
      'one that is required now',
      response({ b: WRITE }),
      response({ b: WRITE }, 'b'),
      ['info response-write-only-property-became-required'],
    ],
    [
      'one that is optional now',
      response({ b: WRITE }, 'b'),
      response({ b: WRITE }),
      ['info response-write-only-property-became-optional'],
    ],
    [
      'values of one',
      response({ b: { ...WRITE, enum: ['a'] } }),
      response({ b: { ...WRITE, enum: ['a', 'b'] } }),
      ['info response-write-only-property-enum-value-added'],
    ],
    ['the type of one', response({ b: WRITE }), response({ b: { ...NUMBER, writeOnly: true } }), []],
    [
      'a required property that leaves responses',
      response({ b: TEXT }, 'b'),
      response({ b: WRITE }, 'b'),
      ['error response-required-property-removed', 'info response-required-property-became-write-only'],
    ],
    [
      'a required property that joins responses',
      response({ b: WRITE }, 'b'),
      response({ b: TEXT }, 'b'),
      ['error response-required-property-became-not-write-only', 'info response-required-property-added'],
    ],
    [
      'the entries of a map that leave responses',
      response({ env: { type: 'object', additionalProperties: TEXT } }),
      response({ env: { type: 'object', additionalProperties: WRITE } }),
      ['warning response-optional-property-removed', 'info response-optional-property-became-write-only'],
    ],
    [
      'the entries of a pattern that join responses',
      response({ env: { type: 'object', patternProperties: { x: WRITE } } }),
      response({ env: { type: 'object', patternProperties: { x: TEXT } } }),
      ['info response-optional-property-added', 'error response-optional-property-became-not-write-only'],
    ],
    [
      'values of entries that do not travel',
      response({ env: { type: 'object', additionalProperties: { ...WRITE, enum: ['a'] } } }),
      response({ env: { type: 'object', additionalProperties: { ...WRITE, enum: ['a', 'b'] } } }),
      ['info response-write-only-property-enum-value-added'],
    ],
    [
      'a list whose items leave responses',
      response({ keys: { type: 'array', items: TEXT } }, 'keys'),
      response({ keys: { type: 'array', items: WRITE } }, 'keys'),
      ['error response-required-property-removed'],
    ],
    [
      'a map that requests no longer have',
      request({ roles: { type: 'object', additionalProperties: NUMBER } }),
      request({ roles: { type: 'object', additionalProperties: READ } }),
      ['info request-optional-property-became-read-only'],
    ],
  ])('finds the differences of the face: %s', (_, before, after, expected) => {
    expect(findings(before, after).sort()).toEqual([...expected].sort());
  });

  it('show a request without the property that is needed now', () => {
    const [first] = diffFiles(request({ id: READ }, 'id'), request({ id: NUMBER }, 'id'));
    expect(first?.witness?.reason).toContain('required');
    expect(first?.witness?.curl).toContain("'{}'");
  });
});
