import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { afterSuite } from '../playground/build.ts';
import { GUARDED, GUARDS, OPERATIONS, tryGuard } from '../restarts/path-rules.ts';
import { freePort } from '../support/process.ts';
import { buildDeployment, readDeployment } from './deployment.ts';
import { startProgram } from './program.ts';

const tools = process.env['TOOLS_DIR'];

// nginx and HAProxy are installed wherever these run. Bun resolves paths as browsers do.
describe.skipIf(!tools).each(['bun', 'deno'])('before %s (needs TOOLS_DIR)', (name) => {
  const cleanup = afterSuite();
  let directory: string;
  beforeAll(async () => {
    directory = join(await buildDeployment('fetch.md', cleanup, OPERATIONS), 'dist');
  });

  it.each(GUARDS)(
    'the rule of the docs for $language matches all spellings of its paths, and no other path',
    async (guard) => {
      const port = await freePort();
      const command = readDeployment('fetch.md').commands[name]!.replace('3000', String(port));
      const programs = join(resolve(tools!), 'node_modules/.bin');
      await startProgram(command, { directory, programs, port, cleanup: onTestFinished });
      expect(await tryGuard(guard, port)).toEqual(GUARDED);
    },
  );
});
