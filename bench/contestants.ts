import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { build } from 'vite';
import { functionNameOf } from '../src/import/write/handler-text.ts';
import operations from '../src/vite.ts';
import type { GithubOperation } from '../test/github/document.ts';
import { templateNames, githubFiles } from '../test/github/tree.ts';
import { alias } from '../test/support/alias.ts';

/** A server that answers the same requests with the same bytes as the others. */
export interface Contestant {
  readonly name: string;
  /** The project's files: path -> text; `server.ts` is the entry. */
  readonly files: Readonly<Record<string, string>>;
  readonly plugins: readonly Plugin[];
}

const STATIC = '/meta';
const PARAMETER = '/repos/{owner}/{repo}/issues/{issue_number}';
const LIST = '/repos/{owner}/{repo}/issues';

/** The requests that are measured: paths of one operation, all of one length. */
export const CASES: Readonly<Record<string, readonly string[]>> = {
  parameter: makePaths((n) => `/repos/owner${n}/repo${n}/issues/${n}`),
  static: makePaths(() => STATIC),
  'list of 100': makePaths((n) => `/repos/owner${n}/repo${n}/issues`),
};

function makePaths(path: (n: number) => string): string[] {
  return Array.from({ length: 64 }, (_, index) => path(100 + index));
}

const LISTEN = `listen(Number(process.env.PORT), () => console.log(\`http://localhost:\${server.address().port}\`))`;

const ROWS = `export const rows = Array.from({ length: 100 }, (_, index) => ({
  id: index, title: 'Issue number ' + index, state: 'open', locked: false, comments: index % 7, labels: ['bug', 'good first issue'],
}));\n`;

/** The contestants, the peer they are compared with first. */
export function createContestants(): Contestant[] {
  const github = githubFiles().map(({ operation }) => ({ ...operation, operationId: functionNameOf(operation) }));
  return [
    { name: 'Koa + @koa/router by hand', files: koaByHand(github), plugins: [] },
    {
      name: 'createRouter in a Koa app',
      files: { ...tree(github), 'server.ts': routerServer },
      plugins: [operations()].flat(),
    },
    { name: 'createApp', files: { ...tree(github), 'server.ts': appServer }, plugins: [operations()].flat() },
    { name: 'node:http, three routes by hand', files: { 'rows.ts': ROWS, 'server.ts': rawServer }, plugins: [] },
  ];
}

/**
 * Bundles a contestant with Vite into one file, all of them in the same way.
 *
 * @param root An empty directory.
 * @returns The file.
 */
export async function buildContestant({ files, plugins }: Contestant, root: string): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(fileURLToPath(new URL('../node_modules', import.meta.url)), join(root, 'node_modules'));
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    plugins: [...plugins],
    ssr: { noExternal: true },
    build: {
      ssr: 'server.ts',
      outDir: 'dist',
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  if (output.length !== 1) throw new Error(`${output.length} files for one`);
  return join(root, 'dist', output[0].fileName);
}

/** What a handler answers, as an expression over `ctx`. */
function answer({ path, method }: GithubOperation): string {
  return path === LIST && method === 'GET'
    ? 'rows'
    : `{ template: '${path}', method: '${method}', params: ctx.params }`;
}

function tree(github: readonly GithubOperation[]): Record<string, string> {
  const files = github.map((operation) => {
    const { operationId, method, path } = operation;
    const isList = answer(operation) === 'rows';
    const text = `${isList ? "import { rows } from '../../../../_rows.ts';\n" : ''}/** @returns {any} What was asked */
export default function ${operationId}(ctx) {
  return ${answer(operation)};
}\n`;
    return [`app/operations${path === '/' ? '' : path}/@${method.toLowerCase()}.ts`, text] as const;
  });
  return { ...Object.fromEntries(files), 'app/operations/_rows.ts': ROWS };
}

const routerServer = `import Koa from 'koa';
import operations from 'virtual:operations';
import { createRouter } from 'unplugin-operations/koa';
const app = new Koa();
app.use(createRouter(operations).routes());
const server = app.${LISTEN};
`;

const appServer = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
const server = createApp(operations).${LISTEN};
`;

/** As it is done without the plugin: a module for each handler, and a list of routes that names them. */
function koaByHand(github: readonly GithubOperation[]): Record<string, string> {
  const handlers = github.map((operation): [string, string] => {
    const isList = answer(operation) === 'rows';
    return [
      `handlers/${operation.operationId}.ts`,
      `${isList ? "import { rows } from '../rows.ts';\n" : ''}export default function ${operation.operationId}(ctx) {
  ctx.body = ${answer(operation)};
}\n`,
    ];
  });
  const imports = github.map(({ operationId }) => `import ${operationId} from './handlers/${operationId}.ts';`);
  const routes = github.map(({ operationId, method, path }) => {
    return `router.${method.toLowerCase()}(${JSON.stringify(toRouterPath(path))}, ${operationId});`;
  });
  const server = `import Koa from 'koa';
import Router from '@koa/router';
${imports.join('\n')}
const app = new Koa();
const router = new Router();
${routes.join('\n')}
app.use(router.routes());
app.use(router.allowedMethods());
const server = app.${LISTEN};
`;
  return { ...Object.fromEntries(handlers), 'rows.ts': ROWS, 'server.ts': server };
}

/** `{id}` as @koa/router writes it: `:id`, or `:"enterprise-team"` where the name is no identifier. */
function toRouterPath(path: string): string {
  return templateNames(path).reduce((text, name) => {
    return text.replace(`{${name}}`, /^\w+$/.test(name) ? `:${name}` : `:"${name}"`);
  }, path);
}

const rawServer = `import { createServer } from 'node:http';
import { rows } from './rows.ts';
const issues = /^\\/repos\\/([^/]+)\\/([^/]+)\\/issues(?:\\/([^/]+))?$/;
function route(path) {
  if (path === '${STATIC}') return { template: path, method: 'GET', params: {} };
  const match = issues.exec(path);
  if (match === null) return undefined;
  const [, owner, repo, number] = match;
  if (number === undefined) return rows;
  const params = { owner: decodeURIComponent(owner), repo: decodeURIComponent(repo), issue_number: decodeURIComponent(number) };
  return { template: '${PARAMETER}', method: 'GET', params };
}
const server = createServer((request, response) => {
  const value = request.method === 'GET' ? route(request.url.split('?', 1)[0]) : undefined;
  if (value === undefined) return response.writeHead(404).end();
  const body = JSON.stringify(value);
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}).${LISTEN};
`;
