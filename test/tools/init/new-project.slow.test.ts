import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { writeTree } from '../../support/build.ts';
import { createProject } from './project.ts';
import { read, testWholeProject, typeCheck } from './whole-project.ts';

describe('a new project', () => {
  testWholeProject([], '');

  it('builds for Lambda with PostgreSQL a file that needs no packages', () => {
    const project = createProject();
    expect(project.operations('init', '--platform', 'lambda', '--database', 'postgresql')).toMatchObject({ code: 0 });
    project.link();
    expect(project.run('vite', 'build')).toMatchObject({ code: 0 });
    expect(readdirSync(join(project.directory, 'dist'))).toEqual(['lambda.mjs']);
    const imported = [...read(project.directory, 'dist/lambda.mjs').matchAll(/^import [^;]*?["']([^"']+)["'];?$/gm)];
    expect(imported.map(([, from]) => from!).filter((from) => !nodeModule.isBuiltin(from))).toEqual([]);
    expect(imported.length).toBeGreaterThan(0);
  });

  it('declares the types of contracts globally on request, in the file that every command keeps current', () => {
    const project = createProject();
    expect(project.operations('init', '--global-types')).toMatchObject({ code: 0, err: '' });
    project.link();
    expect(read(project.directory, 'vite.config.ts')).toContain(
      "app: 'app/api.ts', dts: { globals: true }, checkResponses",
    );
    expect(read(project.directory, 'operations.d.ts')).toMatch(
      /declare global \{[^]*type integer = number;[^]*type Note = /,
    );
    expect(project.operations('doctor').out).toMatch(/ok +types +operations\.d\.ts is up to date/);
    expect(project.operations('new', 'pets@get')).toMatchObject({ code: 0, err: '' });
    expect(read(project.directory, 'operations.d.ts')).toMatch(/"GET \/pets"[^]*declare global/);
    expect(project.run('tsc')).toMatchObject({ code: 0, out: '' });
  });

  it.each(['postgresql', 'sqlite'])('passes its types with a front end and %s', (database) => {
    const project = createProject();
    const { out } = project.operations('init', '--database', database, '--front-end');
    const steps = [...out.matchAll(/Set DATABASE_URL|npm run dev/g)].map(([text]) => text);
    expect(steps).toEqual(database === 'postgresql' ? ['Set DATABASE_URL', 'npm run dev'] : ['npm run dev']);
    const readme = read(project.directory, 'README.md');
    expect(readme.includes('Set DATABASE_URL')).toBe(database === 'postgresql');
    expect(readme).toContain('`Local` serves your front end, and your API below `/api`,');
    expect(readme).toMatch(/`npm run build` \| builds the front end/);
    project.link();
    expect(project.run('tsc')).toMatchObject({ code: 0, out: '' });
  });

  it('checks input and result of handlers in JavaScript', async () => {
    const project = createProject();
    const { out } = project.operations('init', '--language', 'javascript');
    expect(out).toContain('Then open the address that it prints after "API", and edit a file');
    project.link();
    const handler = read(project.directory, 'app/operations/notes/@post.js');
    const wrong = handler.replace('input.body.text', 'input.body.txt').replace('return note', 'return {}');
    await writeTree(project.directory, { 'app/operations/notes/@post.js': wrong });
    const scripts = JSON.parse(read(project.directory, 'package.json')).scripts as Record<string, string>;
    const checked = project.run(...typeCheck(scripts));
    expect(checked.out).toMatch(/@post\.js\(\d+,\d+\): error TS2551: Property 'txt' does not exist/);
    expect(checked.out).toMatch(/does not satisfy the expected type 'OperationHandler<"addNote">'/);
    expect(project.operations('new', 'pets/{id}@put')).toMatchObject({ code: 0, err: '' });
    expect(read(project.directory, 'app/operations/pets/{id}/@put.js')).toContain(
      "OperationHandler<'putPetsById'>} */",
    );
    await writeTree(project.directory, { 'app/operations/notes/@post.js': handler });
    expect(project.run(...typeCheck(scripts))).toMatchObject({ code: 0, out: '' });
    expect(project.operations('doctor').out).toMatch(/ok +types +operations\.d\.ts is up to date/);
  });

  it('checks types by a script that knows an operation without a build', async () => {
    const project = createProject();
    project.operations('init');
    project.link();
    const text = read(project.directory, 'app/operations/notes/@post.ts').replaceAll('addNote', 'createNote');
    await writeTree(project.directory, { 'app/operations/notes/@post.ts': text });
    expect(project.run('tsc')).toMatchObject({ code: 1, out: expect.stringContaining('TS2344') });
    const { scripts } = JSON.parse(read(project.directory, 'package.json')) as { scripts: Record<string, string> };
    for (const command of scripts['types']!.split(' && ')) {
      const [program, ...args] = command.split(' ');
      const ran = program === 'operations' ? project.operations(...args) : project.run(program!, ...args);
      expect(ran).toMatchObject({ code: 0, err: '' });
    }
  });

  it('create-unplugin-operations makes a project too', () => {
    const project = createProject();
    project.link();
    const create = join(project.directory, 'node_modules/create-unplugin-operations');
    cpSync(join(import.meta.dirname, '../../../packages/create'), create, { recursive: true });
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(create, 'index.js'), 'my-api', '--database', 'sqlite'],
      {
        cwd: project.directory,
        encoding: 'utf8',
      },
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /Wrote:\n {2}\.gitignore\n {2}README\.md\n {2}app\/access\.test\.ts\n {2}app\/api\.test\.ts\n/,
    );
    const listed = /Wrote:\n((?: {2}.+\n)+)/.exec(stdout)![1]!.trimEnd().split('\n');
    const written = globSync('**', { cwd: join(project.directory, 'my-api'), dot: true });
    expect(listed.map((line) => line.trim())).toEqual(written.sort());
    const own = JSON.parse(read(create, 'package.json')) as { version: string; dependencies: object };
    const { version } = JSON.parse(read(join(import.meta.dirname, '../../..'), 'package.json')) as { version: string };
    expect(own).toMatchObject({ version, dependencies: { 'unplugin-operations': version } });
  });

  it('starts from a description', async () => {
    const project = createProject();
    await writeTree(project.directory, {
      'pets.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Pets', version: '1' },
        servers: [{ url: 'https://pets.example/api/v3' }],
        paths: {
          '/pets': { get: { responses: { 200: { description: 'All' } } } },
          '/pets/{id}.{ext}': {
            put: {
              security: [],
              parameters: ['id', 'ext'].map((name) => ({
                in: 'path',
                name,
                required: true,
                schema: { type: 'integer' },
              })),
              requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
              responses: { 204: { description: 'Changed' } },
            },
          },
        },
        webhooks: { added: { post: { security: [{}], responses: { 204: { description: 'Read' } } } } },
        security: [{ 'api-key': [] }, { login: [] }],
        components: {
          securitySchemes: {
            'api-key': { type: 'apiKey', in: 'header', name: 'X-Key' },
            login: { type: 'http', scheme: 'basic' },
            unused: { type: 'http', scheme: 'bearer' },
          },
        },
      }),
    });
    const { out, code } = project.operations('init', '--yes', '--from', 'pets.json');
    expect(code).toBe(0);
    expect(out).toMatch(/app\/operations\/pets\/@get\.ts|1 operation/);
    expect(out).toContain('\n  operations.d.ts\n');
    const plain = ['init', 'plain', '--yes', '--language', 'javascript', '--from', 'pets.json'];
    expect(project.operations(...plain).out).toContain('app/operations/pets/@get.js');
    project.link();
    expect(project.run('tsc')).toMatchObject({ code: 0, out: '' });
    expect(project.operations('list').out).toMatch(/^GET {3}\/api\/v3\/pets /m);
    expect(out).not.toContain('set the plugin');
    expect(out).toContain(
      'Write the verifiers in app/api.ts: "api-key", "login". Until then, all credentials are rejected.',
    );
    expect(read(project.directory, 'app/api.ts')).toContain(`const security: Verifiers = {
  // API key: (ctx, key, scopes) => ...
  'api-key': () => undefined,
  // User name and password: (ctx, { username, password }, scopes) => ...
  login: () => undefined,
};`);
    expect(read(project.directory, 'app/api.ts')).toContain(`declare module 'unplugin-operations/types' {
  interface Auth {
    'api-key': unknown;
    login: unknown;
  }
}`);
    await writeTree(project.directory, {
      'app/closed.test.ts': `import operations from 'virtual:operations';
import { expect, it } from 'vitest';
import createApi from './api.ts';

it('rejects every key', async () => {
  const server = createApi(operations).listen(0);
  const { port } = server.address() as import('node:net').AddressInfo;
  const headers = { 'X-Key': 'any' };
  expect((await fetch(\`http://localhost:\${port}/api/v3/pets\`, { headers })).status).toBe(401);
  server.close();
});
`,
    });
    expect(read(project.directory, 'app/access.test.ts')).toMatch(/^ {4}'GET \/api\/v3\/pets': 'none',$/m);
    expect(project.run('vitest', 'run').out).toMatch(/Tests {2}7 passed/);
  });

  it('names a project in another directory by the directory, and the next steps go there', () => {
    const project = createProject();
    const { out, code } = project.operations('init', 'My API');
    expect(code).toBe(0);
    expect(out).toMatch(/\n {2}cd My API\n {2}npm install\n {2}npm run dev\n/);
    expect(JSON.parse(read(project.directory, 'My API/package.json'))).toMatchObject({ name: 'my-api' });
  });

  it.each<[readonly string[], string]>([
    [['--platform', 'moon'], 'Invalid option --platform: expected node, lambda, workers, got "moon".'],
    [['--name', 'My API'], 'Invalid option --name: "My API" is not a valid package name. Use "my-api".'],
    [['--platform', 'lambda', '--database', 'sqlite'], 'SQLite needs a local disk, which AWS Lambda does not have.'],
    [['--platform', 'workers', '--front-end'], 'On Cloudflare Workers, a front end is deployed on its own.'],
    [['--from', 'missing.json'], 'missing.json'],
  ])('refuses to write with %j', (options, message) => {
    const project = createProject();
    const { code, err } = project.operations('init', ...options);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    expect(readdirSync(project.directory)).toEqual([]);
  });
});
