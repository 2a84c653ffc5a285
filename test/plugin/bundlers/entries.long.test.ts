import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BUNDLERS } from './bundlers.ts';
import { enterProject, printed, PRINTER } from './project.ts';

const WORKER = `import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
console.log(typeof createApp(operations).callback(), operations.operations.length);
`;

const OPERATION = '/**\n * Lists the pets.\n * @returns {string} Some\n */\nexport default (): string => "pets";\n';

describe.each(BUNDLERS)('$name', (bundler) => {
  it('builds two entries, both with the operations', async () => {
    const project = await enterProject({
      'server.ts': PRINTER,
      'worker.ts': WORKER,
      'app/operations/pets.ts': OPERATION,
    });
    const out = join(project, 'dist');
    const { isBuilt, said, file } = await bundler.build({ out, entries: ['server.ts', 'worker.ts'] });
    expect([isBuilt, said]).toEqual([true, '']);
    expect(await printed(file)).toEqual({ 'GET /pets': ['Lists the pets.', expect.any(String), 'pets'] });
    const { stdout } = await promisify(execFile)(process.execPath, [file.replace('server', 'worker')]);
    expect(stdout).toBe('function 1\n');
  });

  it('builds a front end for browsers', async () => {
    const project = await enterProject({
      'server.ts': "import { createClient } from 'virtual:operations/client';\ncreateClient();\n",
      'app/operations/pets.ts': OPERATION,
    });
    const { isBuilt, said, file } = await bundler.build({ out: join(project, 'dist') });
    // webpack asks for a mode, which is the user's to choose.
    expect([isBuilt, said.replace(/^WARNING in configuration[^]*/, '')]).toEqual([true, '']);
    const text = await readFile(
      bundler.name === 'webpack' || bundler.name === 'Rspack' ? join(project, 'dist/main.js') : file,
      'utf8',
    );
    expect(text).toContain('/pets');
    expect(text).not.toMatch(/createRequire|node:/);
  });
});
