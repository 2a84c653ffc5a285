import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UnpluginBuildContext } from 'unplugin';

/**
 * Makes a bundler rebuild when files are added to or removed from a directory, or one below it.
 *
 * esbuild watches directories through `setUpEsbuild` instead.
 */
export function watchDirectory(context: UnpluginBuildContext, directory: string): void {
  const native = context.getNativeBuildContext?.();
  if (native?.framework === 'webpack' || native?.framework === 'rspack')
    native.loaderContext?.addContextDependency(directory);
  else if (native?.framework !== 'esbuild') for (const each of directoriesBelow(directory)) context.addWatchFile(each);
}

/** A directory and all directories below it. */
export function directoriesBelow(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    const below = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    return [directory, ...below];
  } catch {
    return [directory];
  }
}
