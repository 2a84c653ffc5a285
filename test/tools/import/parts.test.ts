import { describe, expect, it } from 'vitest';
import type { ImportPlan } from '../../../src/tools/import/index.ts';
import { emitted, filesOf, planOf, withPaths } from './support.ts';

const ref = (path: string): { $ref: string } => ({ $ref: `#/components/schemas/${path}` });
const text = { type: 'string' };
const object = (name: string, schema: object = text): object => ({ type: 'object', properties: { [name]: schema } });

/** A plan of a description with an operation that answers with a reference. */
function answering(reference: object, schemas: object): ImportPlan {
  const responses = { 200: { description: 'It', content: { 'application/json': { schema: reference } } } };
  return planOf({ ...withPaths({ '/a': { get: { responses } } }, { components: { schemas } }), openapi: '3.0.3' });
}

/** The schema that an operation of the tree's document answers with. */
function answerOf(plan: ImportPlan): unknown {
  const { paths, components } = emitted(plan) as unknown as {
    readonly paths: {
      readonly '/a': {
        readonly get: {
          readonly responses: {
            readonly 200: {
              readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
            };
          };
        };
      };
    };
    readonly components: { readonly schemas: { readonly [name: string]: unknown } };
  };
  const { $ref } = paths['/a'].get.responses[200].content['application/json'].schema;
  return components.schemas[$ref.replace(/.*\//, '')];
}

describe('a reference into a part of a schema is to the part that the description has there', () => {
  const parts = [{ title: 'First' }, object('a'), object('b'), ref('Other')];
  const Other = object('other');

  it.each<[string, object, object]>([
    ['allOf/1', { allOf: parts }, object('a')],
    ['allOf/2', { allOf: parts }, object('b')],
    ['allOf/3', { allOf: parts }, object('other')],
    ['oneOf/1', { oneOf: [{ type: 'null' }, object('a'), object('b')] }, object('a')],
    [
      'anyOf/0',
      {
        anyOf: [
          { ...object('a'), nullable: true },
          { type: 'string', enum: ['x'] },
        ],
      },
      { ...object('a'), type: ['object', 'null'] },
    ],
    [
      'anyOf/1',
      {
        anyOf: [
          { type: 'string', enum: ['x'] },
          { type: 'string', enum: ['y', 'z'] },
        ],
      },
      { type: 'string', enum: ['y', 'z'] },
    ],
    ['allOf/1/properties/inner', { allOf: [ref('Other'), object('inner', object('deep'))] }, object('deep')],
    ['properties/inner', { allOf: [ref('Other')], ...object('inner', object('deep')) }, object('deep')],
  ])('imports a reference at %s', (path, Whole, expected) => {
    const plan = answering(ref(`Whole/${path}`), { Whole, Other });
    expect(plan.losses.filter(({ isOnTheWire }) => isOnTheWire)).toEqual([]);
    expect(plan.differences).toEqual([]);
    expect(answerOf(plan)).toEqual(expected);
    expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
  });

  it('imports a reference without a schema by itself if it is where it was', () => {
    const plan = answering(object('part', ref('Whole/properties/inner')), { Whole: object('inner', object('deep')) });
    const refersTo = JSON.stringify(emitted(plan)).match(/#\/components\/schemas\/Whole[\w/]*/g);
    expect(refersTo).toEqual(['#/components/schemas/Whole/properties/inner']);
  });
});
