import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { explainer } from '../../../src/shared/validation/index.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapAfter(run: () => void): number {
  run();
  collect();
  return process.memoryUsage().heapUsed;
}

const tagged = (kind: string): object => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind } },
});

it('an explainer keeps nothing of the requests that it has explained', () => {
  const explain = explainer(() => ({ type: 'array', items: { oneOf: [tagged('cat'), tagged('dog')] } }));
  const body = Array.from({ length: 100 }, () => ({ kind: 'bird' }));
  const before = heapAfter(() => explain(body));
  const after = heapAfter(() => {
    for (let i = 0; i < 100; i++) explain(body);
  });
  // They once kept 20 MB.
  expect(after - before).toBeLessThan(5e6);
});

it('an explainer explains a value that is wide at its hundredth level', () => {
  const tree = { type: 'array', items: { $ref: '#/components/schemas/Tree' } };
  const explain = explainer(() => ({ type: 'object', properties: { tree, n: { type: 'integer' } } }), {
    Tree: () => tree,
  });
  let wide: unknown = Array.from({ length: 130_000 }, () => []);
  for (let i = 0; i < 98; i++) wide = [wide];
  expect(explain({ tree: wide, n: 'x' }).map(({ pointer }) => pointer)).toEqual(['/n']);
});
