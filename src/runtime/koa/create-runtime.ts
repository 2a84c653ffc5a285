import type Koa from 'koa';
import type { Manifest, OperationEntry } from '../../shared/contract/manifest.ts';
import { checkHandler, refuseOwnAuthorize, composeWay } from './compose-way.ts';
import type { RuntimeOptions } from './options.ts';
import { resolveLimits, resolveSecrets } from './options.ts';
import { checkUnusedVerifiers, checkVerifiers } from './request/security/unused-verifiers.ts';
import { resolveProblems } from './response/problem-format.ts';
import type { Feature, Runtime } from './runtime.ts';
import { nearest } from './near.ts';
import { usageError } from './usage-error.ts';
import type { Steps } from './steps.ts';
import type { Way } from './way.ts';

/**
 * Resolves everything that requests need before the first one arrives.
 *
 * @param app The app that `createApp` made.
 * @throws {TypeError} If a handler or middleware is not a function, a security scheme has no verifier, or a verifier no scheme.
 */
export function createRuntime(manifest: Manifest, options: RuntimeOptions, app?: Koa): Runtime {
  const hasResponses = manifest.features.checks !== undefined;
  const seen = new WeakMap<OperationEntry, Way>();
  const unseen = new WeakMap<OperationEntry, Way>();
  const features: { [name: string]: ReturnType<Feature> } = {};
  const verifiers = options.security ?? {};
  checkVerifiers(verifiers);
  const runtime: Runtime = {
    app,
    manifest,
    select: manifest.versions?.select(manifest, options),
    limits: resolveLimits(options),
    checksResponses: hasResponses && options.checkResponses !== false,
    picksResponses: options.pickResponses ?? true,
    refusesNul: options.refuseNul === true,
    secrets: resolveSecrets(options),
    problems: resolveProblems(manifest, options.formatProblem),
    events: options.events,
    features,
    wayOf(operation, isSeen = true) {
      const ways = isSeen ? seen : unseen;
      const known = ways.get(operation);
      if (known !== undefined) return known;
      const steps = (): Steps[] => operation.features?.map((name) => features[name]!(operation)) ?? [];
      const way = isSeen ? composeWay(runtime, operation, steps()) : hideResponses(runtime.wayOf(operation));
      ways.set(operation, way);
      return way;
    },
  };
  if (options.checkResponses === true && !hasResponses) refuseChecks(manifest);
  if (options.versionOf !== undefined && manifest.versions === undefined)
    throw usageError('The option versionOf needs the option "version" of the plugin.');
  checkDirectives(Object.keys(options.directives ?? {}), manifest);
  for (const [name, feature] of Object.entries<Feature>(manifest.features)) features[name] = feature(runtime, options);
  checkUnusedVerifiers(manifest, verifiers, app === undefined);
  for (const entry of manifest.operations) {
    checkMiddleware(entry);
    if (entry.load === undefined) checkHandler(entry, entry.handler);
  }
  return runtime;
}

/**
 * Checks the options of custom directives. One that no operation uses isn't a mistake, but one that the build doesn't know guards nothing.
 *
 * @throws {TypeError} If the build does not know a directive.
 */
function checkDirectives(names: readonly string[], { directives: known = [] }: Manifest): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  throw usageError(
    near === undefined
      ? `The option "directives.${unknown}" has no effect, because the build doesn't know the directive "@${unknown}". Add its package to "operations.directives" in package.json, and build again.`
      : `Unknown option "directives.${unknown}". Did you mean "directives.${near}"?`,
  );
}

/** The way of an operation in an app without middleware: only its own `_middleware` files see its responses. */
function hideResponses(way: Way): Way {
  return { ...way, isSeen: way.around !== undefined };
}

/**
 * @throws {TypeError} If a `_middleware` file exports something that is not a function, has a guard that would not run, or is a router of @koa/router, which runs
 * its middleware only for its own routes.
 */
function checkMiddleware(entry: OperationEntry): void {
  const { id, middleware = [] } = entry;
  for (const exported of middleware as readonly unknown[])
    for (const each of middlewareIn(exported, `The _middleware file around ${id} must export`)) {
      refuseOwnAuthorize(each, 'middleware', entry);
      if ('router' in each)
        throw usageError(
          `The _middleware file around ${id} exports a router, which runs only for its own routes. Export its middleware.`,
        );
    }
}

/**
 * The functions of a list of middleware, or of one without a list.
 *
 * @param maker Who needs them, with its verb.
 * @throws {TypeError} If one isn't a function, or if the list is empty, which would let every request pass.
 */
function middlewareIn(given: unknown, maker: string): readonly object[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  const wrong = list.findIndex((item) => typeof item !== 'function');
  if (list.length > 0 && wrong === -1) return list as readonly object[];
  const found = list.length === 0 ? 'an empty list' : typeof list[wrong];
  throw usageError(`${maker} a function or a list of functions, not ${found}.`);
}

/** Checks the lists of middleware that `router.use` gets. Others are paths. */
export function checkLists(middleware: readonly unknown[]): void {
  for (const each of middleware)
    if (Array.isArray(each) && typeof each[0] !== 'string') middlewareIn(each, 'router.use takes');
}

function refuseChecks({ operations: [unchecked] }: Manifest): void {
  if (unchecked === undefined) return;
  throw usageError(
    `The option checkResponses needs response schemas, but the bundle has none for ${unchecked.id}. Build it with the plugin's option checkResponses.`,
  );
}
