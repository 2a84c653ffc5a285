import { basename, join } from 'node:path';
import { build } from 'vite';
import { path } from './path.ts';

/**
 * Bundles a program that holds the plugin, so that none of its time is spent on TypeScript.
 *
 * @param name The program's module, relative to this folder, without `.ts`.
 * @returns The file to run with node.
 */
export async function buildProgram(name: string, outDir: string): Promise<string> {
  await build({
    root: path('.'),
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          [`program/${basename(name)}`]: path(`${name}.ts`),
          // Generated code imports these; the plugin looks for them in the layout of `src`.
          'shared/validation/index': path('../src/shared/validation/index.ts'),
          'runtime/koa/request/body/multipart': path('../src/runtime/koa/request/body/multipart.ts'),
          'runtime/koa/response/conformance': path('../src/runtime/koa/response/conformance.ts'),
          'runtime/mcp/runtimes': path('../src/runtime/mcp/runtimes.ts'),
        },
      },
    },
  });
  return join(outDir, 'program', `${basename(name)}.js`);
}
