import { describe, expect, it } from 'vitest';
import { createAliases } from '../../../src/build/project/aliases.ts';
import { brief, compile } from './compile.ts';

const GUARDS = `import { problem } from 'unplugin-operations/koa';
export async function requireAdmin(ctx: any) { if (ctx.get('x') !== 'a') throw problem(403); }
export const load = async (ctx: any) => ctx.ip;`;

/** The diagnostics of a project whose `_middleware` file or operation has some code. */
function found(text: string, files: Record<string, string> = {}, path = '_middleware.ts'): string[] {
  const disk: Record<string, string> = { 'app/guards.ts': GUARDS, 'package.json': '{}', ...files };
  const readFile = (file: string): string | undefined => disk[file];
  const tree = { 'one.ts': '/** Some. */\nexport default () => {};', [path]: text };
  return compile(tree, { readFile, resolveAlias: createAliases(readFile) }).diagnostics.map(
    (each) => `${each.severity} ${brief(each).slice(0, 2).join(' ')}`,
  );
}

const calling = (from: string, code = 'requireAdmin(ctx);', names = '{ requireAdmin }'): string =>
  `import ${names} from '${from}';\nexport default async (ctx: any, next: any) => { ${code} return next(); };`;

const ERROR = ['error ineffective-guard requireAdmin(ctx)'];
const UNREAD = ['warning ineffective-guard requireAdmin'];

describe('A guard in a module that the build finds by an alias', () => {
  it.each([
    ['@/guards.ts', { 'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./app/*"] } } }' }],
    [
      '@/guards',
      {
        'tsconfig.json':
          '{ "files": [], "references": [{ "path": "./tsconfig.node.json" }, { "path": "./tsconfig.app.json" }] }',
        'tsconfig.app.json': '{ "compilerOptions": { "paths": { "@/*": ["./app/*"] } } }',
      },
    ],
    [
      '@/guards',
      {
        'tsconfig.json': '{ "references": [{ "path": "./app" }] }',
        'app/tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
      },
    ],
    [
      '#guards',
      {
        'package.json': '{ "imports": { "#guards": { "types": "./app/guards.d.ts", "default": "./app/guards.ts" } } }',
        'app/guards.d.ts': 'export declare const a: 1;',
      },
    ],
  ])('finds the mistake: %s %j', (from, files) => {
    expect(found(calling(from), files)).toEqual(ERROR);
  });
});

describe('A call of a function in a module that the build does not find', () => {
  it.each(['@/guards.ts', '~/guards', '/app/guards.ts', '$lib/guards', 'src/guards'])('warns of %s', (from) => {
    expect(found(calling(from))).toEqual(UNREAD);
    expect(found(calling(from, 'await requireAdmin(ctx);'))).toEqual(UNREAD);
    expect(found(calling(from, 'load(ctx); load(ctx);', '{ load }'))).toEqual(['warning ineffective-guard load']);
    expect(found(calling(from, 'guards.load(ctx);', '* as guards'))).toEqual(['warning ineffective-guard guards.load']);
  });

  it('warns in operations if the name is that of a guard', () => {
    const operation = (code: string): string =>
      `import { ${/\w+(?=\()/.exec(code)![0]} } from '@/guards.ts';\n/** Some. */\nexport default async (ctx: any) => { ${code} };`;
    expect(found(operation('await requireAdmin(ctx);'), {}, 'two.ts')).toEqual(UNREAD);
    expect(found(operation('return load(ctx);'), {}, 'two.ts')).toEqual([]);
  });

  it.each([
    'virtual:guards',
    'cloudflare:workers',
    'node:crypto',
    'crypto',
    'listed',
    '@scope/listed',
    './generated.js',
  ])('accepts %s', (from) => {
    const files = { 'package.json': '{ "dependencies": { "listed": "1", "@scope/listed": "1" } }' };
    expect(found(calling(from, 'await requireAdmin(ctx);'), files)).toEqual([]);
  });
});
