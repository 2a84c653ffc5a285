import { PassThrough } from 'node:stream';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../src/runtime/koa/index.ts';
import { lambdaHandler } from '../../src/runtime/lambda/index.ts';
import { readBlocks, readPage } from '../docs/examples.ts';
import { createManifest } from '../runtime/koa/manifest.ts';
import { until } from '../runtime/koa/serve.ts';
import { streaming } from '../runtime/streams/sketch.ts';
import { FUNCTION_URL } from './aws.ts';
import { buildDeployment } from './deployment.ts';
import { startFunction } from './function.ts';
import { startWorker } from './worker.ts';

const tools = process.env['TOOLS_DIR'];

const sleep = 'await new Promise((resolve) => setTimeout(resolve, 50));';
const FILES = {
  'app/operations/ticks.ts': `/**
 * Ticks.
 * @returns {Stream<integer>} 200 text/event-stream
 */
export default async function* ticks() {
  for (let n = 0; n < 3; n++) {
    yield n;
    ${sleep}
  }
}
`,
  'app/operations/broken.ts': `/**
 * Breaks.
 * @returns {Stream<integer>}
 */
export default async function* broken() {
  yield 1;
  ${sleep}
  throw new Error('gone');
}
`,
  'app/operations/failing.ts': `/**
 * Fails.
 * @returns {Stream<integer>} 200 text/event-stream
 */
export default async function* failing() {
  yield 1;
  ${sleep}
  throw new Error('gone');
}
`,
};

/** What AWS's runtime adds to the global object. */
function stubRuntime() {
  const outputs: { head?: object; body: string; isDone: boolean; stream: PassThrough }[] = [];
  vi.stubGlobal('awslambda', {
    streamifyResponse:
      (handler: (event: unknown, output: PassThrough, context: unknown) => Promise<void>) => async (event: unknown) => {
        const stream = new PassThrough();
        const output: (typeof outputs)[number] = { body: '', isDone: false, stream };
        outputs.push(output);
        stream.on('data', (chunk: Buffer) => (output.body += String(chunk))).on('end', () => (output.isDone = true));
        stream.on('error', () => {});
        await handler(event, stream, {});
      },
    HttpResponseStream: {
      from: (stream: PassThrough, head: object) =>
        Object.assign(stream, (outputs.find((one) => one.stream === stream)!.head = head) && {}),
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return outputs;
}

describe('lambdaHandler with streaming', () => {
  it('needs the runtime of AWS', () => {
    expect(() => lambdaHandler(createApp(createManifest({})), { streaming: true })).toThrow('the global "awslambda"');
  });

  it('sends items while they are made', async () => {
    const outputs = stubRuntime();
    const gates: (() => void)[] = [];
    const manifest = createManifest({
      'GET /': streaming(async function* () {
        yield 1;
        await new Promise<void>((resolve) => gates.push(resolve));
        yield 2;
      }),
      'DELETE /': () => undefined,
    });
    const handler = lambdaHandler(createApp(manifest), { streaming: true });
    const done = handler(FUNCTION_URL.event({ target: '/' }));
    await until(() => outputs[0]?.body === '1\n');
    expect(outputs[0]).toMatchObject({ head: { statusCode: 200, headers: { 'content-type': 'application/jsonl' } } });
    gates[0]!();
    await done;
    expect(outputs[0]!.body).toBe('1\n2\n');
    await handler(FUNCTION_URL.event({ target: '/', method: 'DELETE' }));
    expect(outputs[1]).toMatchObject({ head: { statusCode: 204 }, body: '' });
  });

  it('ends the generator of a client that leaves, and fails for a stream that breaks off', async () => {
    const outputs = stubRuntime();
    let open = 0;
    const manifest = createManifest({
      'GET /': streaming(async function* () {
        open++;
        try {
          for (;;) {
            yield 1;
            await new Promise((resolve) => setTimeout(resolve, 2));
          }
        } finally {
          open--;
        }
      }),
      'GET /broken': streaming(async function* () {
        yield 1;
        throw new Error('gone');
      }),
    });
    const app = createApp(manifest);
    app.silent = true;
    const handler = lambdaHandler(app, { streaming: true });
    const done = handler(FUNCTION_URL.event({ target: '/' }));
    await until(() => (outputs[0]?.body.length ?? 0) > 4);
    outputs[0]!.stream.destroy();
    await done;
    await until(() => open === 0);
    await expect(handler(FUNCTION_URL.event({ target: '/broken' }))).rejects.toThrow('gone');
  });
});

describe.skipIf(!tools)('streams on other platforms (need TOOLS_DIR)', () => {
  it("AWS's runtime client streams", async () => {
    const streamed = {
      'lambda.ts': readBlocks(readPage('deploy/lambda.md'))
        .find(({ title }) => title === 'lambda.ts')!
        .text.replace('(operations))', '(operations), { streaming: true })'),
    };
    const directory = await buildDeployment('lambda.md', onTestFinished, { ...FILES, ...streamed });
    const invoke = await startFunction(join(directory, 'dist/lambda.mjs'), 'lambda.handler', onTestFinished);
    const { result } = await invoke(FUNCTION_URL.event({ target: '/ticks' }));
    expect(result).toMatchObject({
      head: { statusCode: 200, headers: { 'content-type': 'text/event-stream' } },
      chunks: ['data: 0\n\n', 'data: 1\n\n', 'data: 2\n\n'],
      isWhole: true,
    });
    expect((await invoke(FUNCTION_URL.event({ target: '/broken' }))).result).toMatchObject({
      chunks: ['1\n'],
      isWhole: false,
    });
    // The same process serves the next request.
    expect((await invoke(FUNCTION_URL.event({ target: '/ticks' }))).result).toMatchObject({ isWhole: true });
    expect((await invoke(FUNCTION_URL.event({ target: '/failing' }))).result.chunks.join('')).toContain(
      'event: problem',
    );
    expect((await invoke(FUNCTION_URL.event({ target: '/genres' }))).result).toMatchObject({ isWhole: true });
  });

  it('other platforms collect a stream', async () => {
    const directory = await buildDeployment('lambda.md', onTestFinished, FILES);
    const invoke = await startFunction(join(directory, 'dist/lambda.mjs'), 'lambda.handler', onTestFinished);
    const { result } = await invoke(FUNCTION_URL.event({ target: '/ticks' }));
    expect(result).toMatchObject({ statusCode: 200, body: 'data: 0\n\ndata: 1\n\ndata: 2\n\n' });
    expect((await invoke(FUNCTION_URL.event({ target: '/broken' }))).error).toBeDefined();
  });

  it('workerd streams', async () => {
    const directory = await buildDeployment('workers.md', onTestFinished, FILES);
    const config = readBlocks(readPage('deploy/workers.md')).find(({ title }) => title.startsWith('wrangler'))!.text;
    const { url } = await startWorker(directory, config, onTestFinished);
    const response = await fetch(`${url}/ticks`);
    const chunks: string[] = [];
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) chunks.push(chunk);
    // A busy machine may read two of them at once, and a collected response is one chunk.
    expect(chunks.join('')).toBe('data: 0\n\ndata: 1\n\ndata: 2\n\n');
    expect(chunks.length).toBeGreaterThan(1);
    // workerd cannot cut a response, so only event streams report errors there.
    expect(await (await fetch(`${url}/failing`)).text()).toContain('event: problem\ndata: {"type":"about:blank"');
  });
});
