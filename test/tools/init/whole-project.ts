import { existsSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, startNode } from '../../support/process.ts';
import { createProject } from './project.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };

/** The command that checks the types of a project, once operations.d.ts is written. */
export function typeCheck(scripts: Readonly<Record<string, string>>): [program: string, ...args: string[]] {
  const [program, ...args] = scripts['types']!.split(' && ')[1]!.split(' ');
  return [program!, ...args];
}

export function read(directory: string, path: string): string {
  return readFileSync(join(directory, path), 'utf8');
}

/** Tests a new project from its first command to its first request. */
export function testWholeProject(options: readonly string[], base: string): void {
  it(`passes its test and its types, builds and serves: ${JSON.stringify(options)}`, async () => {
    const project = createProject();
    expect(project.operations('init', ...options)).toMatchObject({ code: 0, err: '' });
    project.link();
    const own = JSON.parse(read(project.directory, 'package.json')) as { scripts: Record<string, string> };
    // npm would warn of the script of a package of swagger-ui-dist, which reports installations.
    expect(own).toMatchObject({ scarfSettings: { enabled: false }, allowScripts: { '@scarf/scarf': false } });
    const { scripts } = own;
    expect(scripts['types']!.split(' && ')[1]).toBe(options.includes('javascript') ? 'tsc -p jsconfig.json' : 'tsc');
    expect(project.run(...typeCheck(scripts))).toMatchObject({ code: 0, out: '' });
    const check = project.operations('check');
    expect(check.out + check.err).toMatch(/2 operations, 0 errors, 0 warnings/);
    const tested = project.run('vitest', 'run');
    expect(tested.out).toMatch(/Tests {2}4 passed/);
    for (const command of scripts['build']!.split(' && ')) {
      const [, ...args] = command.split(' ');
      const built = project.run('vite', ...args);
      expect(built).toMatchObject({ code: 0 });
    }
    const port = await freePort();
    const [, entry] = scripts['start']!.split(' ');
    const env = { PORT: `${port}`, TMPDIR: project.directory };
    const server = await startNode(entry!, { cwd: project.directory, env });
    onTestFinished(async () => void (await server.stop()));
    const added = await fetch(`${server.url}${base}/notes`, {
      method: 'POST',
      headers: JSON_BODY,
      body: '{"text":"A"}',
    });
    expect(added.status).toBe(201);
    expect(await (await fetch(`${server.url}${base}/notes`)).json()).toContainEqual(await added.json());
    expect((await fetch(server.url)).status).toBe(base === '' ? 404 : 200);
    const page = await fetch(`${server.url}/calendar/2026`, { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('Cache-Control')]).toEqual(base === '' ? [404, null] : [200, 'no-cache']);
    for (const path of [base, `${base}/unknown`, '/assets/gone.js'])
      expect(
        (await fetch(server.url + path, { headers: { Accept: path.endsWith('js') ? '*/*' : 'text/html' } })).status,
      ).toBe(404);
    await expect(startNode(entry!, { cwd: project.directory, env })).rejects.toThrow(
      `ended with 1 before it was ready:\nPort ${port} is taken. Set the environment variable PORT to use another port.\n`,
    );
    expect(await server.stop()).toBe(0);
    await rename(join(project.directory, 'dist'), join(project.directory, 'moved'));
    await expect(startNode(entry!, { cwd: project.directory, env })).rejects.toThrow(
      /is missing\. Build it first: npm run build\n/,
    );
    await rename(join(project.directory, 'moved'), join(project.directory, 'dist'));
    expect(existsSync(join(project.directory, 'node-compile-cache'))).toBe('enableCompileCache' in nodeModule);
  });
}
