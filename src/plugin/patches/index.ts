import type { UnpluginOptions } from 'unplugin';
import type { PatchName } from '../../build/project/options.ts';
import { DEBUGLOG } from './debuglog.ts';
import { ASCII } from './ascii.ts';
import { LATE_REQUIRES } from './late-koa.ts';
import { MIME_TYPES } from './mime-types.ts';
import type { Patch } from './patch.ts';

/** All patches, in their order. docs/reference/plugin-options.md lists them with their reasons. */
export const PATCHES: Readonly<Record<PatchName, Patch>> = {
  'mime-types': MIME_TYPES,
  'late-requires': LATE_REQUIRES,
  ascii: ASCII,
  debuglog: DEBUGLOG,
};

/** The plugins that apply patches: all, none, or those of a list. */
export function patchPlugins(patches: boolean | readonly PatchName[]): UnpluginOptions[] {
  const names = Object.keys(PATCHES) as PatchName[];
  const applied = names.filter((name) => (typeof patches === 'boolean' ? patches : patches.includes(name)));
  return applied.map((name): UnpluginOptions => {
    const { files, marker, apply } = PATCHES[name];
    return {
      name: `unplugin-operations:${name}`,
      enforce: 'pre',
      transform: {
        filter: { id: [files].flat(), ...(marker !== undefined && { code: marker }) },
        handler: (code, id) => ({ code: apply(code, id), map: null }),
      },
    };
  });
}
