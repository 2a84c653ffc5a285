import type {
  AnyHandler,
  Manifest,
  MiddlewareExport,
  OperationCode,
  OperationEntry,
} from '../../shared/contract/manifest.ts';
import { withCode } from '../../shared/contract/manifest.ts';

/** The features that can keep a client out. Limits are left out, because a test would reach them. */
const DECIDING = new Set(['versions', 'customDirectives', 'security', 'authorization', 'customGuards']);

/**
 * A copy of a manifest whose operations only decide who may call them. Their bodies aren't read, and parameters are validated only for `authorize`, which
 * reads them.
 *
 * @param handler Runs in the place of each handler.
 * @param entered Runs in front of the middleware of `_middleware` files.
 */
export function withoutHandlers(manifest: Manifest, handler: AnyHandler, entered: MiddlewareExport): Manifest {
  return { ...manifest, operations: manifest.operations.map((entry) => withoutHandler(entry, handler, entered)) };
}

function withoutHandler(entry: OperationEntry, handler: AnyHandler, entered: MiddlewareExport): OperationEntry {
  const { middleware = [], authorize, input, features = [] } = entry;
  const kept = features.filter((name) => DECIDING.has(name));
  const readsInput = kept.includes('authorization') || kept.includes('customGuards');
  const code: OperationCode = {
    handler,
    load: undefined,
    middleware: [entered, ...middleware],
    authorize,
    input: readsInput && input ? { parameters: input.parameters } : undefined,
    picks: undefined,
    responses: undefined,
    dropped: undefined,
  };
  // A list needs the features for its pages.
  return Object.assign(withCode(entry, code), { features: kept, paging: undefined });
}
