import { describe, expect, it } from 'vitest';
import { useGeneric, useParameter, useUtility } from '../../../src/shared/schema/draft.ts';
import type { Generic } from '../../../src/shared/schema/expand.ts';
import { expandSchema } from '../../../src/shared/schema/expand.ts';

const string = { type: 'string' };
const box = (content: object): object => ({ type: 'object', properties: { it: content }, required: ['it'] });
const definitions: Readonly<Record<string, Generic>> = {
  Box: { typeParameters: ['T'], schema: box(useParameter('T')) as Generic['schema'] },
  Pair: { typeParameters: ['T'], schema: box(useGeneric('Box', [useParameter('T')])) as Generic['schema'] },
  Loop: { typeParameters: ['T'], schema: box(useGeneric('Loop', [useParameter('T')])) as Generic['schema'] },
};
const find = (name: string): Generic | undefined => definitions[name];

describe('expandSchema', () => {
  it('writes out a generic definition, also as the argument of itself', () => {
    expect(expandSchema(useGeneric('Box', [string]), find)).toEqual(box(string));
    expect(expandSchema(useGeneric('Box', [useGeneric('Box', [string])]), find)).toEqual(box(box(string)));
    expect(expandSchema(useGeneric('Pair', [useGeneric('Pair', [string])]), find)).toEqual(box(box(box(box(string)))));
  });

  it('keeps the keywords next to a draft, and leaves a circle open', () => {
    expect(expandSchema({ ...useGeneric('Box', [string]), description: 'A box' }, find)).toEqual({
      ...box(string),
      description: 'A box',
    });
    expect(expandSchema(useGeneric('Loop', [string]), find)).toEqual(box({}));
    expect(expandSchema(useGeneric('Nothing', []), find)).toEqual({});
  });

  it('writes out a utility', () => {
    expect(expandSchema(useUtility('Partial', useGeneric('Box', [string]), []), find)).toEqual({
      type: 'object',
      properties: { it: string },
    });
  });

  it('returns the same schema if it has no drafts, and never reads data as one', () => {
    const schema = {
      properties: { a: { default: { generic: 'Box', arguments: [string] } } },
      'x-a': useGeneric('Box', []),
    };
    expect(expandSchema(schema, find)).toBe(schema);
  });
});
