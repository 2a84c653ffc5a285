import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import type { deliver } from '../../src/runtime/events/index.ts';
import { createDeliverer, createSecret, verifyWebhook } from '../../src/runtime/events/index.ts';
import { RedisServer } from '../restarts/redis.ts';
import { contracts, invoice } from '../runtime/events/contracts.ts';
import { startReceiver } from '../runtime/events/receiver.ts';
import { scratch } from '../support/build.ts';
import { DOCS, readBlocks, readPage } from './examples.ts';
import { hasPackages } from './packages.ts';

/** The module of the page. */
interface EventJobs {
  createEventQueue(
    operations: object,
    connection: object,
  ): {
    send(name: string, payload: object, endpoints: readonly object[]): Promise<string>;
    close(): Promise<void>;
  };
  createEventWorker(
    connection: object,
    find: (id: string) => Promise<object>,
    attempt: typeof deliver,
  ): { close(): Promise<void> };
}

async function loadPage(): Promise<EventJobs> {
  const root = scratch();
  const { text } = readBlocks(readPage('reference/events.md')).find(({ title }) => title === 'app/event-jobs.ts')!;
  writeFileSync(join(root, 'event-jobs.ts'), text);
  symlinkSync(join(DOCS, 'node_modules'), join(root, 'node_modules'));
  const outfile = join(root, 'event-jobs.mjs');
  const events = join(import.meta.dirname, '../../src/runtime/events/index.ts');
  await build({
    entryPoints: [join(root, 'event-jobs.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['bullmq'],
    alias: { 'unplugin-operations/events': events },
    logLevel: 'error',
  });
  return (await import(pathToFileURL(outfile).href)) as EventJobs;
}

it.skipIf(!hasPackages)(
  'reference/events.md: BullMQ delivers events, and repeats them with the same ID',
  { timeout: 120_000 },
  async () => {
    const { createEventQueue, createEventWorker } = await loadPage();
    const redis = await RedisServer.start(scratch());
    onTestFinished(() => redis.stop());
    const { port } = new URL(redis.url);
    const connection = { host: '127.0.0.1', port: Number(port), maxRetriesPerRequest: null };
    const receiver = await startReceiver(onTestFinished, (response, index) =>
      response.writeHead(index === 0 ? 500 : 204).end(),
    );
    const secret = createSecret();
    const endpoint = { id: 'ep_1', url: receiver.url, secrets: [secret] };
    const deliverer = createDeliverer({ allowHosts: ['127.0.0.1'] });
    onTestFinished(() => deliverer.close());
    const queue = createEventQueue(contracts, connection);
    onTestFinished(() => queue.close());
    const worker = createEventWorker(
      connection,
      async () => endpoint,
      (attempt) => deliverer.deliver(attempt),
    );
    onTestFinished(() => worker.close());
    await expect(queue.send('invoice.paid', { id: 'x' }, [endpoint])).rejects.toThrow('The payload of the event');
    const id = await queue.send('invoice.paid', { ...invoice, secret: 1 }, [endpoint]);
    // The second attempt comes after 5 seconds.
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2);
    for (const { body, headers } of receiver.received) {
      expect(verifyWebhook(body, headers, secret).id).toBe(id);
      expect(JSON.parse(body)).toMatchObject({ type: 'invoice.paid', data: invoice });
      expect(body).not.toContain('secret');
    }
  },
);
