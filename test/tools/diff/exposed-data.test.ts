import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/tools/diff/finding.ts';
import type { Files } from './compare.ts';
import { diffFiles } from './compare.ts';

const DEFINITIONS = {
  'definitions/User.ts':
    'export interface User { id: number; /** @writeOnly */ secret?: string; /** @readOnly */ role?: string }\nexport type Pair = [User, string];',
};

/** A tree with one operation that has these lines. */
function tree(lines: readonly string[], definition = DEFINITIONS['definitions/User.ts'], path = 'pets/@get.ts'): Files {
  return { [path]: `/**\n * ${['Pets.', ...lines].join('\n * ')}\n */`, 'definitions/User.ts': definition };
}

/** A tree with one event that has these lines. */
function eventTree(lines: readonly string[], definition?: string): Files {
  return {
    ...tree(['@tags pets'], definition),
    '../events/sold.ts': `/**\n * ${['Sold.', ...lines].join('\n * ')}\n */`,
  };
}

/** The findings of wider access. */
function widerIn(before: Files, after: Files): string[] {
  return diffFiles(before, after)
    .filter(({ widensAccess }) => widensAccess === true)
    .map(({ severity, id, operations }) => `${severity} ${id} ${operations.join()}`);
}

const returned = (type: string): string => `@returns {${type}} It`;

const shown = (findings: readonly Finding[]): string[] =>
  findings.map(({ severity, id, widensAccess }) => `${severity} ${id}${widensAccess === true ? ' wider' : ''}`);

describe('operations diff reports data that reaches more clients', () => {
  const TEXT = { type: 'string' };
  const WRITE = { ...TEXT, writeOnly: true };
  const response = (schema: object): Files => ({
    'pets/@get.ts': '/**\n * Pets.\n * @returns {Pet} It\n */',
    'definitions/Pet.json': JSON.stringify(schema),
  });
  const pet = (properties: object, others: object = {}): Files =>
    response({ type: 'object', properties: { name: TEXT, ...properties }, ...others });
  const hidden = (isHidden: boolean): object => (isHidden ? WRITE : TEXT);

  it.each<[string, (isHidden: boolean) => Files]>([
    ['property', (is) => pet({ secret: hidden(is) })],
    ['list', (is) => pet({ secrets: { type: 'array', items: hidden(is) } })],
    ['entry of a map', (is) => pet({}, { additionalProperties: hidden(is) })],
    ['entry of a pattern', (is) => pet({}, { patternProperties: { '^x-': hidden(is) } })],
    ['part of an allOf', (is) => pet({ secret: { allOf: [hidden(is)] } })],
    ['property of an alternative', (is) => response({ anyOf: [{ properties: { secret: hidden(is) } }, TEXT] })],
  ])('reports a hidden %s that is shown', (_name, of) => {
    const found = diffFiles(of(true), of(false));
    expect(found.filter(({ widensAccess }) => widensAccess).map(({ severity, id }) => [severity, id])).toEqual([
      ['error', 'response-optional-property-became-not-write-only'],
    ]);
  });

  it('reports a property that only the server could set', () => {
    const request = (role: object): Files => ({
      'pets/@post.ts': '/**\n * Pets.\n * @param {Pet} body - It\n */',
      'definitions/Pet.json': pet({ role })['definitions/Pet.json']!,
    });
    const found = diffFiles(request({ ...TEXT, readOnly: true }), request(TEXT));
    expect(shown(found)).toEqual(['error request-optional-property-became-not-read-only wider']);
  });

  it.each<[string, Files]>([
    ['any undeclared properties', pet({}, { additionalProperties: true })],
    ['undeclared texts', pet({}, { additionalProperties: TEXT })],
    ['unevaluated properties', pet({}, { unevaluatedProperties: true })],
    ['no listed properties', response({ type: 'object' })],
    ['an alternative without listed properties', response({ anyOf: [{ type: 'object' }, TEXT] })],
  ])('reports a response that has %s now', (_name, after) => {
    const wider = shown(diffFiles(pet({}), after)).filter((line) => line.endsWith('wider'));
    expect(wider).toEqual(['error response-body-additional-properties-allowed wider']);
  });

  it.each<[string, Files, Files]>([
    ['one more listed property', pet({}), pet({ age: TEXT })],
    ['one more alternative that lists its properties', pet({}), response({ anyOf: [{ properties: { age: TEXT } }] })],
    ['hidden entries', pet({}), pet({}, { additionalProperties: WRITE })],
    ['a schema that was open already', response({ type: 'object' }), response({ additionalProperties: true })],
  ])('accepts a response with %s', (_name, before, after) => {
    expect(shown(diffFiles(before, after)).filter((line) => line.endsWith('wider'))).toEqual([]);
  });
});

