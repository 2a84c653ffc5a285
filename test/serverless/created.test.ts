import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBlocks, readPage } from '../docs/examples.ts';
import { scratch, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { FUNCTION_URL } from './aws.ts';
import { linkPackages } from './deployment.ts';

// What the pages of docs/deploy add to a project made by `npm create`.

const program = join(import.meta.dirname, '../../dist/command/index.js');

function createProject(...choices: string[]): string {
  const project = join(scratch(onTestFinished), 'shop');
  const { status, stderr } = spawnSync(process.execPath, [program, 'init', project, ...choices, '--yes']);
  expect([status, String(stderr)]).toEqual([0, '']);
  linkPackages(join(project, 'node_modules'));
  return project;
}

const textOf = (page: string, wanted: string): string =>
  readBlocks(readPage(`deploy/${page}`)).find(({ title }) => title === wanted)!.text;

const load = async <T>(file: string): Promise<T> => (await import(/* @vite-ignore */ pathToFileURL(file).href)) as T;

describe('deploy/lambda.md, messages of SQS', () => {
  const ORDERS = `import compose from 'koa-compose';

/** Fails for order 2. */
export const sendOrder = compose<{ id: number }>([
  ({ id }) => {
    if (id === 2) throw new Error('No such order');
  },
]);
`;
  const Records = [
    { messageId: 'a', body: '{"id":1}' },
    { messageId: 'b', body: '{"id":2}' },
    { messageId: 'c', body: '{' },
  ];
  const failures = { batchItemFailures: [{ itemIdentifier: 'b' }, { itemIdentifier: 'c' }] };
  type Handler = (event: object, context: object) => Promise<object>;

  it('the same function handles the messages', async () => {
    const project = createProject('--platform', 'lambda');
    const queue = textOf('lambda.md', 'sqs app/consumer.ts');
    const entry = textOf('lambda.md', 'sqs app/lambda.ts');
    await writeTree(project, { 'app/orders.ts': ORDERS, 'app/consumer.ts': queue, 'app/lambda.ts': entry });
    expect((await checkTypes(project, {})).filter((line) => /consumer|lambda/.test(line))).toEqual([]);
    execFileSync('sh', ['-euc', textOf('lambda.md', 'sqs')], { cwd: project, stdio: 'pipe' });
    const { handler } = await load<{ handler: Handler }>(join(project, 'dist/lambda.mjs'));
    expect(await handler({ Records }, {})).toEqual(failures);
    expect(await handler(FUNCTION_URL.event({ target: '/notes' }), {})).toMatchObject({ statusCode: 200 });
  });

  it('a second function handles the messages, whose file has its packages with the option standalone', async () => {
    const project = createProject('--platform', 'lambda');
    await writeTree(project, {
      'app/orders.ts': ORDERS,
      'app/consumer.ts': textOf('lambda.md', 'sqs app/consumer.ts'),
    });
    const importsOf = (change: (config: string) => string): string[] => {
      const config = join(project, 'vite.config.ts');
      writeFileSync(config, change(readFileSync(config, 'utf8')));
      execFileSync('sh', ['-euc', textOf('lambda.md', 'sqs')], { cwd: project, stdio: 'pipe' });
      return readFileSync(join(project, 'dist/consumer/consumer.mjs'), 'utf8').match(/^import .*koa-compose.*/gm) ?? [];
    };
    expect(importsOf((config) => config)).toHaveLength(1);
    expect(importsOf((config) => config.replace('operations({', 'operations({ standalone: true,'))).toEqual([]);
    const { handler } = await load<{ handler: Handler }>(join(project, 'dist/consumer/consumer.mjs'));
    expect(await handler({ Records }, {})).toEqual(failures);
  });
});

it('deploy/vercel.md: a project made by npm create becomes a function', async () => {
  const project = createProject();
  const config = textOf('vercel.md', 'vite.config.ts');
  await writeTree(project, { 'vercel.ts': textOf('vercel.md', 'created vercel.ts'), 'vite.config.ts': config });
  await writeTree(project, { 'vercel/config.json': textOf('vercel.md', 'vercel/config.json') });
  execFileSync('sh', ['-euc', textOf('vercel.md', 'build')], { cwd: project, stdio: 'pipe' });
  const file = join(project, '.vercel/output/functions/index.func/index.mjs');
  const { default: listener } = await load<{ default: RequestListener }>(file);
  const server = createServer(listener).listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect((await fetch(`http://localhost:${port}/notes`)).status).toBe(200);
});

it('deploy/scaling.md: a project made by npm create runs in several processes', async () => {
  const project = createProject();
  await writeTree(project, { 'cluster.mjs': textOf('scaling.md', 'cluster.mjs') });
  execFileSync('npx', ['vite', 'build'], { cwd: project, stdio: 'pipe' });
  const env = { PORT: String(await freePort()), WORKERS: '2' };
  const server = await startNode('cluster.mjs', { cwd: project, env });
  onTestFinished(() => void server.stop('SIGKILL'));
  expect((await fetch(`${server.url}/notes`)).status).toBe(200);
  expect(await server.stop('SIGTERM')).toBe(0);
});

it('deploy/lambda.md: npm start runs the built function of a created project', async () => {
  const project = createProject('--platform', 'lambda');
  await writeTree(project, {
    'app/operations/echo@post.ts': `import type { LambdaMessage } from 'unplugin-operations/lambda';
/**
 * @param {string} [query.tag]
 * @param {string} [cookie.a]
 * @param {string} text
 * @returns {any} 200 x
 */
export default (ctx) => {
  ctx.cookies.set('b', '1');
  ctx.cookies.set('c', '2');
  const { awsRequestId } = (ctx.req as LambdaMessage).lambda.context;
  return { ...ctx.input.query, ...ctx.input.cookie, ...ctx.input.body, id: typeof awsRequestId, ip: ctx.ip, url: ctx.url };
};
`,
  });
  execFileSync('npm', ['run', 'build'], { cwd: project, stdio: 'pipe' });
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts: { start: string } };
  expect(scripts.start).toBe('node app/start.mjs');
  const server = await startNode('app/start.mjs', { cwd: project, env: { PORT: String(await freePort()) } });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  expect((await fetch(`${server.url}/notes`)).status).toBe(200);
  const headers = { 'content-type': 'application/json', cookie: 'a=x; z=1' };
  const response = await fetch(`${server.url}/echo?tag=a%2Fb%20c`, { method: 'POST', headers, body: '{"text":"ä"}' });
  expect([await response.json(), response.headers.getSetCookie().length]).toEqual([
    {
      tag: 'a/b c',
      a: 'x',
      text: 'ä',
      id: 'string',
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
      url: '/echo?tag=a%2Fb%20c',
    },
    2,
  ]);
  expect((await fetch(`${server.url}/nowhere`)).status).toBe(404);
});
