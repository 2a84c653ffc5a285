import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { applyFixes } from '../../../src/build/project/apply-fixes.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';

const FILE = 'app/operations/a@get.ts';

/** The text of a file after all fixes. */
async function fixed(text: string): Promise<string> {
  const root = scratch(afterAll);
  await writeTree(root, { [FILE]: text });
  applyFixes(locateProject(resolveOptions(), root));
  return readFileSync(join(root, FILE), 'utf8');
}

describe('the fix of a promise whose properties are read', () => {
  const LOADS = `import { problem } from 'unplugin-operations/koa';

interface User { id: string; isBlocked: boolean; roles: string[] }
const users = new Map<string, User>();
const loadUser = async (ctx: any): Promise<User> => users.get(ctx.ip)!;
async function requireOwner(ctx: any): Promise<User> {
  const user = users.get(ctx.ip);
  if (user === undefined) throw problem(403);
  return user;
}

/**
 * Runs.
 * @throws 403 - x
 */
export default async (ctx: any): Promise<void> => {
  `;
  it.each([
    ['if (loadUser(ctx).isBlocked) throw problem(403);', 'if ((await loadUser(ctx)).isBlocked) throw problem(403);'],
    [
      "if (!loadUser(ctx).roles.includes('admin')) throw problem(403);",
      "if (!(await loadUser(ctx)).roles.includes('admin')) throw problem(403);",
    ],
    ['if (loadUser(ctx)?.isBlocked) throw problem(403);', 'if ((await loadUser(ctx))?.isBlocked) throw problem(403);'],
    [
      'if (loadUser(ctx)["isBlocked"]) throw problem(403);',
      'if ((await loadUser(ctx))["isBlocked"]) throw problem(403);',
    ],
    ['if (loadUser(ctx)!.isBlocked) throw problem(403);', 'if ((await loadUser(ctx))!.isBlocked) throw problem(403);'],
    [
      'if (loadUser(ctx) // The user.\n    .isBlocked) throw problem(403);',
      'if ((await loadUser(ctx)) // The user.\n    .isBlocked) throw problem(403);',
    ],
    [
      'for (const role of loadUser(ctx).roles) if (role === "x") throw problem(403);',
      'for (const role of (await loadUser(ctx)).roles) if (role === "x") throw problem(403);',
    ],
    [
      'const id = requireOwner(ctx).id;\n  ctx.set("X", id);',
      'const id = (await requireOwner(ctx)).id;\n  ctx.set("X", id);',
    ],
    ['if (!loadUser(ctx)) throw problem(403);', 'if (!await loadUser(ctx)) throw problem(403);'],
    [
      'if (loadUser(ctx) !== undefined) throw problem(403);',
      'if (await loadUser(ctx) !== undefined) throw problem(403);',
    ],
  ])('awaits the promise before: %s', async (code, expected) => {
    expect(await fixed(`${LOADS}${code}\n};\n`)).toBe(`${LOADS}${expected}\n};\n`);
  });

  it('leaves a line alone that would become the arguments of the one before', async () => {
    const text = `${LOADS}ctx.set("X", "y")\n  loadUser(ctx).roles.push("x")\n};\n`;
    expect(await fixed(text)).toBe(text);
  });
});
