import { describe, expect, it } from 'vitest';
import { compareOperations } from '../../../src/tools/openapi/compare/operations/operations.ts';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The messages of a comparison of descriptions, whose one operation returns the schema `Start`. */
function messages(before: object, after: object): string[] {
  const [a, b] = [before, after].map((schemas) =>
    contractOfDocuments(
      documentOf({
        openapi: '3.1.0',
        info: { title: 'Pets', version: '1' },
        paths: {
          '/a': {
            get: {
              responses: { 200: { description: 'OK', content: { 'application/json': { schema: ref('Start') } } } },
            },
          },
        },
        components: { schemas },
      }),
    ),
  );
  return compareOperations(a!, b!, new Date()).changes.map(({ message }) => message);
}

const text = { type: 'string' };
const number = { type: 'integer' };

describe('schemas that contain themselves', () => {
  it('compares schemas recursive by an allOf without its own reference', () => {
    const schemas = (name: object): object => ({
      Start: { allOf: [ref('Base'), { maxProperties: 9 }] },
      Base: { type: 'object', properties: { name, inner: { allOf: [ref('Base'), { maxProperties: 9 }] } } },
    });
    expect(messages(schemas(text), schemas(number))).toEqual([
      'the type of "name" of Start changed from "string" to "integer"',
      'the type of "inner.name" of Start changed from "string" to "integer"',
    ]);
  });

  it('compares schemas recursive by a property that several parts of an allOf declare', () => {
    const schemas = (name: object): object => {
      const inner = { type: 'object', properties: { name, x: ref('Other'), y: ref('Start') } };
      return {
        Start: { allOf: [ref('Base'), { type: 'object', properties: { x: ref('Start'), y: inner } }] },
        Base: { type: 'object', properties: { x: inner, y: ref('Start') } },
        Other: { type: 'object', properties: { x: inner, y: ref('Other') } },
      };
    };
    expect(messages(schemas(text), schemas(text))).toEqual([]);
    const found = messages(schemas(text), schemas(number));
    expect(found.length).toBeLessThan(60);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toContain('the type of "x.name" of Start changed from "string" to "integer"');
  });

  it('compares schemas recursive in many ways: a change in a named schema is one of the part', () => {
    const names = Array.from({ length: 20 }, (_, i) => `Node${i}`);
    const schemas = (name: object): object => ({
      Start: ref('Node0'),
      ...Object.fromEntries(
        names.map((node) => [
          node,
          {
            type: 'object',
            properties: {
              name,
              ...Object.fromEntries(names.map((other) => [other, { anyOf: [ref(other), { type: 'null' }] }])),
            },
          },
        ]),
      ),
    });
    // The schema of the whole response is also one of a property.
    expect([...new Set(messages(schemas(text), schemas(number)))].sort()).toEqual(
      names.map((node) => `the type of "name" of ${node} changed from "string" to "integer"`).sort(),
    );
  });

  it('compares recursive schemas that are renamed', () => {
    const schemas = (name: string, type: object): object => ({
      Start: { type: 'object', properties: { one: ref(name), two: ref(name) } },
      [name]: { type: 'object', properties: { type, next: ref(name) } },
    });
    expect(messages(schemas('Cat', text), schemas('Dog', number))).toEqual([
      'the type of "one.type" of Start changed from "string" to "integer"',
      'the type of "two.type" of Start changed from "string" to "integer"',
    ]);
  });
});
