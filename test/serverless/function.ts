import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Cleanup } from '../playground/build.ts';
import { scratch } from '../support/build.ts';
import type { RuntimeApi } from './runtime-api.ts';
import { startRuntimeApi } from './runtime-api.ts';

/**
 * Runs a function's file in AWS's own runtime client, in a directory where nothing else is and where no code may be made of strings.
 *
 * @param handler As Lambda is told it: the file without its extension, and the export.
 * @returns What invokes it; it rejects once the client has ended.
 */
export async function startFunction(file: string, handler: string, cleanup: Cleanup): Promise<RuntimeApi['invoke']> {
  const task = scratch(cleanup);
  cpSync(file, join(task, `${handler.split('.')[0]}.mjs`));
  return startRuntimeClient(task, handler, cleanup, { args: ['--disallow-code-generation-from-strings'] });
}

/**
 * Runs the function of a directory in AWS's own runtime client.
 *
 * @returns What invokes it; it rejects once the client has ended.
 */
export async function startRuntimeClient(
  task: string,
  handler: string,
  cleanup: Cleanup,
  {
    cwd = task,
    env = {},
    args = [],
  }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>>; readonly args?: readonly string[] },
): Promise<RuntimeApi['invoke']> {
  const api = await startRuntimeApi();
  cleanup(async () => api.close());
  const client = join(resolve(process.env['TOOLS_DIR']!), 'node_modules/aws-lambda-ric/index.mjs');
  const child = spawn(process.execPath, [...args, client], {
    cwd,
    env: {
      ...env,
      PATH: process.env['PATH'],
      _HANDLER: handler,
      LAMBDA_TASK_ROOT: task,
      AWS_LAMBDA_RUNTIME_API: api.address,
      AWS_LAMBDA_FUNCTION_NAME: 'pets',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/pets',
      AWS_LAMBDA_LOG_STREAM_NAME: '2026/01/12/[$LATEST]0123456789abcdef',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((ending) => child.once('exit', () => ending()));
  cleanup(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const failed = ended.then((): never => {
    throw new Error(`the runtime client ended:\n${output}`);
  });
  failed.catch(() => {});
  return (event) => Promise.race([api.invoke(event), failed]);
}