describe('a response whose schema allows everything now', () => {
  it.each([
    ['an object', 'User', 'body'],
    ['a list', 'User[]', 'property'],
    ['a map', 'Record<string, User>', 'property'],
    ['an alternative', 'User|string', 'body'],
    ['a tuple', 'Pair', 'property'],
    ['a tuple among alternatives', 'Pair|integer', 'property'],
    ['a list among alternatives', 'User[]|string', 'property'],
    ['a map among alternatives', 'Record<string, User>|string', 'property'],
  ])('reports wider access after the schema of %s', (_name, type, subject) => {
    expect(widerIn(tree([returned(type)]), tree([returned('any')]))).toEqual([
      `error response-${subject}-additional-properties-allowed GET /pets`,
    ]);
  });

  it.each([
    ['a property with alternatives', returned('{owner: User[]|string}'), returned('{owner: any}'), 'property'],
    ['the items of a stream', returned('Stream<User>'), returned('Stream<any>'), 'body'],
    ['a stream instead of an object', returned('User'), returned('Stream<any>'), 'body'],
    ['another status', returned('User'), '@returns {any} 201 - It', 'body'],
    ['no declared result', returned('User'), '@tags pets', 'body'],
  ])('reports wider access in %s', (_name, before, after, subject) => {
    expect(widerIn(tree([before]), tree([after]))).toEqual([
      `error response-${subject}-additional-properties-allowed GET /pets`,
    ]);
  });

  it('reports wider access in the payload of an event', () => {
    expect(widerIn(eventTree(['@payload {User} It']), eventTree(['@payload {any} It']))).toEqual([
      'error response-body-additional-properties-allowed event sold',
    ]);
  });

  it.each([
    ['from a text to any value', returned('string'), returned('any')],
    ['from several scalars to any value', returned('string|integer'), returned('any')],
    ['from any value to nothing declared', returned('any'), '@tags pets'],
    ['from an object to no content', returned('User'), '@returns {void} 204 - Done'],
    ['from an object to another status', returned('User'), '@returns {User} 201 - It'],
    ['from a list to a stream', returned('User[]'), returned('Stream<User>')],
    ['from an object to a file', returned('User'), '@produces image/png\n * @returns {file} It'],
  ])('reports no wider access %s', (_name, before, after) => {
    expect(widerIn(tree([before]), tree([after]))).toEqual([]);
  });

  it('ends at types that contain themselves', () => {
    const of = (type: string): Files =>
      tree([returned(type)], 'export type User = User[] | { id: number; next?: User };');
    expect(widerIn(of('User'), of('any'))).toEqual([
      'error response-body-additional-properties-allowed GET /pets',
      'error response-property-additional-properties-allowed GET /pets',
    ]);
  });
});

describe('data of internal operations and events', () => {
  const shownToAll = DEFINITIONS['definitions/User.ts'].replace('/** @writeOnly */', '');
  const setByAll = DEFINITIONS['definitions/User.ts'].replace('/** @readOnly */', '');
  const get = (line: string, definition?: string): Files => tree(['@internal', line], definition);
  const post = (type: string, definition?: string): Files =>
    tree(['@internal', `@param {${type}} body - It`], definition, 'pets/@post.ts');
  const event = (type: string, definition?: string): Files =>
    eventTree(['@internal', `@payload {${type}} It`], definition);
  const HIDDEN = 'response-optional-property-became-not-write-only';
  const OPEN = 'response-body-additional-properties-allowed';

  it.each<[string, Files, Files, string]>([
    ['a hidden property is sent', get(returned('User')), get(returned('User'), shownToAll), `${HIDDEN} GET /pets`],
    ['the result is any object', get(returned('User')), get(returned('object')), `${OPEN} GET /pets`],
    ['the result is any value', get(returned('User')), get(returned('any')), `${OPEN} GET /pets`],
    ['the result is not declared', get(returned('User')), get('@tags pets'), `${OPEN} GET /pets`],
    [
      'clients can set what the server set',
      post('User'),
      post('User', setByAll),
      'request-optional-property-became-not-read-only POST /pets',
    ],
    ['an event sends a hidden property', event('User'), event('User', shownToAll), `${HIDDEN} event sold`],
    ['an event sends any object', event('User'), event('object'), `${OPEN} event sold`],
    ['an event sends any value', event('User'), event('any'), `${OPEN} event sold`],
  ])('reports wider access if %s, and nothing else is reported', (_name, before, after, expected) => {
    expect(widerIn(before, after)).toEqual([`error ${expected}`]);
    expect(diffFiles(before, after)).toHaveLength(1);
  });

  it('compares it if the operation is no longer internal too', () => {
    expect(widerIn(get(returned('User')), tree([returned('any')]))).toEqual([
      'error internal-removed GET /pets',
      `error ${OPEN} GET /pets`,
    ]);
  });

  it('merges the finding with that of operations in the document, if the definition is the same', () => {
    const of = (definition?: string): Files => ({
      ...get(returned('User'), definition),
      ...tree([returned('User')], definition, 'cats/@get.ts'),
    });
    expect(widerIn(of(), of(shownToAll))).toEqual([`error ${HIDDEN} GET /cats,GET /pets`]);
  });

  it('ignores all other changes', () => {
    expect(diffFiles(get(returned('User')), get(returned('{name: string}')))).toEqual([]);
    expect(diffFiles(post('User'), post('{name: string}'))).toEqual([]);
    expect(diffFiles(event('User'), event('{name: string}'))).toEqual([]);
  });

  it('ignores the result of a new HEAD', () => {
    const after = { ...get(returned('User')), ...tree(['@internal'], undefined, 'pets/@head.ts') };
    expect(diffFiles(get(returned('User')), after)).toEqual([]);
  });
});
