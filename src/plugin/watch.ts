import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UnpluginBuildContext } from 'unplugin';

/**
 * Has a bundler build anew when files come and go in a directory, or in one below it.
 *
 * esbuild takes no directories here: it is told of them in `setUpEsbuild`.
 */
export function watchDirectory(context: UnpluginBuildContext, directory: string): void {
  const native = context.getNativeBuildContext?.();
  if (native?.framework === 'webpack' || native?.framework === 'rspack')
    native.loaderContext?.addContextDependency(directory);
  else if (native?.framework !== 'esbuild') for (const each of directoriesBelow(directory)) context.addWatchFile(each);
}

/** A directory and all below it; none where it is missing. */
export function directoriesBelow(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    const below = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    return [directory, ...below];
  } catch {
    return [directory];
  }
}
