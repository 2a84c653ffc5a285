import type { VersionName } from '../../../shared/contract/registry.ts';
import type { Feature } from '../runtime.ts';

/** Sets `ctx.version`. Generated code imports it, so that only bundles of APIs with versions have it. */
export const versions: Feature = () => (operation) => ({
  enter(ctx) {
    ctx.version = operation.version as VersionName;
  },
});
