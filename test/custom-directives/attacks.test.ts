import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import { locateProject } from '../../src/build/project/project.ts';
import { createSession } from '../../src/build/project/session.ts';
import type { Files } from './project.ts';
import { operation, projectWith } from './project.ts';

/** The diagnostics of files with an option. */
async function diagnosticsOf(files: Files, ignore: readonly string[] = []): Promise<string> {
  const root = await projectWith(files);
  const session = createSession(locateProject(resolveOptions({ root, ignore }), root));
  return session.compile().diagnostics.map(formatDiagnostic).join('\n\n');
}

const LINE = '@permission admin:all';
const GUARD = `/** ${LINE} */\n`;
const open = { 'app/operations/open@get.ts': operation('Open.') };

// What is written to keep clients out works or is reported, wherever it is written: as for @security.
describe('a guard of a package that nothing would run is reported', () => {
  it.each<[string, Files, string, string[]?]>([
    ['in _middlewares.ts', { 'app/operations/admin/_middlewares.ts': GUARD }, 'error middleware-name'],
    ['in +middleware.ts', { 'app/operations/admin/+middleware.ts': GUARD }, 'error middleware-name'],
    ['in _middleware/index.ts', { 'app/operations/admin/_middleware/index.ts': GUARD }, 'error middleware-name'],
    ['in a hidden directory', { 'app/operations/.well-known/_middleware.ts': GUARD }, 'error lost-guard'],
    [
      'in a file that the option "ignore" leaves out',
      {
        'app/operations/admin/_middleware.ts': GUARD,
        'app/operations/admin/a@get.ts': operation('A.'),
      },
      'lost-guard',
      ['**/_middleware.ts'],
    ],
    [
      'in a directory beside the operation of its path',
      {
        'app/operations/admin/_middleware.ts': GUARD,
        'app/operations/admin/a@get.ts': operation('A.'),
        'app/operations/admin@get.ts': operation('B.'),
      },
      'warning unguarded-path',
    ],
    [
      'in a directory whose other paths an operation takes',
      {
        'app/operations/files/private/_middleware.ts': GUARD,
        'app/operations/files/private/a@get.ts': operation('A.'),
        'app/operations/files/{path...}@get.ts': operation('B.', '@param {string} path - The rest'),
      },
      'warning unguarded-path: The "@permission" of files/private/_middleware.ts',
    ],
    [
      'in a directory whose name is a value of a parameter',
      {
        'app/operations/files/private/_middleware.ts': GUARD,
        'app/operations/files/private/a@get.ts': operation('A.'),
        'app/operations/files/{folder}/content@get.ts': operation('B.', '@param {string} folder - The folder'),
      },
      'warning unguarded-path: The "@permission" of files/private/_middleware.ts',
    ],
    [
      'in the directory of an operation that is passed on',
      {
        'app/operations/admin/_middleware.ts': GUARD,
        'app/operations/admin/a@get.ts': operation('A.'),
        'app/operations/b@get.ts': `/** @operationId b */\nexport { default } from './admin/a@get.ts';\n`,
      },
      'error passed-contract: The "@permission" of admin/_middleware.ts',
    ],
    [
      'in the directory of an operation that is passed on, which has such a line itself',
      {
        'app/operations/admin/_middleware.ts': GUARD,
        'app/operations/admin/a@get.ts': operation('A.', '@permission other:read'),
        'app/operations/b@get.ts': `/** @operationId b */\nexport { default } from './admin/a@get.ts';\n`,
      },
      'error passed-contract: The "@permission" of admin/_middleware.ts',
    ],
    [
      'in the directory of an operation that is passed on to one with a weaker line',
      {
        'app/operations/admin/_middleware.ts': GUARD,
        'app/operations/admin/a@get.ts': operation('A.'),
        'app/operations/team/_middleware.ts': '/** @permission other:read */\n',
        'app/operations/team/b@get.ts': `/** @operationId b */\nexport { default } from '../admin/a@get.ts';\n`,
      },
      'error passed-contract: The "@permission" of admin/_middleware.ts',
    ],
    [
      'in a comment for minifiers',
      { 'app/operations/a.ts': `/*! ${LINE} */\n${operation('A.')}` },
      'error stray-guard',
    ],
    ['in a second comment', { 'app/operations/a.ts': `${operation('A.')}${GUARD}` }, 'error stray-guard'],
    [
      'above an import',
      { 'app/operations/a.ts': `${GUARD}import 'node:fs';\n${operation('A.')}` },
      'error stray-guard',
    ],
    [
      'in a comment of the middleware',
      { 'app/operations/_middleware.ts': `// ${LINE}\nexport default (ctx, next) => next();\n` },
      'error stray-guard',
    ],
    ['with a wide sign', { 'app/operations/a.ts': operation('A.', '＠permission admin:all') }, 'inline-directive'],
    ['with an invisible letter', { 'app/operations/a.ts': operation('A.', '@permis\u200bsion admin:all') }, 'error'],
    ['behind a label', { 'app/operations/a.ts': operation(`Requires: ${LINE}`) }, 'warning inline-directive'],
    [
      'in another letter case',
      { 'app/operations/a.ts': operation('A.', '@PERMISSION admin:all') },
      'error misspelled-security',
    ],
    [
      'in the plural',
      { 'app/operations/a.ts': operation('A.', '@permissions admin:all') },
      'error misspelled-security',
    ],
    ['without a value', { 'app/operations/a.ts': operation('A.', '@permission') }, 'error custom-directive'],
    [
      'in the comment of an event',
      { 'app/events/paid.ts': `/**\n * @payload {string} - It\n * ${LINE}\n */\n` },
      'error misplaced-directive',
    ],
    [
      'in the comment of a definition',
      { 'app/definitions/a.ts': `/**\n * @typedef {object} A\n * ${LINE}\n */\n` },
      'warning misplaced-directive',
    ],
    [
      'above the function of another module that a file passes on',
      { 'app/operations/a.ts': `/** A. */\nexport { default } from '../../lib/a.ts';\n`, 'lib/a.ts': operation(LINE) },
      'error stray-guard',
    ],
    ['in a helper', { 'app/operations/_guard.ts': `${GUARD}export const guard = 1;\n` }, 'error stray-guard'],
    ['in a file middleware outside of the tree', { 'app/middleware.ts': `${GUARD}export default 1;\n` }, 'lost-guard'],
  ])('reports a guard %s', async (_, files, message, ignore) => {
    expect(await diagnosticsOf({ ...open, ...files }, ignore)).toContain(message);
  });

  it.each<[string, Files]>([
    ['of a CommonJS module', { 'app/operations/a@get.cjs': `/**\n * ${LINE}\n */\nmodule.exports = () => 'in';\n` }],
    [
      'of a named handler',
      { 'app/operations/a@get.ts': `/**\n * ${LINE}\n */\nexport function getA() { return 'in'; }\n` },
    ],
    [
      'that is the only text of a file of a directory',
      { 'app/operations/_middleware.ts': GUARD, 'app/operations/a@get.ts': operation('A.') },
    ],
    ['that a webhook has', { 'app/webhooks/a@post.ts': operation('A.', LINE) }],
    [
      'that a directory of webhooks has',
      { 'app/webhooks/_middleware.ts': GUARD, 'app/webhooks/a@post.ts': operation('A.') },
    ],
  ])('accepts a line %s', async (_, files) => {
    const session = createSession(locateProject(resolveOptions({}), await projectWith(files)));
    const { operations } = session.compile();
    expect(operations[0]!.contract.custom).toMatchObject([{ name: 'permission', values: ['admin:all'], guards: true }]);
  });
});

