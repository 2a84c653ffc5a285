import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { explain, explainer } from '../../../src/shared/validation/index.ts';

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
  const explainBirds = explainer(() => ({ type: 'array', items: { oneOf: [tagged('cat'), tagged('dog')] } }));
  const body = Array.from({ length: 100 }, () => ({ kind: 'bird' }));
  const before = heapAfter(() => explainBirds(body));
  const after = heapAfter(() => {
    for (let i = 0; i < 100; i++) explainBirds(body);
  });
  // They once kept 20 MB.
  expect(after - before).toBeLessThan(5e6);
});

it('an explanation without a bound reads a value that is wide at its hundredth level', () => {
  const tree = { type: 'array', items: { $ref: '#/components/schemas/Tree' } };
  const schema = { type: 'object', properties: { tree, n: { type: 'integer' } } };
  let wide: unknown = Array.from({ length: 130_000 }, () => []);
  for (let i = 0; i < 98; i++) wide = [wide];
  const violations = explain(schema, { tree: wide, n: 'x' }, { Tree: () => tree });
  expect(violations.map(({ pointer }) => pointer)).toEqual(['/n']);
});
