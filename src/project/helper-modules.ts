import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HelperModules } from '../codegen/validators/index.ts';
import { toPosix } from './files.ts';

/** The modules of this package that a generated manifest imports, absolute, with `/`. */
export const HELPER_MODULES: HelperModules = {
  validationModule: moduleOf('validation/index'),
  multipartModule: moduleOf('koa/request/body/multipart'),
  checksModule: moduleOf('koa/response/conformance'),
  streamsModule: moduleOf('koa/streams/index'),
  cursorsModule: moduleOf('koa/response/cursors'),
  preconditionsModule: moduleOf('koa/safe-writes/preconditions'),
  idempotencyModule: moduleOf('koa/safe-writes/idempotency'),
};

/** The module of this package that a generated client imports, absolute, with `/`. */
export const CLIENT_MODULE: string = moduleOf('client/index');

/** The module of this package that a generated client with streams imports, absolute, with `/`. */
export const CLIENT_STREAMS_MODULE: string = moduleOf('client/iterate');

/** The module of this package that a generated docs page imports, absolute, with `/`. */
export const DOCS_MODULE: string = moduleOf('docs-page/index');

/** The path of a module: `dist` has it at the same place as `src`, and this module is a directory deep in both. */
function moduleOf(name: string): string {
  return toPosix(fileURLToPath(new URL(`../${name}${extname(import.meta.url)}`, import.meta.url)));
}
