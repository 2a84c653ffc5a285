import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { BUNDLERS } from './bundlers.ts';
import { enterProject, isolate } from './project.ts';

const FILES = {
  'server.ts': `import { createClient, ResponseError } from 'virtual:operations/client';
const fetch = async (request) => Response.json({ at: request.url });
const client = createClient({ baseUrl: 'http://pets.example', fetch });
console.log(JSON.stringify([await client.getPet({ path: { id: 7 } }), typeof ResponseError]));
`,
  'app/operations/pets/{id}.ts':
    '/** @param {integer} id - It\n * @returns {any} It */\nexport default function getPet() {}\n',
};

describe.each(BUNDLERS)('$name', (bundler) => {
  // The server's defaults belong to builds of the API; this one imports its client alone.
  it('makes one file of the client with "standalone"', async () => {
    await enterProject(FILES);
    const { file, said, isBuilt } = await bundler.build({ out: scratch(), options: { standalone: true } });
    expect([isBuilt, isBuilt ? '' : said]).toEqual([true, '']);
    const bundle = await isolate(file);
    const { stdout } = await promisify(execFile)(process.execPath, [bundle.file], { cwd: bundle.directory });
    expect(JSON.parse(stdout)).toEqual([{ at: 'http://pets.example/pets/7' }, 'function']);
  });
});
