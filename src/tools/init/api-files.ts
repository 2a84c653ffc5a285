import { prefixOf } from '../../shared/contract/path-spelling.ts';
import { patternPart, templatePart } from '../../build/codegen/literal.ts';
import type { Choices } from './project-choices.ts';
import { baseOf } from './project-choices.ts';
import type { Files } from './language.ts';
import { languageOf } from './language.ts';
import { databaseFile, migrationFiles } from './database-file.ts';
import { runScript } from './package-manager.ts';
import { sampleFiles } from './sample-files.ts';
import { testOfDescription } from './test-files.ts';
import { hasVerifiers, verifiersCode } from './verifier-code.ts';
import { workerFiles } from './worker-file.ts';

/** The file that a platform runs, without its extension. */
export const ENTRIES: { readonly [platform in Choices['platform']]: string } = {
  node: 'server',
  lambda: 'lambda',
  workers: 'worker',
};

/** The file that starts a server on Node. It is not bundled, because Node keeps the compiled code of files that are loaded later. */
export const START_FILE = 'app/start.mjs';

/** The directory of the API's build in an existing project, whose own build empties `dist`. */
export const API_OUTPUT = 'dist-api';

/**
 * Creates the files below `app`: the app, its entry, a test, and two operations unless a description brings its own.
 *
 * @param output The file that the build writes, relative to the project.
 */
export function createApiFiles(choices: Choices, output: string): Files {
  const { extension } = languageOf(choices);
  return {
    [`app/api.${extension}`]: appFile(choices),
    [`app/${ENTRIES[choices.platform]}.${extension}`]: entryFile(choices),
    ...(choices.platform === 'node' && { [START_FILE]: startFile(output) }),
    ...(choices.platform === 'lambda' && { [START_FILE]: startLambda(output) }),
    ...(choices.frontEnd === 'new' && { [`app/fallback.${extension}`]: fallbackFile(choices) }),
    ...(choices.database !== 'none' && {
      [`app/database.${extension}`]: databaseFile(choices),
      ...migrationFiles(choices),
    }),
    ...workerFiles(choices),
    ...(choices.description === undefined ? sampleFiles(choices) : testOfDescription(choices)),
  };
}

const REFERENCE = '/// <reference types="unplugin-operations/client" />\n';

function appComment({ language }: Choices): string {
  const text = 'Creates the app, for the dev server and the build. Add your middleware and your verifiers here.';
  if (language === 'typescript') return `/** ${text} */`;
  return `/**\n * ${text}\n *\n * @param {import('unplugin-operations/koa').Manifest} operations\n */`;
}

function appFile(choices: Choices): string {
  const { ts } = languageOf(choices);
  if (choices.database !== 'none') return appWithDatabase(choices);
  const options = hasVerifiers(choices) ? ', { security }' : '';
  const app = `createApp(operations${options})`;
  return `${ts(REFERENCE)}import { createApp${koaTypes(choices)} } from 'unplugin-operations/koa';
${docsImport(choices)}
${verifiersCode(choices)}${appComment(choices)}
export default function createApi(operations${ts(': Manifest')}) {
  ${choices.docs ? `const app = ${app};${docsUse(choices)}\n  return app` : `return ${app}`};
}
`;
}

const docsImport = ({ docs }: Choices): string => (docs ? `import { docs } from 'virtual:operations/docs';\n` : '');

const docsUse = ({ docs }: Choices): string =>
  docs
    ? '\n  // The page at /docs. Your users can read it too: to decide who can, pass it a guard.\n  app.use(docs());'
    : '';

function koaTypes(choices: Choices): string {
  return languageOf(choices).ts(`, type Manifest${hasVerifiers(choices) ? ', type Verifiers' : ''}`);
}

/** The database is opened for each app, so that the dev server can close it with the app that an edit replaces. */
function appWithDatabase(choices: Choices): string {
  const { extension, ts } = languageOf(choices);
  const isPostgresql = choices.database === 'postgresql';
  const options = [
    '...stores',
    ...(hasVerifiers(choices) ? ['security'] : []),
    ...(isPostgresql ? ['refuseNul: true'] : []),
    'dispose: () => db.destroy()',
  ];
  const context = ts(`\ndeclare module 'koa' {\n  interface DefaultContext {\n    db: Kysely<Tables>;\n  }\n}\n`);
  return `${ts(`${REFERENCE}import type { Kysely } from 'kysely';\n`)}import { createApp${koaTypes(choices)} } from 'unplugin-operations/koa';
${docsImport(choices)}import { openDatabase${isPostgresql ? ', refuseValues' : ''}${ts(', type Tables')} } from './database.${extension}';
${context}
${verifiersCode(choices)}${appComment(choices)}
export default async function createApi(operations${ts(': Manifest')}) {
  const { db, stores } = await openDatabase();
  // Disposed of when the server has ended, and when an edit replaces the app.${isPostgresql ? '\n  // PostgreSQL cannot store U+0000: requests with it are refused.' : ''}
  const app = createApp(operations, { ${options.join(', ')} });${isPostgresql ? '\n  app.use(refuseValues);' : ''}
  // Handlers find it in \`ctx.db\`.
  app.context.db = db;${docsUse(choices)}
  return app;
}
`;
}

