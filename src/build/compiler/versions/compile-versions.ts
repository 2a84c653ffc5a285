import type { Compilation, CompilationInput } from '../compilation.ts';
import type { CompilationCache } from '../cache.ts';
import { createCache } from '../cache.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { locateName } from '../diagnostics/source.ts';
import { guardsIn } from '../operations/guarding.ts';
import { checkOtherTree } from '../operations/other-tree.ts';
import { parseSettings } from '../operations/parse-settings.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import { isInWebhooks, versionsDirectory } from '../operations/tree-files.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { compareVersions } from './compare-versions.ts';
import { findNamedGuards } from './named-guards.ts';
import { checkVersionImports } from './version-imports.ts';
import type { Stage, VersionInput } from '../api-version.ts';

/** Compiles a tree as one version. */
type CompileTree = (input: CompilationInput, stage: Stage) => Compilation;

/**
 * Compiles each version by itself, so that their paths, names and definitions do not clash.
 *
 * @returns The compilation of the last version, with those of the others. It has the diagnostics of all of them.
 */
export function compileVersions(input: CompilationInput, compileTree: CompileTree): Compilation {
  const { versions = [], cache = createCache(), directory = 'app/operations' } = input;
  const names = versions.map(({ name }) => name);
  const shown = versionsDirectory(directory) ?? directory;
  const layers = versions.slice(0, -1).map(({ name, definitions = [] }) => ({
    version: name,
    definitions,
    directory: `${shown}/${name}/definitions`,
  }));
  const alone = versions.map((version, i) => {
    const isLast = i === versions.length - 1;
    const own = isLast ? { ...input, cache } : olderInput(input, versions.slice(i, -1), cacheOf(cache, version.name));
    // Newer ones are below older ones.
    return compileTree(own, { version, names, layers: layers.slice(i).toReversed() });
  });
  const { compilations, diagnostics } = compareVersions(alone, layers);
  const last = compilations.at(-1)!;
  const header = headerOf(versions);
  const older = compilations.slice(0, -1).map((compilation) => ({ ...compilation, events: [], versionNames: names }));
  const own = [
    ...diagnostics,
    ...findImports(input, cache, directory),
    ...checkDirectories(input, compilations, shown),
    ...(header === undefined ? findClashes(compilations) : []),
    ...findNamedGuards(compilations, versions),
    ...findLostGuards(input, compilations),
  ];
  return {
    ...last,
    versionNames: names,
    ...(header !== undefined && { versionHeader: header }),
    diagnostics: sortDiagnostics([
      ...own,
      ...mergeDiagnostics(compilations.toReversed(), shown).filter((each) => !isSaid(each, diagnostics)),
    ]),
    watchFiles: [
      ...new Set([...compilations.flatMap(({ watchFiles }) => watchFiles), ...definitionFiles(input, shown)]),
    ],
    readsOthers: compilations.some(({ readsOthers }) => readsOthers),
    older,
  };
}

/** Finds guards that do not run for webhooks below their paths in an older version, and the other way round. */
function findLostGuards(input: CompilationInput, compilations: readonly Compilation[]): Diagnostic[] {
  const last = compilations.at(-1)!;
  const received = last.operations.filter(({ contract }) => isInWebhooks(contract.id));
  if (received.length === 0) return [];
  const around = guardsIn(last).filter(({ directory }) => isInWebhooks(directory));
  const found: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => found.push(diagnostic);
  for (const [i, each] of compilations.slice(0, -1).entries()) {
    const settings = parseSettings(input, input.versions?.[i]?.prefix);
    checkOtherTree([...guardsIn(each), ...around], [...each.operations, ...received], settings, report);
  }
  return found.filter(({ code, at }) => !last.diagnostics.some((each) => each.code === code && each.at === at));
}

/** The files of today and of an older version. Webhooks and events have no versions, but operations name events. */
function olderInput(
  input: CompilationInput,
  layers: readonly VersionInput[],
  cache: CompilationCache,
): CompilationInput {
  // Files that aren't compiled are reported with the last version.
  const { unread: _, hidden: _hidden, unusedGlobs: _globs, lostEvents: _events, ...others } = input;
  const { treeSpellings: _spellings, ...read } = others;
  const { customDiagnostics: _custom, versions: _versions, versionDirectories: _directories, ...shared } = read;
  const today = shared.files.filter(({ path }) => !isInWebhooks(path));
  return { ...shared, files: [...today, ...layers.flatMap(({ files = [] }) => files)], cache };
}

/** The header that names a version, and the version without it. */
function headerOf(versions: readonly VersionInput[]): Compilation['versionHeader'] {
  const usual = versions.find(({ header }) => header?.isDefault);
  return usual?.header && { name: usual.header.name, default: usual.name };
}

function cacheOf({ versions }: CompilationCache, name: string): CompilationCache {
  return getOrAdd(versions, name, createCache);
}

function definitionFiles({ versions = [] }: CompilationInput, shown: string): string[] {
  return versions.flatMap(({ name, definitions = [] }) =>
    definitions.map(({ path }) => `${shown}/${name}/definitions/${path}`),
  );
}

/**
 * The diagnostics of all versions, each once: of files of today, an older version has only those that the last one does not have, and of these only the
 * errors, paths without their guard, and the warnings about a file of an older version, such as a guard that does not run for an operation of today.
 *
 * @param compilations The newest one first.
 */
