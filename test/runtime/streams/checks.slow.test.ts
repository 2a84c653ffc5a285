import { expect, it } from 'vitest';
import { startDev, VITES } from '../../plugin/dev/server.ts';
import { collectWarnings, TREE } from './checks.ts';

it.each(VITES)('the dev server of %s streams, checks items and takes edits', async (_name, vite) => {
  const warnings = collectWarnings();
  const files = Object.fromEntries(Object.entries(TREE).map(([path, text]) => [`app/operations/${path}`, text]));
  const dev = await startDev(vite, files);
  const [tick, problem = ''] = (await dev.ask('/named')).body.split('\n\n');
  expect(tick).toBe('event: tick\ndata: {"n":1}');
  expect(problem).toMatch(/^event: problem\ndata: \{.*"status":500,"detail":"named\.ts sent an item that violates/);
  expect((await dev.ask('/fine')).body).toBe('1\nnull\n');
  expect([...warnings, ...dev.log].filter((text) => text.includes('left out'))).toHaveLength(1);
  const edited = '/** @returns {Stream<integer>} */\nexport default async function* first() { yield 1; yield 2; }\n';
  await dev.write({ 'app/operations/first.ts': edited });
  await dev.until('/first', (status, body) => status === 200 && body === '1\n2\n');
  // A stream becomes a value.
  await dev.write({ 'app/operations/first.ts': '/** @returns {integer} One */\nexport default () => 1;\n' });
  await dev.until('/first', (_status, body) => body === '1');
});
