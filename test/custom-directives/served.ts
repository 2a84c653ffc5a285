import { customDirectives } from '../../src/build/project/load-directives.ts';
import type { RuntimeOptions } from '../../src/runtime/koa/index.ts';
import type { TreeOptions } from '../runtime/koa/compiled.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import type { Kind, Served } from '../runtime/koa/serve.ts';
import { KINDS, serve } from '../runtime/koa/serve.ts';
import type { Files } from './project.ts';
import { projectWith } from './project.ts';

const DOCUMENT = JSON.stringify({
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
});

/** The permissions of the caller are in a header. */
export const permission = {
  permissionsOf: (ctx: { get(name: string): string }): string[] => ctx.get('x-granted').split(' ').filter(Boolean),
};

/** The options of an app whose directives have theirs. */
export const OPTIONS: RuntimeOptions = {
  directives: { permission } as NonNullable<RuntimeOptions['directives']>,
  security: { key: (_ctx, key) => (key === 'good' ? { name: 'me' } : undefined) },
  idempotency: { clientOf: 'shared' },
};

/** The custom directives of a project, for a tree. */
export async function treeOptions(packages: Files = {}): Promise<TreeOptions> {
  const loaded = customDirectives(await projectWith(packages));
  return {
    custom: loaded,
    customDiagnostics: loaded.diagnostics,
    isFresh: true,
    definitions: { 'openapi.json': DOCUMENT },
    warnings: ['unused-scheme', 'missing-contract'],
  };
}

/** Serves a tree whose comments can have custom directives. */
export async function serveShop(
  files: Files,
  { kind = KINDS[0]!, options = {}, packages = {}, isDev = false }: ShopOptions = {},
): Promise<Served> {
  const manifest = await compileTree(files, { ...(await treeOptions(packages)), isDev });
  return serve(kind.create(manifest, { ...OPTIONS, ...options }));
}

interface ShopOptions {
  readonly kind?: Kind;
  readonly options?: RuntimeOptions;
  readonly packages?: Files;
  readonly isDev?: boolean;
}
