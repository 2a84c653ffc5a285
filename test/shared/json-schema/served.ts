import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { buildOneFile, SERVERS } from '../../github/server.ts';
import type { Cleanup } from '../../playground/build.ts';
import { moduleOf } from '../../../src/build/project/helper-modules.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { startNode } from '../../support/process.ts';
import type { Served } from '../../support/process.ts';
import type { Case, Group } from './suite.ts';

/** The suite's remote schemas, as files of definitions. */
type Remotes = Readonly<Record<string, string>>;

/** An operation that takes any JSON value as its body and answers valid ones with 204. */
const operation = (name: string): string =>
  `/**\n * @param {${name}} body - A value\n * @returns {void} It is valid\n */\nexport default () => {};\n`;

/** The remote schemas that build, without those that refer to the meta-schema. */
export function usableRemotes(remotes: Remotes): Remotes {
  const definitions = Object.entries(remotes).map(([path, text]) => ({ path, text }));
  const { diagnostics } = compileOperations({ files: [], definitions });
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ at }) => at.source.file);
  return Object.fromEntries(Object.entries(remotes).filter(([file]) => !errors.includes(`app/definitions/${file}`)));
}

/**
 * Compiles a group on its own, down to the generated code.
 *
 * @returns Each error's code and message; an empty list if the group can be built.
 */
export function errorsOf({ name, schema }: Group, remotes: Remotes): string[] {
  const compilation = compileOperations({
    files: [{ path: `${name}@post.ts`, text: operation(name) }],
    definitions: [
      { path: `${name}.json`, text: JSON.stringify(schema) },
      ...Object.entries(remotes).map(([path, text]) => ({ path, text })),
    ],
  });
  const errors = compilation.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    generateManifest(compilation, {
      strict: false,
      lazy: false,
      moduleOf: ({ contract }) => contract.id,
      middlewareModuleOf: ({ path }) => path,
      helperOf: moduleOf,
    });
  }
  return errors.map(({ code, message }) => `${code}: ${message}`);
}

/** Builds an operation for each group into one bundle, and serves it from a process of its own. */
export async function serveGroups(groups: readonly Group[], remotes: Remotes, cleanup: Cleanup): Promise<Served> {
  const root = scratch(cleanup);
  const files = groups.flatMap(({ name, schema }) => [
    [`app/definitions/${name}.json`, JSON.stringify(schema)],
    [`app/operations/${name}@post.ts`, operation(name)],
  ]);
  const others = Object.entries(remotes).map(([file, text]) => [`app/definitions/${file}`, text] as const);
  await writeTree(root, { 'server.ts': SERVERS.createApp, ...Object.fromEntries([...files, ...others]) });
  const served = await startNode(await buildOneFile(root), { cwd: root });
  cleanup(async () => void (await served.stop('SIGKILL')));
  return served;
}

/** Sends a value; `valid`, `invalid` or, if the answer is neither 204 nor a problem with status 400, the answer itself. */
export async function verdictOn(url: string, { name }: Group, { data }: Case): Promise<string> {
  const response = await fetch(`${url}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });
  const text = await response.text();
  if (response.status === 204) return 'valid';
  const isProblem = response.headers.get('content-type') === 'application/problem+json';
  return response.status === 400 && isProblem ? 'invalid' : `${response.status} ${text}`;
}
