import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readPage } from '../../docs/examples.ts';
import { scratch } from '../../support/build.ts';
import { freePort, startNode } from '../../support/process.ts';
import { createProject } from './project.ts';

it('a project with a front end runs from the files that the Dockerfile copies', async () => {
  const [, file] = /```dockerfile\n([^`]*npm run build[^`]*)```/.exec(readPage('deploy/docker.md'))!;
  const project = createProject();
  expect(project.operations('init', '--front-end')).toMatchObject({ code: 0, err: '' });
  project.link();
  expect(project.run('vite', 'build', '--outDir', 'dist/public').code).toBe(0);
  expect(project.run('vite', 'build', '--outDir', 'dist/server', '--ssr', 'app/server.ts').code).toBe(0);

  const image = scratch();
  for (const [, from, to] of file!.matchAll(/^COPY --from=build \/build\/(\S+) (\S+)$/gm)) {
    const target = to!.endsWith('/') ? join(image, to!, basename(from!)) : join(image, to!);
    mkdirSync(join(target, '..'), { recursive: true });
    cpSync(join(project.directory, from!), target, { recursive: true });
  }
  const [, entry] = JSON.parse(/^CMD (.*)$/m.exec(file!)![1]!) as string[];
  const server = await startNode(entry!, { cwd: image, env: { PORT: `${await freePort()}`, TMPDIR: image } });
  onTestFinished(async () => void (await server.stop()));
  expect(await (await fetch(`${server.url}/api/notes`)).json()).toEqual([{ id: 1, text: 'Buy milk' }]);
  expect(await (await fetch(server.url)).text()).toContain('/assets/');

  // As PM2 starts it: the channel between the processes must not keep it alive.
  const primary = `const cluster = require('node:cluster');
    cluster.setupPrimary({ exec: ${JSON.stringify(join(image, entry!))}, execArgv: [], silent: true });
    const worker = cluster.fork();
    worker.on('listening', () => worker.process.kill('SIGTERM'));
    worker.on('exit', (code, signal) => console.log('exit', code, signal));`;
  const env = { ...process.env, PORT: `${await freePort()}`, TMPDIR: image };
  const cluster = spawn(process.execPath, ['-e', primary], { cwd: image, env });
  onTestFinished(() => void cluster.kill('SIGKILL'));
  const [printed] = (await once(cluster.stdout, 'data')) as [Buffer];
  expect(String(printed)).toBe('exit 0 null\n');
});