function mergeDiagnostics(compilations: readonly Compilation[], shown: string): Diagnostic[] {
  const seen = new Set<string>();
  // A line of today that would be right for the last version can be wrong for an older one.
  const all = compilations.flatMap(({ diagnostics }) => diagnostics);
  const settled = new Map(all.flatMap((each) => (each.addsSecurity === undefined ? [] : [[keyOf(each), each]])));
  const used = new Set(all.some(({ code }) => UNUSED.includes(code)) ? compilations.flatMap(usedKeys) : []);
  const isInOlder = ({ source }: Location): boolean => source.file.startsWith(`${shown}/`);
  return compilations.flatMap(({ diagnostics, version }, i) =>
    diagnostics.flatMap((given): Diagnostic[] => {
      const key = keyOf(given);
      if (UNUSED.includes(given.code) && used.has(key)) return [];
      const diagnostic = settled.get(key) ?? given;
      const { code, at, notes, severity, message } = diagnostic;
      const isNew = !seen.has(key);
      const isOwn = isInOlder(at);
      const isOfToday =
        severity === 'warning' && code !== 'unguarded-path' && !notes.some((note) => isInOlder(note.at));
      if (i > 0 && (!isNew || (!isOwn && (isOfToday || NAMED_BY_PATH.includes(code))))) return [];
      seen.add(key);
      return [i === 0 || isOwn ? diagnostic : { ...diagnostic, message: `${message} (In version "${version}".)` }];
    }),
  );
}

/** The diagnostics of definitions and schemes that a version would have if it didn't use them. */
function usedKeys({ definitions, diagnostics }: Compilation): string[] {
  const { schemas, parameters, responses, schemes } = definitions;
  const unused = new Set(diagnostics.filter(({ code }) => UNUSED.includes(code)).map(keyOf));
  const declared = [...schemas.values(), ...parameters.values(), ...responses.values(), ...schemes];
  return declared.flatMap(({ at }) => UNUSED.map((code) => keyOf({ code, at }))).filter((key) => !unused.has(key));
}

function keyOf({ code, at }: Pick<Diagnostic, 'code' | 'at'>): string {
  return JSON.stringify([code, at.source.file, at.span]);
}

/** Whether an error about the guards of the replaced file makes a warning about its directory redundant: both are in the same file. */
function isSaid({ code, at }: Diagnostic, errors: readonly Diagnostic[]): boolean {
  if (code !== 'unguarded-path') return false;
  return errors.some((error) => error.code === 'version-guard' && error.at.source.file === at.source.file);
}

/** The diagnostics of what no operation of a version uses. */
const UNUSED: readonly Diagnostic['code'][] = ['unused-scheme', 'unused-definition'];

/** The diagnostics about the types of today's paths. */
const NAMED_BY_PATH: readonly Diagnostic['code'][] = ['other-operation'];

/** Reports directories that no version has, and versions without a difference. */
function checkDirectories(
  { versions = [], versionDirectories = [], directory = 'app/operations' }: CompilationInput,
  compilations: readonly Compilation[],
  shown: string,
): Diagnostic[] {
  const names = versions.map(({ name }) => name);
  const places = { versions: shown, operations: directory };
  const strays = versionDirectories.flatMap((path): Diagnostic[] => {
    const [name = '', tree] = path.slice(shown.length + 1).split('/');
    if (!names.slice(0, -1).includes(name)) return [messages.unknownVersion(locateName(path), name, names, places)];
    return tree === 'operations' || tree === 'definitions' ? [] : [messages.versionTree(locateName(path), tree ?? '')];
  });
  const same = versions.slice(0, -1).flatMap(({ name, files = [], definitions = [] }, i): Diagnostic[] => {
    const [own, next] = [compilations[i]!, compilations[i + 1]!];
    if (files.length + definitions.length > 0 || isShorter(own, next)) return [];
    return [messages.sameVersion(locateName(directory), name, next.version!, shown)];
  });
  return [...strays, ...same];
}

function findImports(
  { versions = [], files }: CompilationInput,
  cache: CompilationCache,
  directory: string,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const version of versions)
    checkVersionImports(version.files ?? [], files, { directory, cache }, (diagnostic) => found.push(diagnostic));
  return found;
}

/** Finds operations of different versions that match the same requests, if the last one has no prefix. */
function findClashes(compilations: readonly Compilation[]): Diagnostic[] {
  const known = new Map<string, CompiledOperation>();
  return compilations.flatMap(({ operations }) =>
    operations.flatMap((operation): Diagnostic[] => {
      const { contract, templateKey, pathAt } = operation;
      const key = `${contract.method} ${templateKey}`;
      const other = known.get(key);
      if (other === undefined) known.set(key, operation);
      if (other === undefined || other.contract.version === contract.version) return [];
      return [messages.duplicateRoute(pathAt, contract.method, contract.path, other.pathAt)];
    }),
  );
}

/** Reports the directories of versions in a project without the option. */
export function checkLostVersions(input: CompilationInput, report: Report): void {
  const { versionDirectories = [], directory = 'app/operations' } = input;
  if (versionDirectories.length > 0)
    checkDirectories(input, [], versionsDirectory(directory) ?? directory).forEach(report);
}

/** Whether a version lacks operations of the next one. */
export function isShorter(own: Compilation, next: Compilation): boolean {
  const known = new Set(own.operations.map(({ contract }) => contract.id));
  return next.operations.some(({ contract: { id } }) => !known.has(id));
}
