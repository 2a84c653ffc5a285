import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { Visitor } from '../../../src/build/compiler/module/visitor.ts';

const program = (text: string) => parseSync('a.ts', text).program;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('calls its functions in the order of the nodes, before and after those within', () => {
  const found: string[] = [];
  new Visitor({
    Identifier: ({ name }) => void found.push(name),
    CallExpression: ({ start }) => void found.push(`call at ${start}`),
    'CallExpression:exit': ({ start }) => void found.push(`end of ${start}`),
  }).visit(program('f(g(x))'));
  expect(found).toEqual(['call at 0', 'f', 'call at 2', 'g', 'x', 'end of 2', 'end of 0']);
});

it('walks while another visitor of the same types does, also after an error', () => {
  const found: string[] = [];
  const names = (add: (name: string) => void): Visitor => new Visitor({ Identifier: ({ name }) => add(name) });
  names((outer) => {
    names((inner) => found.push(outer + inner)).visit(program('x; y'));
    const failing = names(() => {
      throw new Error(outer);
    });
    expect(() => failing.visit(program('x'))).toThrow(outer);
  }).visit(program('a; b'));
  expect(found).toEqual(['ax', 'ay', 'bx', 'by']);
});

it('forgets its functions, and what they refer to', async () => {
  const kept = Array.from({ length: 10 }, () => {
    const parsed = program('f(g)');
    new Visitor({ CallExpression: () => void parsed.body, Identifier: () => void parsed.body }).visit(parsed);
    return new WeakRef(parsed);
  });
  await setImmediate();
  collectGarbage();
  expect(kept.filter((each) => each.deref() !== undefined)).toHaveLength(0);
});
