import { describe, expect, it } from 'vitest';
import { emitted, filesOf, planOf, reasonsOf, withPaths } from './support.ts';

const post = (content: object, others: object = {}): object =>
  withPaths({
    '/messages': {
      post: { operationId: 'send', requestBody: { content, ...others }, responses: { 204: { description: 'Sent' } } },
    },
  });
const FILE = 'operations/messages/@post.ts';

const text = { type: 'string', maxLength: 10 };
const json = { type: 'object', required: ['text'], properties: { text } };
const form = { type: 'object', properties: { text, 'files[0]': { type: 'string', format: 'binary' } } };

describe('an import keeps a schema for each media type of a body', () => {
  it('imports schemas of JSON, a form, text and bytes', () => {
    const content = {
      'multipart/form-data': { schema: form },
      'application/json': { schema: json, example: { text: 'Hi' } },
      'application/x-www-form-urlencoded': { schema: json },
      'text/plain': { schema: text, examples: { a: { value: 'Hi' }, b: { value: 'Ho' } } },
      'image/*': { schema: { type: 'string', format: 'binary' } },
    };
    const plan = planOf(post(content, { required: true, description: 'A message' }));
    expect(reasonsOf(plan)).toEqual([]);
    expect(plan.differences).toEqual([]);
    expect(filesOf(plan)[FILE]).toContain(`
 * @consumes application/json, application/x-www-form-urlencoded
 * @param {object} body - A message
 * @example {"text":"Hi"}
 * @param {string} text (maxLength: 10)
 * @consumes multipart/form-data
 * @param {SendBody2} body
 * @consumes text/plain
 * @param {string} body (maxLength: 10)
 * @example Hi
 * @example Ho
 * @consumes image/*
 * @param {binary} body
`);
    expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
  });

  it('imports schemas of an optional body', () => {
    const plan = planOf(post({ 'application/json': { schema: json }, 'text/csv': { schema: text } }));
    expect([reasonsOf(plan), plan.differences]).toEqual([[], []]);
    expect(filesOf(plan)[FILE]).toContain('@param {object} [body]');
    expect(filesOf(plan)[FILE]).toContain('@param {string} [body] (maxLength: 10)');
  });

  it('imports separate examples under one schema', () => {
    const plan = planOf(
      post({
        'application/json': { schema: json, example: { text: 'a' } },
        'text/json': { schema: json, example: { text: 'b' } },
      }),
    );
    expect([reasonsOf(plan), plan.differences]).toEqual([[], []]);
  });

  it('leaves out the types that the server cannot read', () => {
    const content = { 'application/json': { schema: json }, 'application/xml': { schema: { ...json, required: [] } } };
    const plan = planOf(post(content));
    expect(reasonsOf(plan)).toEqual([
      [
        "the server can't parse this media type, such as XML",
        ['/paths/~1messages/post/requestBody/content/application~1xml'],
      ],
    ]);
    expect(filesOf(plan)[FILE]).not.toContain('@consumes');
  });

  it('leaves out forms without fields', () => {
    const list = { type: 'array', items: json };
    const plan = planOf(post({ 'application/json': { schema: list }, 'multipart/form-data': { schema: list } }));
    expect(reasonsOf(plan)).toEqual([
      [
        'the body of a form is an object: the server reads its fields by their names',
        ['/paths/~1messages/post/requestBody/content/multipart~1form-data'],
      ],
    ]);
  });
});
