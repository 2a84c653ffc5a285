import { METHODS as NODE_METHODS } from 'node:http';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METHODS } from '../../src/shared/contract/operation.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { explainRequest } from '../../src/build/project/explain-request.ts';
import { compile } from '../build/compiler/compile.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { serve } from '../runtime/koa/serve.ts';
import { holdsAsync } from './holds.ts';

const PATHS =
  '@get.ts pets/@get.ts pets/@post.ts pets/mine@options.ts pets/{id}/@delete.ts pets/{id}/@get.ts my files/größe@put.ts by/{sha}.diff@get.ts';
const FILES = Object.fromEntries(PATHS.split(/ (?!files)/).map((path) => [path, sourceOf(path)]));

function sourceOf(path: string): string {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ` * @param {string} path.${name}\n`).join('');
  const handler = '({ operation, params }) => ({ id: operation.id, params })';
  return `/**\n * It.\n${parameters} * @returns {object} It\n */\nexport default ${handler};\n`;
}

const PIECES =
  "pets mine by a.diff .diff my%20files gr%C3%B6%C3%9Fe gr%c3%b6%c3%9fe 7 nowhere . .. %2e %2E%2e .%2e %2e.diff %zz % %ff %2F %70ets * a|b a\\b it's";
const piece = fc.constantFrom(...PIECES.split(' '), 'my files', '');
const target = fc
  .tuple(
    fc.array(piece, { maxLength: 4 }),
    fc.constantFrom('', '', '', '/', '//', '?a=..', '?a=/../%', '/?', '#a', '/#..', '?#'),
  )
  .map(([pieces, end]) => `/${pieces.join('/')}${end}`);
const targets = fc.oneof(
  { arbitrary: target, weight: 12 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom('http://a', 'https://a:80', 'HTTP://a', 'ab://c'), target)
      .map((parts) => parts.join('')),
    weight: 3,
  },
  { arbitrary: fc.constantFrom('*', '*pets', 'http://a', 'http://a?b', 'http://a/..', 'http://a/%2e?b#c'), weight: 1 },
);
/** Node refuses CONNECT itself. */
const methods = fc.constantFrom(...METHODS, ...METHODS, ...NODE_METHODS.filter((name) => name !== 'CONNECT'));

describe('explain and the server', () => {
  it.each([false, true])('answer alike for every method and spelling of a path (strict: %s)', async (strict) => {
    const compilation = compile(FILES);
    const served = await serve(createApp(await compileTree(FILES, { strict })));
    const seen = new Map<number, number>();
    await holdsAsync(
      fc.asyncProperty(methods, targets, async (method, path) => {
        // Clients encode a space. Node's own client refuses to send one.
        const { status, headers, body } = await served.ask(`${method} ${path.replaceAll(' ', '%20')}`);
        const explained = explainRequest(compilation, strict, method, path);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        expect([method, path, explained.status ?? 200]).toEqual([method, path, status]);
        expect([method, path, explained.allow]).toEqual([method, path, headers['allow']]);
        if (explained.operation === undefined || method === 'HEAD') return;
        const { id, parameters: params } = explained.operation;
        expect([method, path, JSON.parse(body)]).toEqual([method, path, { id, params }]);
      }),
      500,
    );
    // A property that sees one answer only would hold for anything.
    for (const status of [200, 204, 400, 404, 405, 501])
      expect([status, seen.get(status) ?? 0]).not.toEqual([status, 0]);
  });
});
