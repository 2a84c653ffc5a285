import { expect, describe, it } from 'vitest';
import { openProject } from '../../../src/tools/language-server/open-project.ts';
import { toPosix } from '../../../src/build/project/files.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';

describe('a file that is not saved yet', () => {
  it.each([
    ['api/drafts/new@get.ts', ['drafts/**'], false],
    ['api/drafts/new@get.ts', ['**/drafts'], false],
    ['api/drafts/new@get.ts', ['**/*.draft.ts'], true],
    ['api/{id}/[x]/y@get.ts', ['drafts/**'], true],
    ['webhooks/drafts/new@post.ts', ['drafts/**'], false],
    ['webhooks/new@post.ts', ['drafts/**'], true],
  ])('%s with the option ignore: %j is compiled: %s', async (path, ignore, isCompiled) => {
    const root = scratch();
    await writeTree(root, { 'api/a@get.ts': '/** @returns {string} x */\nexport default function getA() {}\n' });
    const project = openProject(locateProject(resolveOptions({ operations: 'api', ignore }), toPosix(root)));
    project.setBuffer(`${toPosix(root)}/${path}`, '/** @returns {string} x */\nexport default function run() {}\n');
    expect(project.compilation()!.operations).toHaveLength(isCompiled ? 2 : 1);
  });
});
