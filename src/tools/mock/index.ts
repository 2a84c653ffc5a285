import type { AnyHandler, OperationEntry } from '../../shared/contract/manifest.ts';
import { countsEarly } from '../../shared/contract/rate-limit.ts';
import { isLoopback } from '../../shared/contract/loopback.ts';
import type { FeatureName } from '../../build/codegen/manifest/feature-table.ts';
import { contractsOf } from '../../build/compiler/compile.ts';
import type { Compilation } from '../../build/compiler/compile.ts';
import { createPatternBounds } from './bounded-patterns.ts';
import { Resources } from './written-resources.ts';
import type { createResponder, MockContext, MockRuntime } from './respond.ts';

/** Answers examples in place of the handlers that are not written yet. */
export interface Mock {
  isMocked(id: string): boolean;
  /** A compilation whose patterns run in time that is linear in the size of a request. */
  readonly bound: (compilation: Compilation) => Compilation;
  /** An entry of the manifest that everyone may use, if it is mocked. */
  open(entry: OperationEntry): OperationEntry;
  /**
   * Creates the handler of a mocked operation.
   *
   * @param runtime The exports of the package's `koa` module.
   */
  handlerOf(id: string, runtime: Record<string, unknown>): AnyHandler;
  /** The first output of the dev server. */
  notice(): string;
}

/**
 * Creates a mock.
 *
 * @param served The compilation that is served.
 * @param hasOwnApp Whether the project creates its app, so that nothing is known of its clients.
 */
export function createMock(served: () => Compilation | undefined, hasOwnApp: boolean): Mock {
  /** By version: the same path can have other resources in another one. */
  const resources = new Map<string, Resources>();
  const bound = createPatternBounds();
  let stubs: { readonly of: Compilation | undefined; readonly ids: ReadonlySet<string> } | undefined;
  const idsOf = (): ReadonlySet<string> => {
    const of = served();
    if (stubs === undefined || stubs.of !== of) stubs = { of, ids: new Set(stubsOf(of)) };
    return stubs.ids;
  };
  let world:
    | { readonly of: Compilation; readonly responderOf: (id: string) => ReturnType<typeof createResponder> }
    | undefined;
  const respond = async (id: string, ctx: MockContext, runtime: MockRuntime): Promise<unknown> => {
    const of = served()!;
    if (world?.of !== of) {
      // Loaded only if something is mocked.
      const module = await import('./respond.ts');
      world = { of, responderOf: respondersOf(bound(of).compilation, resources, module.createResponder) };
    }
    return world.responderOf(id)(id, ctx, runtime);
  };
  return {
    bound: (compilation) => bound(compilation).compilation,
    isMocked: (id) => idsOf().has(id),
    open: (entry) => (idsOf().has(entry.id) ? opened(entry, hasOwnApp) : entry),
    handlerOf: (id, runtime) => (ctx: MockContext) => {
      const { problem } = runtime as unknown as MockRuntime;
      if (!isLoopback(ctx.req.socket.remoteAddress ?? '127.0.0.1'))
        throw problem(403, 'Mocked operations only accept requests from this computer.');
      return respond(id, ctx, runtime as unknown as MockRuntime);
    },
    notice() {
      const { size } = idsOf();
      const of = served();
      const count = of?.operations.length ?? 0;
      const slow = of === undefined ? '' : noticeOf(bound(of).unchecked);
      return `unplugin-operations: mocking ${size} of ${count} operations, for requests from this computer only. Mocked operations accept any credentials and keep changes in memory.${slow}`;
    },
  };
}

/** The responder of each operation: one for each version. */
function respondersOf(
  compilation: Compilation,
  resources: Map<string, Resources>,
  create: typeof createResponder,
): (id: string) => ReturnType<typeof createResponder> {
  const contracts = contractsOf(compilation);
  const responders = new Map<string, ReturnType<typeof createResponder>>();
  return (id) => {
    const { version = '' } = contracts.find((each) => each.id === id) ?? {};
    const known = responders.get(version);
    if (known !== undefined) return known;
    const own = contracts.filter((each) => each.version === undefined || each.version === version);
    const kept = resources.get(version) ?? new Resources();
    resources.set(version, kept);
    const made = create(own, compilation.schemas, kept);
    responders.set(version, made);
    return made;
  };
}

/** The most patterns that a notice shows, and the longest one. */
const MAX_SHOWN = 3;
const MAX_LENGTH = 80;

function noticeOf(unchecked: ReadonlySet<string>): string {
  if (unchecked.size === 0) return '';
  const shown = [...unchecked].slice(0, MAX_SHOWN).map(shorten);
  const more = unchecked.size > MAX_SHOWN ? ` and ${unchecked.size - MAX_SHOWN} more` : '';
  return ` Patterns that can take very long to match are not checked: ${shown.join(', ')}${more}.`;
}

function shorten(pattern: string): string {
  return JSON.stringify(pattern.length > MAX_LENGTH ? `${pattern.slice(0, MAX_LENGTH)}...` : pattern);
}

function stubsOf(compilation: Compilation | undefined): string[] {
  const operations = compilation?.operations ?? [];
  return operations.filter(({ handler }) => handler.isStub).map(({ contract }) => contract.id);
}

/** The features that belong to the checks of clients. */
const OF_CLIENTS: Readonly<
  Record<'security' | 'authorization' | 'keys' | 'limits' | 'directives' | 'directiveGuards', FeatureName>
> = {
  security: 'security',
  authorization: 'authorization',
  keys: 'idempotency',
  limits: 'rateLimits',
  directives: 'customDirectives',
  directiveGuards: 'customGuards',
};

/** An entry without its checks of clients. Keys need to know whose they are, so they go with the credentials, and so do limits of a user. */
function opened(entry: OperationEntry, hasOwnApp: boolean): OperationEntry {
  const { security, answers: _, custom: _custom, idempotent, rateLimits = [], ...others } = entry;
  const losesKeys = hasOwnApp && security !== undefined;
  const limits = rateLimits.filter(countsEarly);
  const features = entry.features?.filter(
    (name) =>
      name !== OF_CLIENTS.security &&
      name !== OF_CLIENTS.authorization &&
      name !== OF_CLIENTS.directives &&
      name !== OF_CLIENTS.directiveGuards &&
      !(losesKeys && name === OF_CLIENTS.keys) &&
      !(limits.length === 0 && name === OF_CLIENTS.limits),
  );
  return {
    ...others,
    ...(idempotent !== undefined && !losesKeys && { idempotent }),
    ...(limits.length > 0 && { rateLimits: limits }),
    ...(features !== undefined && { features }),
  };
}