describe('a guard of a package in an older version', () => {
  const compileVersions = (...lines: string[]): Promise<string> =>
    compileFiles({
      'app/operations/a@get.ts': operation(LINE),
      'app/versions/v1/operations/a@get.ts': operation('A.', ...lines),
    });

  const compileFiles = async (files: Files): Promise<string> => {
    const root = await projectWith(files);
    const project = locateProject(resolveOptions({ root, versions: [{ name: 'v1' }, { name: 'v2' }] }), root);
    return createSession(project).compile().diagnostics.map(formatDiagnostic).join('\n\n');
  };

  it('reports an older version whose file lacks the guard, or requires less', async () => {
    expect(await compileVersions()).toMatch(/version-guard: .*"@permission"/);
    expect(await compileVersions('@permission other:read')).toMatch(/version-guard: .*"@permission"/);
    expect(await compileVersions(LINE)).not.toContain('version-guard');
  });

  it('reports a guard that only the older version has', async () => {
    const compileOlder = (...lines: string[]): Promise<string> =>
      compileFiles({
        'app/operations/a@get.ts': operation('A.', ...lines),
        'app/versions/v1/operations/a@get.ts': operation(LINE),
      });
    expect(await compileOlder()).toMatch(/version-guard: This only guards the version "v1"/);
    expect(await compileOlder(LINE)).not.toContain('version-guard');
    expect(await compileOlder('@permission other:read')).not.toContain('This only guards');
  });

  it('reports an older version whose file is not in the directory of the guard', async () => {
    const compileBeside = (...lines: string[]): Promise<string> =>
      compileFiles({
        'app/operations/a/_middleware.ts': GUARD,
        'app/operations/a/@get.ts': operation('A.'),
        'app/versions/v1/operations/a@get.ts': operation('A.', ...lines),
      });
    expect(await compileBeside()).toMatch(/version-guard: .*"@permission"/);
    expect(await compileBeside('@permission other:read')).toMatch(/version-guard: .*"@permission"/);
    expect(await compileBeside(LINE)).not.toContain('version-guard');
  });
});
