import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StreamType } from '../../../src/shared/contract/streams.ts';
import { STREAM_TYPES } from '../../../src/shared/contract/streams.ts';
import { createApp, event } from '../../../src/runtime/koa/index.ts';
import { holdsAsync } from '../../property/holds.ts';
import { createManifest } from '../koa/manifest.ts';
import type { Answer } from '../koa/serve.ts';
import { serve } from '../koa/serve.ts';
import { streaming } from './sketch.ts';

const fail = (): never => {
  throw new Error('of an accessor');
};

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function cyclic(): object {
  const one: { self?: object } = {};
  return Object.assign(one, { self: one });
}

/** Values that are hard to read, to encode or to throw. */
const HOSTILE: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => 7n,
  () => ({ n: 7n }),
  () => Symbol('s'),
  () => fail,
  () => Number.NaN,
  () => '\n\r\u2028',
  () => '\ud800',
  () => new Date(Number.NaN),
  cyclic,
  revoked,
  () => new Proxy({}, { get: fail }),
  () => new Proxy(new Error('x'), { get: fail, set: fail }),
  () => Object.defineProperty(new Error('x'), 'status', { get: fail }),
  () => Object.assign(new Error('x'), { status: 409, expose: true }),
  () => Object.assign(new Error('x'), { status: 'odd', headers: { 'bad name': '\n' } }),
  () => Object.freeze(new Error('x')),
  () => ({ toJSON: fail }),
  () => ({
    get a() {
      return fail();
    },
  }),
  () => ({ then: fail }),
  () => ({ then: (_: unknown, reject: (reason: unknown) => void) => reject(undefined) }),
  () => Promise.resolve(1),
  () => event('message', 1, { id: 1 }),
  () => event('other', 1),
  () => ({ event: 'x', data: 1 }),
  () => new Uint8Array(3),
  () => new Map([[1, 2]]),
];

type Step = { readonly is: 'yield' | 'throw' | 'return' | 'wait'; readonly make: () => unknown };

const hostile = fc.oneof(
  // Made later: fast-check reads the values that it makes.
  fc.nat(HOSTILE.length - 1).map((index) => HOSTILE[index]!),
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }).map((value) => () => value),
);
const steps = fc.array(
  fc.record({
    is: fc.constantFrom('yield', 'yield', 'yield', 'throw', 'return', 'wait'),
    make: hostile,
  }) as fc.Arbitrary<Step>,
  { maxLength: 6 },
);

/** Generators, synchronous ones, and iterators by hand, which can return anything. */
const sources: Readonly<Record<string, (program: readonly Step[]) => unknown>> = {
  async *async(program) {
    for (const { is, make } of program) {
      const value = make();
      if (is === 'yield') yield value;
      else if (is === 'throw') throw value;
      else if (is === 'return') return value;
      else await new Promise(setImmediate);
    }
  },
  *sync(program) {
    for (const { is, make } of program) {
      const value = make();
      if (is === 'yield') yield value;
      else if (is === 'throw') throw value;
      else if (is === 'return') return value;
    }
  },
  byHand(program) {
    const left = [...program];
    const next = (): unknown => {
      const { is, make } = left.shift() ?? { is: 'return', make: () => undefined };
      const value = make();
      if (is === 'throw') throw value;
      return is === 'wait' ? value : { done: is === 'return', value };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: () => left.shift()?.make() }) };
  },
  readable: (program) => ({ [Symbol.iterator]: program.length % 2 === 0 ? () => ({}) : fail }),
};

describe.each(STREAM_TYPES)('items of %s', (produces: StreamType) => {
  it('never end the process, and each answer is a problem or whole records', async () => {
    const unhandled: unknown[] = [];
    const add = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', add).on('uncaughtException', add);
    onTestFinished(() => void process.off('unhandledRejection', add).off('uncaughtException', add));
    let source: unknown;
    const app = createApp(createManifest({ 'GET /': streaming(() => source, produces) }));
    const { ask } = await serve(app);
    await holdsAsync(
      fc.asyncProperty(steps, fc.constantFrom(...Object.keys(sources)), async (program, kind) => {
        source = sources[kind]!(program);
        expect(await fault(produces, ask('GET /'))).toBeUndefined();
      }),
      60,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(unhandled).toEqual([]);
    source = [1];
    expect((await ask('GET /')).status).toBe(200);
  });
});

function recordsOf(type: StreamType, body: string): string[] {
  if (type === 'application/json-seq') return body.split('\x1e').slice(1);
  if (type === 'application/jsonl') return body.split('\n').slice(0, -1);
  const events = body.split('\n\n');
  if (events.pop() !== '') throw new Error('The last event is not complete');
  return events.map((text) => /^data: ([^\n]*)/m.exec(text)![1]!);
}

/** What is wrong with an answer: it must be a problem, or whole records. Only event streams need not be cut by an error. */
async function fault(type: StreamType, asked: Promise<Answer>): Promise<unknown> {
  const answer = await asked.catch(() => undefined);
  if (answer === undefined) return type === 'text/event-stream' ? 'cut' : undefined;
  const { status, headers, body } = answer;
  if (status !== 200) return headers['content-type'] === 'application/problem+json' ? undefined : headers;
  for (const text of recordsOf(type, body)) JSON.parse(text);
  return undefined;
}