function entryFile(choices: Choices): string {
  const { extension } = languageOf(choices);
  const imports = `import operations from 'virtual:operations';\nimport createApi from './api.${extension}';\n`;
  const app = `${choices.database === 'none' ? '' : 'await '}createApi(operations)`;
  if (choices.platform === 'lambda')
    return `import { lambdaHandler } from 'unplugin-operations/lambda';\n${imports}\nexport const handler = lambdaHandler(${app});\n`;
  if (choices.platform === 'workers')
    return `import { workersHandler } from 'unplugin-operations/workers';\n${imports}\nexport default workersHandler(${app});\n`;
  return serverFile(choices, imports, app);
}

function startFile(output: string): string {
  return `import { existsSync } from 'node:fs';
import module from 'node:module';

const server = new URL('../${output}', import.meta.url);
if (!existsSync(server)) {
  console.error('${output} is missing. Build it first: ${buildCommand(output)}');
  process.exit(1);
}
// Keeps the compiled code on the disk, so that the next start takes less time (Node 22.8 and later).
module.enableCompileCache?.();
await import(server.href);
`;
}

/** The command that writes the built file. */
function buildCommand(output: string): string {
  return runScript(output.startsWith(API_OUTPUT) ? 'api:build' : 'build');
}

function startLambda(output: string): string {
  return `// Runs the built function on this machine, as a function URL does. It is not part of the function.
import { serveLambda } from 'unplugin-operations/lambda';
import { handler } from '../${output}';

serveLambda(handler, Number(process.env.PORT ?? 3000));
`;
}

function serverFile(choices: Choices, imports: string, app: string): string {
  const { extension, ts } = languageOf(choices);
  const page =
    choices.frontEnd === 'new'
      ? {
          imports: `import { join } from 'node:path';\nimport serve from 'koa-static';\n`,
          use: `
// The built front end: its files, whose names in \`assets\` have a hash, and its page for unknown paths.
const front = join(import.meta.dirname, '../public');
const assets = join(front, 'assets');
app.use(fallback);
app.use(
  serve(front, {
    defer: true,
    setHeaders: (response, path) =>
      response.setHeader('Cache-Control', path.startsWith(assets) ? 'max-age=31536000, immutable' : 'no-cache'),
  }),
);`,
        }
      : { imports: '', use: '' };
  const database = choices.database === 'none' ? '' : ', closes the database';
  const fallback = choices.frontEnd === 'new' ? `import { fallback } from './fallback.${extension}';\n` : '';
  return `${page.imports}import { stop } from 'unplugin-operations/koa';
${imports}${fallback}
const port = Number(process.env.PORT ?? 3000);
const app = ${app};${page.use}
const server = app.listen(port, () => console.log(\`${readyText(choices)}\`));
// Longer than the idle timeout of load balancers: if the server closes a connection that they reuse, clients get a 502.
server.keepAliveTimeout = 65_000;
server.once('error', (error) => {
  if (!error.message.includes('EADDRINUSE')) throw error;
  console.error(\`Port \${port} is taken. Set the environment variable PORT to use another port.\`);
  process.exit(1);
});

// On SIGTERM or SIGINT, serves new requests for DRAIN more milliseconds (default: 0).
// Then completes the requests in progress${database} and exits.
let stopping${ts(': Promise<unknown> | undefined')};
async function end() {
  await stop(server, { drain: Number(process.env.DRAIN ?? 0) });
  // Under PM2 and node:cluster, this connection would keep the process alive.
  if (process.connected) process.disconnect();
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (stopping ??= end()));
`;
}

/** The output of the server when it is ready: an address with a response, if there is one that is known. */
function readyText(choices: Choices): string {
  if (choices.frontEnd === 'new') return `http://localhost:\${port}`;
  if (choices.description !== undefined) return `Listening on port \${port}.`;
  return `http://localhost:\${port}${templatePart(prefixOf(baseOf(choices)))}/notes`;
}

function fallbackFile(choices: Choices): string {
  const { ts } = languageOf(choices);
  const type = ts(`import type { Middleware } from 'koa';\n`);
  const comment = `Sends the page of the front end for paths that are neither a file nor the API's, as the dev server does.`;
  return `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
${type}
const page = readFileSync(join(import.meta.dirname, '../public/index.html'), 'utf8');

${type === '' ? `/**\n * ${comment}\n *\n * @type {import('koa').Middleware}\n */` : `/** ${comment} */`}
export const fallback${ts(': Middleware')} = async (ctx, next) => {
  await next();
  // With a 404 and no body, nothing has responded. Browsers accept HTML only for pages, and not for scripts.
  if (ctx.status !== 404 || ctx.body != null || /^${patternPart(encodeURI(baseOf(choices).replaceAll(/\p{Surrogate}/gu, '\uFFFD')))}(?:\\/|$)/.test(ctx.path)) return;
  if (ctx.method !== 'GET' || !ctx.get('Accept').includes('text/html')) return;
  ctx.type = 'html';
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = page;
};
`;
}
