import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, startProgram } from '../../support/process.ts';
import { writeTree } from '../../support/build.ts';
import { createProject } from './project.ts';

const DESCRIPTION = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { responses: { 200: { description: 'All', content: { 'application/json': {} } } } } } },
};

/** The options of `init`, and what `npm start` prints. */
const CASES: readonly (readonly [options: readonly string[], printed: RegExp])[] = [
  [[], /^http:\/\/localhost:\d+\/notes\n$/],
  [['--language', 'javascript', '--database', 'sqlite'], /^http:\/\/localhost:\d+\/notes\n$/],
  [['--language', 'javascript', '--front-end'], /^http:\/\/localhost:\d+\n$/],
  [['--from', 'pets.json', '--language', 'javascript'], /^Listening on port \d+\.\n$/],
];

describe('npm start of a new project', () => {
  it.each(CASES)('prints an address that has a response: %j', async (options, printed) => {
    const project = createProject();
    await writeTree(project.directory, { 'pets.json': JSON.stringify(DESCRIPTION) });
    expect(project.operations('init', 'api', '--yes', ...options)).toMatchObject({ code: 0 });
    project.link();
    const cwd = join(project.directory, 'api');
    const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const command of scripts['build']!.split(' && ')) {
      const [, ...args] = command.split(' ');
      expect(project.run('vite', args[0]!, 'api', ...args.slice(1))).toMatchObject({ code: 0 });
    }
    const [, entry] = scripts['start']!.split(' ');
    const env = { PORT: `${await freePort()}`, TMPDIR: project.directory };
    const server = await startProgram([entry!], /\n/, { cwd, env });
    onTestFinished(async () => void (await server.stop()));
    expect(server.output()).toMatch(printed);
    const addresses = server.output().match(/http:\S+/g) ?? [];
    for (const address of addresses) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
  });
});
