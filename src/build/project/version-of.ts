import type { Compilation } from '../compiler/compilation.ts';
import { didYouMean, quoteAll } from '../compiler/diagnostics/report.ts';
import { userError } from './errors.ts';

/**
 * The compilation of a version.
 *
 * @throws {Error} If there is no version with this name.
 */
export function compilationOf(compilation: Compilation, version: string): Compilation {
  const all = [...(compilation.older ?? []), compilation];
  const found = all.find((each) => each.version === version);
  if (found !== undefined) return found;
  const names = all.flatMap((each) => each.version ?? []);
  throw userError(
    names.length === 0
      ? `unplugin-operations: unknown version "${version}": the option "versions" is not set.`
      : `unplugin-operations: unknown version "${version}".${didYouMean(version, names) || ` The versions are ${quoteAll(names)}.`}`,
  );
}
