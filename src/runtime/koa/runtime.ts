import type Koa from 'koa';
import type { EventSending } from '../../shared/contract/event.ts';
import type { Manifest, OperationEntry } from '../../shared/contract/manifest.ts';
import type { BodyLimits, RuntimeOptions } from './options.ts';
import type { ProblemWriter } from './response/problem-format.ts';
import type { Steps } from './steps.ts';
import type { Way } from './way.ts';

/** An app's manifest and options, resolved. */
export interface Runtime {
  /** The app that `createApp` made; undefined for a router, which serves any app. */
  readonly app: Koa | undefined;
  readonly manifest: Manifest;
  /** The manifest with the routes of the version that a request names in a header; undefined without such versions. */
  readonly select: ((ctx: Koa.ParameterizedContext) => SelectedManifest) | undefined;
  readonly limits: BodyLimits;
  readonly checksResponses: boolean;
  readonly picksResponses: boolean;
  /** Whether U+0000 in the input is a 400. */
  readonly refusesNul: boolean;
  /** The keys that sign cursors: the first one signs, all of them verify. */
  readonly secrets: readonly string[];
  readonly problems: ProblemWriter;
  /** The value of `ctx.events` in handlers. */
  readonly events: EventSending<never> | undefined;
  /** The features of the manifest. */
  readonly features: { readonly [name: string]: ReturnType<Feature> };
  /**
   * The way of an operation, composed at its first request.
   *
   * @param isSeen Whether the app has middleware, which sees its responses.
   */
  wayOf(operation: OperationEntry, isSeen?: boolean): Way;
}

/**
 * A feature of operations: the table is build/codegen/manifest/feature-table.ts, and only manifests whose operations have it import it.
 *
 * Called once per app. The function that it returns is called once per operation that has the feature.
 */
export type Feature = (runtime: Runtime, options: RuntimeOptions) => (operation: OperationEntry) => Steps;

/** The manifest with the routes of a version. */
export interface SelectedManifest extends Manifest {
  /** The name of the version, empty if it is unknown; undefined if requests name none in a header. */
  readonly selected?: string;
  /**
   * Set if the version is unknown.
   *
   * @param path The path below the prefix of the router; undefined if the request target has none.
   * @param isWhole Whether nothing else has other paths.
   * @throws {Error} A 400, for a path of any version.
   */
  readonly refuseVersion?: (path: string | undefined, isWhole: boolean) => void;
}

/** The manifest of a request. */
export function manifestOf({ select, manifest }: Runtime, ctx: Koa.ParameterizedContext): SelectedManifest {
  return select === undefined ? manifest : select(ctx);
}
