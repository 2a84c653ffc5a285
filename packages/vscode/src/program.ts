import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The program `operations` of a project. */
export interface Program {
  readonly file: string;
  /** The directory of the package that depends on it. */
  readonly directory: string;
}

/**
 * Finds the program in a directory, otherwise in one of the packages below it.
 *
 * @param packages Lists the directories of those packages.
 */
export async function findProgram(
  directory: string,
  packages: () => Promise<readonly string[]>,
): Promise<Program | undefined> {
  const own = programOf(directory);
  if (own !== undefined) return own;
  for (const each of await packages()) {
    const found = programOf(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

function programOf(directory: string): Program | undefined {
  const require = createRequire(join(directory, 'package.json'));
  try {
    const manifest = require.resolve('unplugin-operations/package.json');
    const { bin } = require(manifest) as { readonly bin: { readonly operations: string } };
    return { file: join(dirname(manifest), bin.operations), directory };
  } catch {
    return undefined;
  }
}
