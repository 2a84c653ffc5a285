import { describe, expect, it, onTestFinished } from 'vitest';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const DEFINITIONS = {
  'Pet.json': JSON.stringify({
    type: 'object',
    properties: { name: { type: 'string' }, owner: { $ref: 'Owner.json' }, any: {}, open: { type: 'object' } },
  }),
  'Owner.json': JSON.stringify({ type: 'object', properties: { id: { type: 'integer' } } }),
};

/** Unused definitions are reported. */
function usedBy(returns: string): Record<string, string> {
  if (returns.includes('Pet')) return DEFINITIONS;
  return returns.includes('Owner') ? { 'Owner.json': DEFINITIONS['Owner.json'] } : {};
}

/** Collects the rejections that nobody handles, which end a process. */
function collectUnhandled(): unknown[] {
  const unhandled: unknown[] = [];
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => unhandled.push(error));
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of before) process.on('unhandledRejection', listener);
  });
  return unhandled;
}

describe.each(KINDS.filter((_, i) => i % 2 === 0))('a promise inside a result by $name', ({ create }) => {
  const messageOf = async (returns: string, code: string): Promise<string[]> => {
    const operations = await compileTree(
      { 'it/@get.js': `/** ${returns} */\nexport default () => (${code});\n` },
      { definitions: usedBy(returns) },
    );
    const { ask, errors } = await serve(create(operations));
    expect(await ask('GET /it')).toMatchObject({
      status: 500,
      headers: { 'content-type': 'application/problem+json' },
    });
    return errors.map(({ message }) => message);
  };

  it.each<[string, string, string]>([
    ['@returns {Pet} It', '{ name: Promise.resolve("a") }', '/name'],
    ['@returns {Pet} It', '{ owner: (async () => ({ id: 1 }))() }', '/owner'],
    ['@returns {Pet[]} All', '[{ name: "a", owner: {} }, { owner: Promise.resolve({ id: 1 }) }]', '/1/owner'],
    ['@returns {Pet[]} All', '[{ owner: { id: 1 } }, { owner: { id: 1 } }, Promise.resolve({})]', '/2'],
    ['@returns {Pet} It', '{ any: { deep: [Promise.resolve(1)] } }', '/any/deep/0'],
    ['@returns {Pet} It', '{ open: Promise.resolve({}) }', '/open'],
    ['@returns {object} It', '{ a: [{}, Promise.resolve({})] }', '/a/1'],
    ['@returns {any} It', '{ a: Promise.resolve({}) }', '/a'],
    ['@returns {string[]} All', '["a", Promise.resolve("b")]', '/1'],
    ['@returns {Record<string, Owner>} All', '{ a: Promise.resolve({}) }', '/a'],
    ['@returns {Owner} It', 'Promise.resolve({ id: Promise.resolve(1) })', '/id'],
    ['@returns {any} It', '({ rows: Promise.resolve([]) })', '/rows'],
    ['@returns {Pet} It', '{ owner: { sql: 1, then() {} } }', '/owner'],
  ])('answers 500 and names the location of the promise: %s returns %s', async (returns, code, pointer) => {
    const messages = await messageOf(returns, code);
    expect(messages).toEqual([expect.stringMatching(/^it\/@get\.js .* a promise at .*: await it$/)]);
    expect(messages[0]).toContain(` ${pointer}:`);
  });

  it('names the property if a union has it', async () => {
    const [message] = await messageOf('@returns {Pet|Owner} It', '{ owner: Promise.resolve({ id: 1 }) }');
    expect(message).toMatch(/at "owner" a promise|a promise at \/owner/);
  });

  it.each(['@returns {Pet} It', '@returns {any} It', '@returns {Pet[]|Pet} It'])(
    'keeps the process alive if the promise is rejected: %s',
    async (returns) => {
      const unhandled = collectUnhandled();
      await messageOf(returns, '{ name: Promise.reject(new Error("one")), owner: Promise.reject(new Error("two")) }');
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(unhandled).toEqual([]);
    },
  );

  it('finds no promise in empty objects and in texts', async () => {
    const code = '{ any: {}, open: {}, owner: {}, name: "{}" }';
    const operations = await compileTree(
      { 'it/@get.js': `/** @returns {Pet} It */\nexport default () => (${code});\n` },
      { definitions: DEFINITIONS },
    );
    const { ask } = await serve(create(operations));
    expect((await ask('GET /it')).json).toEqual({ any: {}, open: {}, owner: {}, name: '{}' });
  });
});
