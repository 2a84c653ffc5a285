import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build, esmExternalRequirePlugin } from 'vite';
import { parse } from 'yaml';
import type { Cleanup } from '../playground/build.ts';
import { alias } from '../support/alias.ts';
import { scratch, writeTree } from '../support/build.ts';
import type { Options } from '../../src/build/project/options.ts';
import operations from '../../src/vite.ts';

/** A project that runs on several platforms. */
export interface Project {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** The module of the app for the dev server; undefined for its own. */
  readonly app: string | undefined;
  /** Packages that stay outside of a bundle. */
  readonly external: readonly string[];
  /** The plugin's options for bundles. */
  readonly options?: Options;
}

/** The server of a project that shows none. */
export const SERVER = `/// <reference types="unplugin-operations/client" />
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';

const port = Number(process.env.PORT ?? 3000);
createApp(operations).listen(port, () => console.log(\`http://localhost:\${port}\`));
`;

/** The app that \`server.ts\` makes. It listens only where EXCHANGE_LISTENS is set. */
const CAPTURE = `import { createServer } from 'node:http';
import Koa from 'koa';

export const captured = { app: undefined };
const { listen } = Koa.prototype;
Koa.prototype.listen = function (...args) {
  captured.app = this;
  Koa.prototype.listen = listen;
  return process.env.EXCHANGE_LISTENS ? listen.apply(this, args) : createServer();
};
`;

const ENTRIES = {
  'exchange-capture.ts': CAPTURE,
  'exchange-app.ts':
    "import { captured } from './exchange-capture.ts';\nimport './server.ts';\n\nexport default captured.app;\n",
  'exchange.ts':
    "import { lambdaHandler } from 'unplugin-operations/lambda';\nimport app from './exchange-app.ts';\n\nexport const handler = lambdaHandler(app);\n",
  'exchange-worker.ts':
    "import { workersHandler } from 'unplugin-operations/workers';\nimport app from './exchange-app.ts';\n\nexport default workersHandler(app);\n",
};

/** Writes the files of a project into a directory of its own. */
export async function writeProject(
  files: Readonly<Record<string, string>>,
  cleanup: Cleanup,
  env: Readonly<Record<string, string>> = {},
  options: Options = {},
): Promise<Project> {
  const root = scratch(cleanup);
  await writeTree(root, { 'package.json': '{ "type": "module" }', 'server.ts': SERVER, ...ENTRIES, ...files });
  const config = files['vite.config.ts'] ?? '';
  const [, list = ''] = /external: \[(.*?)\]/.exec(config) ?? [];
  const isOwn = files['server.ts'] !== undefined && files['server.ts'] !== SERVER;
  return {
    root,
    env,
    app: /\bapp: '([^']+)'/.exec(config)?.[1] ?? (isOwn ? 'exchange-app.ts' : undefined),
    external: [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name!),
    options: { ...options, ...versionsIn(config) },
  };
}

/** The options `versions` and `version` of a configuration. */
function versionsIn(config: string): Pick<Options, 'versions' | 'version'> {
  const [, list] = /\bversions: (\[.*?\])/s.exec(config) ?? [];
  const [, header] = /\bversion: (\{.*?\})/s.exec(config) ?? [];
  return {
    ...(list !== undefined && { versions: parse(list) as NonNullable<Options['versions']> }),
    ...(header !== undefined && { version: parse(header) as NonNullable<Options['version']> }),
  };
}

/** Builds a project into one file, which listens and has a handler for Lambda. */
export async function buildProject({ root, external, options }: Project): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [operations(options)],
    build: { ssr: 'exchange.ts', outDir: 'dist' },
    ssr: { external: [...external] },
  });
  return join(root, 'dist/exchange.js');
}

/** Builds a project as docs/deploy/workers.md does. */
export async function buildWorker({ root, options }: Project): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [operations(options), esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] })],
    build: { ssr: 'exchange-worker.ts', outDir: 'dist-worker', rolldownOptions: { external: [/^cloudflare:/] } },
  });
  return 'dist-worker/exchange-worker.js';
}
