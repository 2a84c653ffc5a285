import type { Compilation } from '../build/compiler/compile.ts';
import type { Project } from '../build/project/project.ts';
import { joinVersions } from '../build/compiler/versions/join-versions.ts';
import { compilationOf } from '../build/project/version-of.ts';
import type { CommandOutcome } from './command-outcome.ts';
import { errorsOf } from './command-outcome.ts';

/** The option for one version of the API. `--version` is that of the command itself, unless it has a value. */
export const VERSION = [
  '--api-version <name>',
  'The version of the API, also --version <name> (default: the last one)',
] as const;

/** Arguments in which `--version v1` is `--api-version v1`. */
export function withVersion(argv: readonly string[]): string[] {
  return argv.map((text, i) => {
    const [, value] = /^--version=(.*)$/s.exec(text) ?? [];
    if (value !== undefined) return `--api-version=${value}`;
    const next = argv[i + 1];
    return text === '--version' && i > 2 && next !== undefined && !next.startsWith('-') ? '--api-version' : text;
  });
}

/** The compilation of the option `--api-version`. */
export function versionOf(compilation: Compilation, { apiVersion }: { readonly apiVersion?: unknown }): Compilation {
  return apiVersion === undefined ? compilation : compilationOf(compilation, String(apiVersion));
}

/** The option for the version that a request names in its header. */
export const VERSION_HEADER = [
  '--api-version <name>',
  'The version of the API that a header names, also --version <name>',
] as const;

/** The compilation that serves a request: of all versions, or of the one that its header names. */
export function requestedVersion(
  compilation: Compilation,
  { apiVersion = compilation.versionHeader?.default }: { readonly apiVersion?: unknown },
): Compilation {
  return apiVersion === undefined ? joinVersions(compilation) : compilationOf(compilation, String(apiVersion));
}

/** The changes between two versions, of which the older one is the first. */
export async function changelog(
  project: Project & { readonly compilation: Compilation },
  before: string,
  after: string,
): Promise<CommandOutcome> {
  const { compilation } = project;
  const failure = errorsOf(compilation);
  if (failure !== undefined) return failure;
  const versions = [compilationOf(compilation, before), compilationOf(compilation, after)] as const;
  const { changelogOf } = await import('../tools/diff/index.ts');
  return { text: changelogOf(versions, project), code: 0 };
}
