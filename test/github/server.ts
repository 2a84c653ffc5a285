import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from '../../src/build/project/options.ts';
import { viteBuild } from '../support/build.ts';

/** Servers over `virtual:operations`, as a project writes them; each prints the address it listens at. */
export const SERVERS = {
  createApp: `
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
const server = createApp(operations).listen(Number(process.env.PORT), () => {
  console.log('http://localhost:' + server.address().port);
});
`,
  createRouter: `
import Koa from 'koa';
import operations from 'virtual:operations';
import { createRouter } from 'unplugin-operations/koa';
const app = new Koa();
app.use(createRouter(operations).routes());
const server = app.listen(Number(process.env.PORT), () => {
  console.log('http://localhost:' + server.address().port);
});
`,
} as const;

/** A server that lets any value pass in and out, as JSON, so that what is seen is where a request goes. */
export function withoutInput(server: string): string {
  const bare = '{ ...manifest, operations: manifest.operations.map(({ input, produces, ...entry }) => entry) }';
  return server
    .replace(
      "import operations from 'virtual:operations';",
      `import manifest from 'virtual:operations';\nconst operations = ${bare};`,
    )
    .replace('(operations)', '(operations, { pickResponses: false })');
}

/**
 * Builds a project with Vite.
 *
 * @returns The one file that it is; its extension is Vite's choice.
 * @throws {Error} Where there are more files.
 */
export async function buildOneFile(root: string, options: Options = {}): Promise<string> {
  const outDir = join(root, 'dist');
  await viteBuild(root, outDir, options);
  const [file, ...others] = await readdir(outDir);
  if (file === undefined || others.length > 0) throw new Error(`not one file: ${[file, ...others].join(', ')}`);
  return join(outDir, file);
}
