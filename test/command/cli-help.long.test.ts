import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasColors } from '../../src/command/colors.ts';
import { EXAMPLES } from '../../src/command/examples.ts';
import { satisfies } from '../../src/command/version-range.ts';
import { scratch, writeTree } from '../support/build.ts';

const program = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in a project with these files; a variable that is undefined is not set. */
async function runIn(
  files: Record<string, string>,
  env: Record<string, string | undefined> = {},
  cleanup?: Parameters<typeof scratch>[0],
): Promise<(...args: string[]) => Ran> {
  const cwd = scratch(cleanup);
  await writeTree(cwd, files);
  return (...args) => {
    const variables = { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...env };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd,
      encoding: 'utf8',
      env: variables,
    });
    return { code: status, out: stdout, err: stderr };
  };
}

const WRONG = { 'app/operations/pets@get.ts': '/** @returns {strin} A */ export default function pets() {}' };

describe('help', () => {
  let run: (...args: string[]) => Ran;
  beforeAll(async () => {
    run = await runIn({}, {}, afterAll);
  });

  it('prints the version', () => {
    expect(run('--version')).toMatchObject({ code: 0, err: '' });
    expect(run('--version').out).toMatch(/^operations\/\d+\.\d+\.\d+ /);
  });

  it('lists the commands, and each has a description and two examples', () => {
    const { out, code } = run('help');
    expect(code).toBe(0);
    const names = [...out.matchAll(/^ {2}(\w+)(?: [<[]\S+)* {2,}\S/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(12);
    expect(names.filter((name) => EXAMPLES[name] === undefined)).toEqual([]);
    expect(Object.keys(EXAMPLES).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('shows a command with the options that it has', () => {
    const check = run('help', 'check').out;
    expect(check).toBe(run('check', '--help').out);
    expect(check).toContain('\n\nReport errors and warnings\n\nUsage:\n');
    expect(check).toContain('Examples:\n  $ operations check\n  $ operations check --max-warnings 0 --json\n');
    expect(check).toContain('--base');
    const completion = run('help', 'completion').out;
    expect(completion).not.toContain('--base');
    expect(run('completion', 'bash', '--base', '/x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Unknown option "--base"') as string,
    });
  });

  it('suggests a command', () => {
    expect(run('help', 'chek')).toMatchObject({
      code: 1,
      err: 'operations: Unknown command "chek". Did you mean "check"?\n',
    });
  });
});

describe('the output', () => {
  it('reports an empty tree, and a missing one with one prefix', async () => {
    const empty = await runIn({ 'app/operations/_x.ts': '' });
    expect(empty('check').out).toContain(
      'No operations in app/operations. Write one with: npx operations new hello@get\n',
    );
    expect(empty('list')).toEqual({
      code: 0,
      out: '',
      err: 'operations: No operations in app/operations. Write one with: npx operations new hello@get\n',
    });
    const none = await runIn({});
    expect(none('check')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^operations: the directory app\/operations does not exist/) as string,
    });
  });

  it('check prints JSON', async () => {
    const run = await runIn(WRONG);
    const { code, out, err } = run('check', '--json');
    expect([code, err]).toEqual([1, '']);
    const message = expect.stringContaining('strin') as string;
    expect(JSON.parse(out)).toEqual({
      operations: 1,
      errors: 1,
      warnings: 0,
      diagnostics: [
        { code: 'unknown-type', severity: 'error', message, file: 'app/operations/pets@get.ts', line: 1, column: 15 },
      ],
    });
    expect(run('check', '--format', 'json').out).toBe(out);
    expect(run('check', '--json', '--format', 'text')).toMatchObject({
      code: 1,
      err: 'operations: The options --json and --format text exclude each other.\n',
    });
  });

  it.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
  ])('prints colors for %j, without a terminal: %s', async (env, isColored) => {
    const run = await runIn(WRONG, env);
    const { err } = run('check');
    expect(err.includes('\u001B[36mapp/operations/pets@get.ts:1:15\u001B[39m - ')).toBe(isColored);
    expect(err.includes('\u001B')).toBe(isColored);
    expect(run('check', '--json').out).not.toContain('\u001B');
  });

  it('prints colors on a terminal, unless NO_COLOR is set', () => {
    expect(hasColors({ isTTY: true }, {})).toBe(true);
    expect(hasColors({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
    expect(hasColors({ isTTY: true }, { NO_COLOR: '' })).toBe(true);
    expect(hasColors({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
  });
});

describe('operations doctor', () => {
  const packages = (versions: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, version }),
      ]),
    );
  const found = ({ out }: Ran): [severity: string, check: string, message: string][] =>
    (JSON.parse(out) as { severity: string; check: string; message: string }[])
      .filter(({ severity }) => severity !== 'ok')
      .map(({ severity, check, message }) => [severity, check, message]);

  it('finds nothing wrong with a project that is in order', async () => {
    const run = await runIn({
      ...packages({ koa: '3.1.0', vite: '8.0.1' }),
      'app/operations/pets@get.ts': '/** @returns {string} A */ export default function pets() { return "a"; }',
      'tsconfig.json': '{ "compilerOptions": { "strict": true } /* comment */, }',
    });
    run('types', '-o', 'operations.d.ts');
    expect(run('doctor', '--json').code).toBe(0);
    expect(found(run('doctor', '--json')).map(([, check]) => check)).toEqual(['config']);
    expect(run('doctor').out).toMatch(/^ok {6}node {5}Node\.js [^]*\n\n0 errors, 1 warning\n$/);
  });

  it('finds wrong versions, a missing tree, a stale declaration file and verifiers that are not used', async () => {
    const run = await runIn({
      ...packages({ koa: '2.16.0', vite: '6.4.0' }),
      ...WRONG,
      'app/operations/pets@get.ts': '/** @returns {string} A */ export default function pets() { return "a"; }',
      'operations.d.ts': '// old\n',
      'server.ts': 'createApp(operations, { security: { bearer: () => true } }).listen(3000);',
    });
    const messages = found(run('doctor', '--json'));
    expect(run('doctor').code).toBe(1);
    expect(messages.map(([severity, check]) => `${severity} ${check}`)).toEqual([
      'error peers',
      'error peers',
      'warning config',
      'warning tsconfig',
      'warning types',
      'warning app',
    ]);
    expect(messages.map(([, , message]) => message).join('\n')).toMatch(
      /koa 2\.16\.0 is not in the range[^]*vite 6\.4\.0[^]*operations\.d\.ts is out of date[^]*server\.ts has verifiers/,
    );
    const none = await runIn({});
    expect(found(none('doctor', '--json')).map(([severity, check]) => `${severity} ${check}`)).toEqual([
      'error peers',
      'warning config',
      'error tree',
    ]);
  });

  it('finds missing migrations of an entry that the project imports', async () => {
    const run = await runIn({
      ...packages({ koa: '3.1.0' }),
      'package.json': '{ "type": "module" }',
      'app/api.js': "import { postgres } from 'unplugin-operations/postgres';",
      'app/operations/pets@get.js': '/** @returns {string} A */ export default function pets() { return "a"; }',
    });
    const tables = () => found(run('doctor', '--json')).filter(([, check]) => check === 'tables');
    expect(tables()).toContainEqual([
      'warning',
      'tables',
      'app/migrations lacks version 2 for PostgreSQL, operations_rate_limits. Run "npx operations migrations".',
    ]);
    run('migrations');
    expect(tables()).toEqual([]);
    expect(run('doctor').out).toMatch(/^ok +tables +The tables in app\/migrations are up to date\.$/m);
  });

  it('finds that no test measures who gets in at guarded operations', async () => {
    const files = {
      ...packages({ koa: '3.1.0' }),
      'package.json': '{ "type": "module" }',
      'app/operations/pets@get.js': '/** @returns {string} A */ export default function pets() { return "a"; }',
    };
    const guard = 'export const authorize = (ctx) => ctx.get("X-Key") === "k";';
    const findingsOf = async (others: Record<string, string>): Promise<string[]> => {
      const run = await runIn({ ...files, ...others });
      return found(run('doctor', '--json')).flatMap(([severity, check]) => (check === 'access' ? [severity!] : []));
    };
    expect(await findingsOf({})).toEqual([]);
    const guarded = { 'app/operations/_middleware.js': guard };
    expect(await findingsOf(guarded)).toEqual(['warning']);
    const test = 'import { measureAccess } from "unplugin-operations/testing";';
    expect(await findingsOf({ ...guarded, 'app/access.test.ts': test })).toEqual([]);
    const texts = [`// ${test}`, `/*\n${test}\n*/`, `${test} it.skip("lets them in", () => {});`, 'const a = "//";'];
    for (const text of texts) expect(await findingsOf({ ...guarded, 'app/access.test.ts': text })).toEqual(['warning']);
    const run = `const url = "http://x"; ${test}\nit.skip("one", () => {});\nit("two", () => {});`;
    expect(await findingsOf({ ...guarded, 'app/access.test.ts': run })).toEqual([]);
  });

  it("reports once that vite.config can't be read, and finds a missing module of the app", async () => {
    const here = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
    const configured = (options: string): Promise<(...args: string[]) => Ran> =>
      runIn({
        ...packages({ koa: '3.1.0' }),
        'node_modules/vite/package.json': '{ "version": "8.0.1", "type": "module", "exports": "./index.js" }',
        'node_modules/vite/index.js': `export { loadConfigFromFile } from ${here('../../node_modules/vite/dist/node/index.js')};`,
        'package.json': '{ "type": "module" }',
        'vite.config.js': `import operations from ${here('../../dist/vite.js')};\nexport default { plugins: [operations(${options})] };`,
        'app/api.ts': '',
        'app/operations/pets@get.js': '/** @returns {string} A */ export default function pets() { return "a"; }',
      });
    const reason =
      'vite.config.js was not read, so only the options of the command line count: unknown option "ap". Did you mean "app"?';
    const wrong = await configured('{ ap: "app/api.ts" }');
    expect(wrong('list').err).toBe(`operations: ${reason}\n`);
    const report = wrong('doctor', '--json');
    expect(report).toMatchObject({ code: 1, err: '' });
    expect(found(report)).toContainEqual(['error', 'config', reason]);
    const broken = (await configured('{ app: '))('doctor', '--json');
    expect(found(broken)).toContainEqual([
      'error',
      'config',
      expect.stringMatching(/^vite\.config\.js was not read, so only .* count: \[PARSE_ERROR\] \S.*$/),
    ]);
    const missing = (await configured('{ app: "api.ts" }'))('doctor', '--json');
    expect(found(missing)).toContainEqual(['error', 'app', 'The option "app" names api.ts, which does not exist.']);
    const directory = (await configured('{ app: "./app" }'))('doctor', '--json');
    expect(found(directory)).toContainEqual([
      'error',
      'app',
      'The option "app" names ./app, which is a directory. Name the file that exports the app, such as ./app/api.ts.',
    ]);
    expect((await configured('{ app: "app/api" }'))('doctor').out).toMatch(/^ok +app +app\/api$/m);
  });

  it.each([
    [
      '{ "include": ["src"] }',
      {},
      ['tsconfig.json does not set "strict"', 'tsconfig.json does not include operations'],
    ],
    [
      '{ "include": ["src"], "compilerOptions": { "strict": true } }',
      {},
      ['tsconfig.json does not include operations'],
    ],
    ['{ "files": ["a.ts"], "extends": "x" }', {}, ['tsconfig.json does not include operations.d.ts']],
    ['{ "include": ["app", "*.ts"], "extends": "x" }', {}, []],
    ['{ "include": ["${configDir}/operations.d.ts"], "extends": "x" }', {}, []],
    ['{ "include": ["${configDir}/src"], "extends": "x" }', {}, ['tsconfig.json does not include operations.d.ts']],
    ['{ "files": ["${configDir}/operations.d.ts"], "extends": "x" }', {}, []],
    [
      '{ "exclude": "dist", "extends": "x" }',
      {},
      ['"exclude" in tsconfig.json must be a list. Write "exclude": ["dist"].'],
    ],
    [
      '{ "include": "*.ts", "extends": "x" }',
      {},
      ['"include" in tsconfig.json must be a list. Write "include": ["*.ts"].'],
    ],
    ['{ "files": ["a.ts"], "references": [] }', {}, []],
    ['{ "include": ["src"] }', { 'app/tsconfig.json': '{ "include": [".", "../*.ts"], "extends": "x" }' }, []],
  ])('finds what tsconfig.json lacks: %s %j', async (config, more, expected) => {
    const run = await runIn({
      ...packages({ koa: '3.1.0' }),
      'tsconfig.json': config,
      'app/operations/pets@get.ts': '/** @returns {string} A */ export default function pets() { return "a"; }',
      ...more,
    });
    run('types', '-o', 'operations.d.ts');
    const messages = found(run('doctor', '--json')).flatMap(([, check, message]) =>
      check === 'tsconfig' ? [message] : [],
    );
    expect(messages).toEqual(expected.map((part) => expect.stringContaining(part) as unknown));
  });

  it('finds a declaration file that git does not have', async () => {
    const files = {
      ...packages({ koa: '3.1.0' }),
      'app/operations/pets@get.js': '/** @returns {string} A */ export default function pets() { return "a"; }',
    };
    const cwd = scratch();
    await writeTree(cwd, files);
    const start = (command: string, ...args: string[]): Ran => {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
      return { code: status, out: stdout, err: stderr };
    };
    start('git', 'init', '-q');
    start(process.execPath, program, 'types', '-o', 'operations.d.ts');
    const checks = (): string[] =>
      found(start(process.execPath, program, 'doctor', '--json')).map(([, , message]) => message);
    expect(checks().join()).toContain('operations.d.ts is not committed');
    start('git', 'add', join(cwd, 'operations.d.ts'));
    expect(checks().join()).not.toContain('operations.d.ts');
  });

  it.each([
    ['20.19.0', '^20.19.0 || >=22.12.0', true],
    ['22.11.9', '^20.19.0 || >=22.12.0', false],
    ['26.0.0', '^20.19.0 || >=22.12.0', true],
    ['1.9.9', '~1.9.1', true],
    ['1.10.0', '~1.9.1', false],
    ['0.29.0', '>=0.28.0', true],
    ['0.29.0', '^0.28.0', false],
    ['3.0.0-rc.1', '^3.0.0', true],
  ])('%s is in the range %s: %s', (version, range, isIn) => {
    expect(satisfies(version, range)).toBe(isIn);
  });
});
