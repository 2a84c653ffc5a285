import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { completeItem, completeWith } from '../../src/runtime/dynamodb/complete-with.ts';
import { dynamodb } from '../../src/runtime/dynamodb/index.ts';
import operations from '../../src/vite.ts';
import { afterSuite } from '../playground/build.ts';
import { alias } from '../support/alias.ts';
import { scratch, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { startNode } from '../support/process.ts';
import type { HttpResult } from '../../src/runtime/lambda/index.ts';
import { readBlocks, readPage } from '../docs/examples.ts';
import { FUNCTION_URL } from './aws.ts';
import { buildDeployment, readDeployment } from './deployment.ts';
import { startRuntimeClient } from './function.ts';
import type { Document } from './dynamo.ts';
import { connectDynamo, hasDynamo, itemsOf, startDynamo, TABLE } from './dynamo.ts';

// Processes that keep their keys in dynalite, and the transaction of a key, which dynalite does not have.

const FILES = {
  'package.json': '{ "type": "module" }',
  'app/database.ts': `import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
export const document = DynamoDBDocument.from(new DynamoDB({ endpoint: process.env.DYNAMO, region: 'eu-north-1', credentials }));`,
  'app/operations/orders@post.ts': `import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { document } from '../database.ts';
/**
 * @idempotent required
 * @param {string} name
 * @param {integer} wait
 * @returns {object} 201 The order */
export default async ({ input: { body }, idempotency: { isRetry } }) => {
  const write = (TableName) => document.put({ TableName, Item: { key: randomUUID(), name: body.name } });
  await write('attempts');
  if (!isRetry) await setTimeout(body.wait);
  await write('orders');
  return { name: body.name, isRetry };
};`,
  'server.ts': `import operations from 'virtual:operations';
import { dynamodb } from 'unplugin-operations/dynamodb';
import { createApp } from 'unplugin-operations/koa';
import { document } from './app/database.ts';
const { idempotency: store } = dynamodb(document, { table: '${TABLE}' });
// A busy machine takes its time.
const idempotency = { store, clientOf: 'shared', lease: 4_000, timeout: 30_000 };
const app = createApp(operations, { idempotency });
const server = app.listen(0, () => console.log('http://localhost:' + server.address().port));`,
};

/** Moves the clock of a process. */
const CLOCK = `const { now } = Date; const shift = Number(process.env.CLOCK_SHIFT);
globalThis.Date = class extends Date { constructor(...args) { super(...(args.length === 0 ? [now() + shift] : args)); } static now() { return now() + shift; } };`;

describe.skipIf(!hasDynamo)('processes with their keys in DynamoDB (needs TOOLS_DIR, with dynalite in it)', () => {
  const cleanup = afterSuite();
  let root: string;
  let endpoint: string;
  let document: Document;
  const served: Served[] = [];

  /** Starts a process whose clock is ahead. */
  const start = (shift: number): Promise<Served> => {
    const args = ['--import', `data:text/javascript,${encodeURIComponent(CLOCK)}`];
    return startNode('dist/server.js', { cwd: root, env: { DYNAMO: endpoint, CLOCK_SHIFT: String(shift) }, args });
  };
  beforeAll(async () => {
    root = scratch(afterAll);
    await writeTree(root, FILES);
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(resolve(process.env['TOOLS_DIR']!, 'node_modules/@aws-sdk'), join(root, 'node_modules/@aws-sdk'));
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      resolve: { alias },
      plugins: [operations()],
      build: { ssr: 'server.ts' },
      ssr: { external: ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'] },
    });
    endpoint = await startDynamo(cleanup, [TABLE, 'attempts', 'orders']);
    ({ document } = connectDynamo(endpoint, cleanup));
    served.push(...(await Promise.all([start(0), start(45_000)])));
    cleanup(async () => void (await Promise.all(served.map(({ stop }) => stop('SIGKILL')))));
  });
  beforeEach(async () => {
    for (const table of [TABLE, 'attempts', 'orders'])
      for (const { key } of await itemsOf(document, table)) await document.delete({ TableName: table, Key: { key } });
  });

  const namesIn = async (table: string): Promise<unknown[]> =>
    (await itemsOf(document, table)).map(({ name }) => name).toSorted();
  const post = async (i: number, name: string, wait: number): Promise<[number, unknown]> => {
    const response = await fetch(`${served[i]!.url}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': name },
      body: JSON.stringify({ name, wait }),
    });
    return [response.status, await response.json()];
  };
  /** Sends an order to the first process, and returns once its handler runs. */
  const begin = async (name: string, wait: number): Promise<{ answer: Promise<unknown> }> => {
    const answer = post(0, name, wait).catch(() => 'lost');
    await expect.poll(() => namesIn('attempts')).toContain(name);
    return { answer };
  };

  it('take effect once for each key that many requests have at once', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `order-${i}`);
    const send = (name: string) => Promise.all([0, 1, 2, 3].map((i) => post(i % 2, name, 20)));
    const statuses = (await Promise.all(names.map(send))).flat().map(([status]) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    for (const name of names) {
      const expected = [201, { name, isRetry: false }];
      expect([await post(0, name, 20), await post(1, name, 20)]).toEqual([expected, expected]);
    }
    expect(await namesIn('orders')).toEqual(names);
    expect((await post(1, names[0]!, 21))[0]).toBe(422);
  });

  it('leave a handler its key for longer than its lease, though the clock of another one is ahead', async () => {
    const { answer } = await begin('long', 8_000);
    await setTimeout(6_500);
    expect((await post(1, 'long', 8_000))[0]).toBe(409);
    expect(await answer).toEqual([201, { name: 'long', isRetry: false }]);
    expect(await namesIn('orders')).toEqual(['long']);
  });

  it('take the key of a process that was killed, once its lease is over', async () => {
    const { answer } = await begin('killed', 60_000);
    await served[0]!.stop('SIGKILL');
    expect(await answer).toBe('lost');
    expect((await post(1, 'killed', 60_000))[0]).toBe(409);
    await expect
      .poll(() => post(1, 'killed', 60_000), { interval: 100 })
      .toEqual([201, { name: 'killed', isRetry: true }]);
    served[0] = await start(0);
    expect(await post(0, 'killed', 60_000)).toEqual([201, { name: 'killed', isRetry: true }]);
    expect(await namesIn('orders')).toEqual(['killed']);
  });

  it('store the response of the attempt that has the key, and not that of a stopped one', async () => {
    const { answer } = await begin('stopped', 500);
    process.kill(served[0]!.pid, 'SIGSTOP');
    await expect.poll(() => post(1, 'stopped', 500), { interval: 100 }).toMatchObject([201, { isRetry: true }]);
    process.kill(served[0]!.pid, 'SIGCONT');
    await answer;
    expect(await post(0, 'stopped', 500)).toMatchObject([201, { isRetry: true }]);
  });

  it('complete a key only for its owner', async () => {
    const { idempotency: store } = dynamodb(document, { table: TABLE });
    await store.reserve('k', 'f', { owner: 'a', client: 'c', lease: 60_000 });
    const key = { key: 'k', owner: 'b', fingerprint: 'f', isRetry: false, encode: JSON.stringify };
    const lost = { name: 'ConditionalCheckFailedException' };
    await expect(document.update(completeItem(TABLE, key, 1).Update)).rejects.toMatchObject(lost);
    const deleted = { ...key, key: 'deleted' };
    await expect(document.update(completeItem(TABLE, deleted, 1).Update)).rejects.toMatchObject(lost);
    await document.update(completeItem(TABLE, { ...key, owner: 'a' }, { n: 1 }).Update);
    expect(await store.reserve('k', 'f', { owner: 'c', client: 'c', lease: 1 })).toEqual({
      fingerprint: 'f',
      answer: '{"n":1}',
    });
  });

  it('explain a missing table', async () => {
    const { idempotency: store } = dynamodb(document, { table: 'other' });
    const reserved = store.reserve('k', 'f', { owner: 'a', client: 'c', lease: 1 });
    await expect(reserved).rejects.toThrow('partition key "key" of type string');
  });
});

describe.skipIf(!hasDynamo)('completeWith (needs TOOLS_DIR, with the SDK of AWS in it)', () => {
  const key = { key: 'k', owner: 'a', fingerprint: 'f', isRetry: false, encode: JSON.stringify };
  const items = [{ Put: { TableName: 'orders', Item: { key: 'o', count: 1 } } }];

  /** Responds as DynamoDB documents it, and keeps what it gets. */
  async function serve(status: number, body: object): Promise<{ document: Document; requests: unknown[] }> {
    const requests: unknown[] = [];
    const server = createServer((req, res) => {
      void req.toArray().then((chunks) => {
        requests.push([req.headers['x-amz-target'], JSON.parse(Buffer.concat(chunks as Buffer[]).toString())]);
        res.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close().closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { document: connectDynamo(url, onTestFinished).document, requests };
  }
  const cancelled = (...codes: readonly string[]) =>
    serve(400, {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
      CancellationReasons: codes.map((Code) => ({ Code })),
    });

  it('sends the response in the transaction of the items', async () => {
    const { document, requests } = await serve(200, {});
    await completeWith(document, { table: TABLE, items }, key, { n: 1 });
    await completeWith(document, { table: TABLE, items }, undefined, { n: 1 });
    const put = { Put: { TableName: 'orders', Item: { key: { S: 'o' }, count: { N: '1' } } } };
    const update = {
      Update: {
        TableName: TABLE,
        Key: { key: { S: 'k' } },
        UpdateExpression: 'set answer = :answer',
        ConditionExpression: '#owner = :owner',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':owner': { S: 'a' }, ':answer': { S: '{"n":1}' } },
      },
    };
    const target = 'DynamoDB_20120810.TransactWriteItems';
    expect(requests).toMatchObject([
      [target, { TransactItems: [put, update], ClientRequestToken: expect.any(String) as string }],
      [target, { TransactItems: [put] }],
    ]);
  });

  it('throws a 409 if another attempt has the key', async () => {
    const { document } = await cancelled('None', 'ConditionalCheckFailed');
    const written = completeWith(document, { table: TABLE, items }, key, 1);
    await expect(written).rejects.toMatchObject({ status: 409, name: 'RefusedWrite' });
  });

  it('throws the error of your items', async () => {
    for (const codes of [['ConditionalCheckFailed', 'None'], ['ConditionalCheckFailed']]) {
      const { document } = await cancelled(...codes);
      const own = codes.length === 2 ? key : undefined;
      const written = completeWith(document, { table: TABLE, items }, own, 1);
      await expect(written).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    }
  });
});

describe.skipIf(!hasDynamo)('deploy/lambda.md (needs TOOLS_DIR, with dynalite and aws-lambda-ric in it)', () => {
  it('keeps keys in DynamoDB', async () => {
    const modules = resolve(process.env['TOOLS_DIR']!, 'node_modules/@aws-sdk');
    const shown = readBlocks(readPage('deploy/lambda.md')).find(({ title }) => title === 'keys lambda.ts');
    const project = await buildDeployment('lambda.md', onTestFinished, {
      'lambda.ts': shown!.text,
      'app/operations/orders@post.ts': `let runs = 0;
/** @idempotent
 * @returns {{runs: integer}} 201 */
export default () => ({ runs: ++runs });`,
      // The project has the packages that it imports.
      'vite.config.ts': readDeployment('lambda.md').files['vite.config.ts']!.replace(
        'build:',
        `resolve: { alias: [{ find: /^@aws-sdk\\/((?:client|lib)-dynamodb)$/, replacement: '${modules}/$1' }] }, build:`,
      ),
    });
    const endpoint = await startDynamo(onTestFinished);
    const env = {
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_REGION: 'eu-north-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    };
    const invoke = () => startRuntimeClient(join(project, 'dist'), 'lambda.handler', onTestFinished, { env });
    const functions = [await invoke(), await invoke()];
    const event = FUNCTION_URL.event({ method: 'POST', target: '/orders', headers: [['idempotency-key', 'k']] });
    const answers: unknown[] = [];
    for (const call of functions) {
      const { result } = await call(event);
      const { status, body } = FUNCTION_URL.receive(result as HttpResult);
      answers.push([status, body.toString()]);
    }
    expect(answers).toEqual([1, 2].map(() => [201, '{"runs":1}']));
    expect(await itemsOf(connectDynamo(endpoint, onTestFinished).document)).toHaveLength(1);
  });
});

describe('dynamodb', () => {
  it('refuses other clients, and needs a table', () => {
    const client = { update() {}, transactWrite() {}, middlewareStack: { add() {} } } as never;
    expect(() => dynamodb({ send() {} } as never, { table: TABLE })).toThrow('DynamoDBDocument of');
    expect(() => dynamodb(client, {} as never)).toThrow('name of a table');
    expect(() => dynamodb(client, { table: '' })).toThrow('name of a table');
  });

  it('reserves no key if responses have no date', async () => {
    const client = { update() {}, transactWrite() {}, middlewareStack: { add() {} }, get: async () => ({}) } as never;
    const { idempotency: store } = dynamodb(client, { table: TABLE });
    const reserved = store.reserve('k', 'f', { owner: 'a', client: 'c', lease: 1 });
    await expect(reserved).rejects.toThrow('have no Date');
  });
});
