import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { DiffSettings } from '../../../src/tools/diff/index.ts';
import { diffProject } from '../../../src/tools/diff/index.ts';
import type { ResolvedOptions } from '../../../src/build/project/options.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { repository } from './repository.ts';

const pets = (type: string): string =>
  `/**\n * Pets.\n *\n * @param {${type}} [kind] - The kind\n * @returns {string[]} Names\n */\nexport default function listPets() { return []; }\n`;
const FILE = 'app/operations/pets/@get.ts';

const diffWith = (
  options: ResolvedOptions,
  root: string,
  settings: DiffSettings = {},
): ReturnType<typeof diffProject> =>
  diffProject(createSession(locateProject(options, root)).compile(), locateProject(options, root), settings);

const diff = (root: string, settings: DiffSettings = {}): Promise<{ text: string; fails: boolean }> =>
  diffWith(resolveOptions({}), root, settings);

/** The message of a failed comparison. */
async function failure(root: string, settings: DiffSettings = {}): Promise<string> {
  try {
    await diff(root, settings);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing failed');
}

describe('a comparison with git', () => {
  it('compares with the merge base of the default branch by default', async () => {
    const { root, git, commit } = await repository({ [FILE]: pets('string') });
    git('switch', '-q', '-c', 'feature');
    await commit({ [FILE]: pets('integer') });
    git('switch', '-q', 'main');
    await commit({ [FILE]: pets('boolean') });
    git('switch', '-q', 'feature');
    const { text, fails } = await diff(root);
    expect(fails).toBe(true);
    expect(text).toContain('changed from "string" to "integer"');
    expect(text).toMatch(/^ {2}[\da-f]{7}:app\/operations\/pets\/@get\.ts:4:\d+: before$/m);
    expect(text).toMatch(/Compared with main \([\da-f]{7}\): 1 error, 0 warnings, 0 infos\.$/);
  });

  it('finds uncommitted changes, in any directory of the repository', async () => {
    const { root, commit } = await repository({}, 'packages/api');
    await commit({ [FILE]: pets('string') });
    await writeTree(root, { [FILE]: pets('integer') });
    expect((await diff(root)).text).toContain('request-parameter-type-changed');
    expect((await diff(root, { baseline: 'HEAD' })).text).toContain('Compared with HEAD (');
  });

  it('takes a tag, a commit, a branch and a remote branch', async () => {
    const { root, git } = await repository({ [FILE]: pets('string') });
    git('tag', 'v1');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    for (const baseline of ['v1', 'main', 'origin/main', 'HEAD~0', git('rev-parse', 'HEAD').trim()])
      expect(await diff(root, { baseline })).toMatchObject({
        fails: false,
        text: expect.stringMatching(/^No differences from /),
      });
  });

  it('works in a hook of git, and for a tree that is the whole project', async () => {
    const { root } = await repository({ 'pets@get.ts': pets('string') }, 'packages/api');
    await writeTree(root, { 'pets@get.ts': pets('integer') });
    process.env['GIT_DIR'] = '.git';
    try {
      const options = resolveOptions({ operations: '.', definitions: 'definitions' });
      expect((await diffWith(options, root)).text).toContain('error request-parameter-type-changed');
    } finally {
      delete process.env['GIT_DIR'];
    }
  });

  it('reads no file of now for a revision, nor one that is ignored', async () => {
    const { root, git, commit } = await repository({ [FILE]: pets('string'), 'app/operations/drafts/a@get.ts': '?' });
    await commit({ 'app/operations/pets/_names.ts': 'export {}' });
    rmSync(join(root, 'app'), { recursive: true });
    await writeTree(root, { [FILE]: pets('string') });
    const options = resolveOptions({ ignore: 'drafts/**' });
    expect((await diffWith(options, root)).text).toMatch(/^No differences from main/);
    expect(git('status', '--short').trim().split('\n')).toHaveLength(2);
  });

  it('reads the modules of a revision outside its tree', async () => {
    const log = 'export const log = async (ctx, next) => {\n  await next();\n  console.log(ctx.status);\n};\n';
    const guard =
      'export const guard = (ctx, next) => {\n  if (!ctx.get("X-Key")) ctx.throw(403);\n  return next();\n};\n';
    const { root } = await repository({
      [FILE]: pets('string'),
      'app/operations/_middleware.js': 'export { guard as default } from "../lib.js";\n',
      'app/operations/pets/_middleware.js': 'import { log } from "../../lib.js";\nexport default log;\n',
      'app/lib.js': `${log}${guard}`,
    });
    rmSync(join(root, 'app/operations/pets/_middleware.js'));
    expect((await diff(root)).text).toMatch(/^No differences from main/);
    rmSync(join(root, 'app/operations/_middleware.js'));
    expect((await diff(root)).text).toContain('warning middleware-removed');
  });

  it('follows the symbolic links of a revision within its repository', async () => {
    const top = scratch();
    const money = (type: string): Record<string, string> => ({
      '../../schemas/money/Money.ts': `export interface Money { amount: ${type} }\n`,
    });
    const root = join(top, 'apps/shop');
    await writeTree(root, {
      ...money('string'),
      'app/definitions/x.ts': '',
      [FILE]: pets('Money').replace('Names', 'Names\n * @throws {Money} 402 - Pay'),
    });
    symlinkSync('../../../../schemas', join(root, 'app/definitions/shared'));
    symlinkSync('/nowhere', join(top, 'schemas/outside'));
    symlinkSync('../../nowhere', join(top, 'schemas/above'));
    await repository({}, 'apps/shop', top);
    expect((await diff(root)).text).toMatch(/^No differences from main/);
    await writeTree(root, money('number'));
    expect((await diff(root)).text).toContain('changed from "string" to "number"');
  });

  it('finds new operations only, if the revision has no tree', async () => {
    const { root } = await repository({ 'README.md': '' });
    await writeTree(root, { [FILE]: pets('string') });
    expect((await diff(root)).text).toContain('info endpoint-added: GET /pets: the operation was added.');
  });

  it.each<[string, (root: string, git: (...args: string[]) => string) => unknown, DiffSettings, RegExp]>([
    [
      'an unknown revision',
      () => 0,
      { baseline: 'v9' },
      /^Unknown revision "v9": it is neither a branch, a tag or a commit, nor a file\.$/,
    ],
    ['an option as a revision', () => 0, { baseline: '--all' }, /^Unknown revision "--all"/],
    [
      'no default branch',
      (_, git) => git('branch', '-q', '-m', 'other'),
      {},
      /^The default branch was not found\. Name the baseline/,
    ],
    [
      'no common ancestor',
      (_, git) =>
        git('switch', '-q', '--orphan', 'new') +
        git('commit', '-q', '--allow-empty', '-m', 'x') +
        git('checkout', '-q', 'main', '--', '.'),
      {},
      /^HEAD and main have no common ancestor\. Name the baseline/,
    ],
    [
      'errors in the baseline',
      (root) => writeFileSync(join(root, FILE), pets('string')),
      {},
      /^The baseline main \([\da-f]{7}\) has errors:\n\n[\da-f]{7}:app\/operations\/pets\/@get\.ts:4:\d+ - error /,
    ],
    ['errors now', () => 0, { baseline: 'HEAD' }, /^The operations have errors:\n\napp\/operations/],
    [
      'an unknown format',
      () => 0,
      { format: 'jsonn' },
      /^Invalid option --format: expected text, json, markdown or github, got "jsonn"\. Did you mean "json"\?$/,
    ],
    [
      'an unknown severity',
      () => 0,
      { failOn: 'fatal' },
      /^Invalid option --fail-on: expected error, warning, info or none/,
    ],
    ['a missing document', () => 0, { baseline: 'api.json' }, /^The baseline api\.json does not exist in /],
  ])('fails for %s', async (name, arrange, settings, message) => {
    const { root, git } = await repository({ [FILE]: pets(/errors/.test(name) ? 'stirng<' : 'string') });
    arrange(root, git);
    expect(await failure(root, settings)).toMatch(message);
  });

  it('fails outside of a repository, without a commit, and without git', async () => {
    const root = scratch();
    await writeTree(root, { [FILE]: pets('string') });
    expect(await failure(root)).toMatch(
      /is not in a git repository\. Run "git init" and commit, or compare with an OpenAPI document/,
    );
    spawnSync('git', ['init', '-q', '-b', 'main', root]);
    expect(await failure(root)).toMatch(/^The repository has no commit yet/);
    const { PATH } = process.env;
    process.env['PATH'] = '';
    try {
      expect(await failure(root)).toMatch(/^git was not found\. Install it/);
    } finally {
      process.env['PATH'] = PATH;
    }
  });

  it('fails for a shallow clone without a merge base', async () => {
    const { root, git, commit } = await repository({ [FILE]: pets('string') });
    git('switch', '-q', '-c', 'feature');
    await commit({ [FILE]: pets('integer') });
    git('switch', '-q', 'main');
    await commit({ 'README.md': '' });
    const clone = scratch();
    git('clone', '-q', '--depth', '1', '--no-single-branch', '--branch', 'feature', pathToFileURL(root).href, clone);
    expect(await failure(clone)).toMatch(
      /^HEAD and origin\/main have no common ancestor\. The clone is shallow: run "git fetch --unshallow", or set "fetch-depth: 0"/,
    );
    expect(await failure(clone, { baseline: 'v9' })).toMatch(/The clone is shallow/);
  });
});

describe('a comparison with a document', () => {
  it('finds no differences from the generated document, as JSON and as YAML', async () => {
    const { root } = await repository({ [FILE]: pets('string') });
    const session = createSession(locateProject(resolveOptions({}), root));
    writeFileSync(join(root, 'openapi.json'), JSON.stringify(session.openApi(session.compile())));
    writeFileSync(join(root, 'openapi.yaml'), JSON.stringify(session.openApi(session.compile()), null, 2));
    expect(await diff(root, { baseline: 'openapi.json' })).toMatchObject({
      text: 'No differences from openapi.json.',
      fails: false,
    });
    await writeTree(root, { [FILE]: pets('integer') });
    const { text, fails } = await diff(root, { baseline: 'openapi.yaml' });
    expect(fails).toBe(true);
    expect(text).toMatch(/^app\/operations\/pets\/@get\.ts:4:\d+ - error request-parameter-type-changed: GET \/pets: /);
    expect(text).toMatch(/^ {2}openapi\.yaml:\d+:\d+: before$/m);
  });

  it.each<[string, string, RegExp]>([
    ['api.json', '{', /^The baseline api\.json cannot be read: api\.json:1:\d+: /],
    ['api.yaml', 'a: [', /^The baseline api\.yaml cannot be read: api\.yaml:1:\d+: /],
    ['api.json', '[]', /^api\.json is not an OpenAPI description: it is not an object\.$/],
    [
      'api.yaml',
      'swagger: "2.0"',
      /^api\.yaml is Swagger 2\.0, which cannot be read\. Convert it to OpenAPI 3 first: /,
    ],
    [
      'api.yaml',
      'openapi: 3.0.0\npaths: { /a: { $ref: a.yaml } }',
      /^The baseline api\.yaml cannot be read: Cannot read a\.yaml: the file does not exist\. api\.yaml:2:22 refers to it\.$/,
    ],
    [
      'api.yaml',
      'openapi: 3.0.0\npaths: { /a: { $ref: "https://other.example/a.yaml" } }',
      /it is on another host\. If you trust it, pass --allow-hosts other\.example/,
    ],
    [
      'api.yaml',
      `openapi: 3.0.0\npaths: { /a: { $ref: ${pathToFileURL(import.meta.dirname)}/oasdiff-checks.txt } }`,
      /it is outside of the directory of the description\. If you trust it, pass --allow-files test\/tools\/diff\/\. api\.yaml:2:22/,
    ],
  ])('fails for %s with %s', async (name, text, message) => {
    const { root } = await repository({ [FILE]: pets('string'), [name]: text });
    expect(await failure(root, { baseline: name })).toMatch(message);
  });
});

describe('the report', () => {
  const changed = async (): Promise<string> => {
    const { root } = await repository({ [FILE]: pets('string') });
    await writeTree(root, { [FILE]: pets("'a|b'") });
    return root;
  };

  it('prints JSON', async () => {
    const { findings, baseline } = JSON.parse((await diff(await changed(), { format: 'json' })).text) as any;
    expect(baseline).toMatch(/^main \(/);
    expect(findings).toMatchObject([
      {
        id: 'request-parameter-const-added',
        severity: 'error',
        direction: 'request',
        operations: ['GET /pets'],
        before: { file: expect.stringMatching(/^[\da-f]{7}:app/), line: 4 },
        after: { file: FILE, line: 4, column: expect.any(Number) },
        witness: { curl: "curl 'http://localhost:3000/pets?kind=a'", reason: expect.any(String) },
      },
    ]);
  });

  it('prints Markdown, with bars escaped', async () => {
    const { text } = await diff(await changed(), { format: 'markdown' });
    expect(text).toContain('| error | `request-parameter-const-added` | GET /pets |');
    expect(text).toContain(String.raw`"a\|b"`);
    expect(text).toContain("```sh\ncurl 'http://localhost:3000/pets?kind=a'\n```");
  });

  it('prints Markdown that mentions no user, whatever a value contains', async () => {
    const { root } = await repository({ [FILE]: pets('string') });
    await writeTree(root, { [FILE]: pets("'@team/all<b>'") });
    const { text } = await diff(root, { format: 'markdown' });
    expect(text).toContain('@<!-- -->team/all&lt;b>');
    expect(text.replaceAll(/```sh.*?```/gs, '')).not.toContain('@team');
  });

  it('prints Markdown without the line breaks of a description', async () => {
    const { root } = await repository({ [FILE]: pets('string') });
    const get = { responses: { 200: { description: 'x' } } };
    writeFileSync(
      join(root, 'foreign.json'),
      JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a\n::error::b': { get } } }),
    );
    const { text } = await diff(root, { format: 'markdown', baseline: 'foreign.json' });
    expect(text).toContain('::error::b');
    expect(text).not.toMatch(/^::error/m);
  });

  it('prints workflow commands of GitHub Actions', async () => {
    const [first] = (await diff(await changed(), { format: 'github' })).text.split('\n');
    expect(first).toMatch(
      /^::error file=app\/operations\/pets\/@get\.ts,line=4,col=\d+,title=request-parameter-const-added::GET \/pets: .*%0Acurl/,
    );
  });

  it.each([
    ['error', true],
    ['none', false],
  ])('fails on %s or more: %s', async (failOn, fails) => {
    expect((await diff(await changed(), { failOn })).fails).toBe(fails);
  });

  it('applies the severities of operations.diff.yaml', async () => {
    const root = await changed();
    const configure = (text: string): void => writeFileSync(join(root, 'operations.diff.yaml'), text);
    configure('severities:\n  request-parameter-const-added: warning\n');
    expect(await diff(root)).toMatchObject({
      fails: false,
      text: expect.stringContaining('warning request-parameter-const-added'),
    });
    expect((await diff(root, { failOn: 'warning' })).fails).toBe(true);
    configure('severities: { request-parameter-const-added: none }');
    expect((await diff(root)).text).toMatch(/^No differences/);
    configure('severities: { request-parameter-const-added: { GET /pets: none } }');
    expect((await diff(root)).text).toMatch(/^No differences/);
    configure('severities: { request-parameter-const-added: { GET /toys: none } }');
    expect((await diff(root)).fails).toBe(true);
    configure('');
    expect((await diff(root)).fails).toBe(true);
    configure('severities: { request-parameter-const-aded: none }');
    expect(await failure(root)).toBe(
      'operations.diff.yaml: unknown check "request-parameter-const-aded". Did you mean "request-parameter-const-added"?',
    );
    configure('severities: { request-parameter-const-added: fatal }');
    expect(await failure(root)).toMatch(
      /unknown severity "fatal" of "request-parameter-const-added"\. Use error, warning, info or none, or an object of severities by operation\.$/,
    );
    configure('severities: { request-parameter-const-added: { get /pets: none } }');
    expect(await failure(root)).toMatch(
      /invalid operation "get \/pets" .* Write it as in the report, such as "GET \/pets\/\{id\}"\.$/,
    );
    configure('severities: { request-parameter-const-added: { GET /pets: fatal } }');
    expect(await failure(root)).toMatch(/unknown severity "fatal"/);
    configure('severity: {}');
    expect(await failure(root)).toMatch(/unknown field "severity"/);
    configure('a: [');
    expect(await failure(root)).toMatch(/^operations\.diff\.yaml: /);
  });
});
