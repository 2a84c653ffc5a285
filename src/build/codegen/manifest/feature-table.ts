import type { DirectiveFeature } from '../../../directives/effects.ts';
import { DIRECTIVE_FEATURES } from '../../../directives/effects.ts';
import { isCached } from '../../../shared/contract/cache-policy.ts';
import { isGuarded } from '../../../shared/contract/custom-directive.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import type { StreamKind } from '../../../shared/contract/streams.ts';
import { MULTIPART } from '../../../shared/contract/form-types.ts';

/** A feature of operations, which a manifest imports only if one of them has it. */
interface FeatureRow {
  /** The module below `src` that exports the feature by its name. Its effects on a request are its `Steps`: see runtime/koa/runtime.ts. */
  readonly module: string;
  /** Whether an operation has the feature. */
  readonly isOf: (operation: Operation, others: OtherReasons) => boolean;
}

/** The conditions of features in addition to the contract. */
interface OtherReasons {
  /** Whether credentials are required, by the operation or by the document. */
  readonly isSecured: boolean;
  /** The kind of stream that the handler returns. */
  readonly stream: StreamKind | undefined;
  /** Whether the manifest contains the schemas of responses. */
  readonly hasResponses: boolean;
  /** Whether the manifest is for the dev server. */
  readonly isDev: boolean;
}

/** Whether an operation has a custom directive with steps. */
const runsCustom = ({ custom = [] }: Operation): boolean => custom.some(({ runs }) => runs);

/** Whether the responses of an operation are kept out of shared caches. */
const keepsPrivate: FeatureRow['isOf'] = (operation, { isSecured }) =>
  isCached(operation.method) && (isSecured || isGuarded(operation)) && operation.cache?.sameForEveryone !== true;

/** The features that operations have without a directive. */
const OWN = {
  versions: { module: 'runtime/koa/versions/index', isOf: ({ version }) => version !== undefined },
  // Headers that its steps set are on the errors of all others.
  customDirectives: { module: 'directives/custom/runtime/run-directives', isOf: runsCustom },
  body: { module: 'runtime/koa/request/body/index', isOf: ({ body }) => body !== undefined },
  multipart: {
    module: 'runtime/koa/request/body/multipart',
    isOf: ({ body }) => body?.content.some(({ mediaType }) => mediaType === MULTIPART) === true,
  },
  security: { module: 'runtime/koa/request/security/index', isOf: (_operation, { isSecured }) => isSecured },
  authorization: { module: 'runtime/koa/request/authorization', isOf: ({ authorized }) => authorized === true },
  privateResponses: { module: 'runtime/koa/response/private-response', isOf: keepsPrivate },
  // In the dev server, it replaces the one above.
  reportedPrivate: {
    module: 'runtime/koa/response/reported-private',
    isOf: (operation, others) => others.isDev && keepsPrivate(operation, others),
  },
  paging: { module: 'runtime/koa/request/list-input', isOf: ({ paging }) => paging !== undefined },
  // Their way to the body replaces that of paging.
  cursors: {
    module: 'runtime/koa/response/cursors',
    isOf: ({ paging }) => paging?.cursor !== undefined && paging.choices === undefined,
  },
  pageChoices: {
    module: 'runtime/koa/lists/page-choices',
    isOf: ({ paging }) => paging?.choices !== undefined && paging.cursor === undefined,
  },
  cursorChoices: {
    module: 'runtime/koa/lists/cursor-choices',
    isOf: ({ paging }) => paging?.choices !== undefined && paging.cursor !== undefined,
  },
  skippedGuards: {
    module: 'runtime/koa/request/skipped-guards',
    isOf: ({ authorized }, { isSecured, isDev }) => isDev && (isSecured || authorized === true),
  },
  earlyFields: { module: 'runtime/koa/request/early-fields', isOf: (_operation, { isDev }) => isDev },
  nearNames: { module: 'runtime/koa/request/near-names', isOf: (_operation, { isDev }) => isDev },
  equalRows: {
    module: 'runtime/koa/lists/equal-rows',
    isOf: ({ paging }, { isDev }) => isDev && (paging?.cursor ?? paging?.choices?.order) !== undefined,
  },
  streams: { module: 'runtime/koa/streams/index', isOf: (_operation, { stream }) => stream !== undefined },
  checks: { module: 'runtime/koa/response/conformance', isOf: (_operation, { hasResponses }) => hasResponses },
  // In a build, `virtual:operations/mcp` adds it to the manifest that it imports. In the dev server, an app can have another manifest.
  tools: { module: 'runtime/mcp/runtimes', isOf: (_operation, { isDev }) => isDev },
} as const satisfies Readonly<Record<string, FeatureRow>>;

/** The features whose guards only run if the handler does: a repeated request with an idempotency key does not reach them. */
const INNER = {
  sentEvents: { module: 'runtime/koa/response/unfired-events', isOf: (_operation, { isDev }) => isDev },
  // Its step `authorize` calls that of the feature `authorization`, which it replaces.
  customGuards: { module: 'directives/custom/runtime/run-directives', isOf: runsCustom },
} as const satisfies Readonly<Record<string, FeatureRow>>;

/** The name of a feature. */
export type FeatureName = keyof typeof OWN | DirectiveFeature | keyof typeof INNER;

/** All features, in the order of their steps: the first guard is the outermost one. */
export const FEATURES: Readonly<Record<FeatureName, FeatureRow>> = { ...OWN, ...DIRECTIVE_FEATURES, ...INNER };

/** The names of all features, in the order of {@link FEATURES}. */
export const FEATURE_NAMES: readonly FeatureName[] = Object.keys(FEATURES) as FeatureName[];

/** The features that an operation has, in the order of {@link FEATURES}. */
export function featuresOf(operation: Operation, others: OtherReasons): FeatureName[] {
  return FEATURE_NAMES.filter((name) => FEATURES[name].isOf(operation, others));
}
