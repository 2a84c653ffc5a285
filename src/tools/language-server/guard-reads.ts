import { relative } from 'node:path';
import type { CompiledOperation } from '../../build/compiler/compile.ts';
import type { Edit } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { Location, SourceText, Span } from '../../build/compiler/diagnostics/source.ts';
import { formatLocation, isSpanIn } from '../../build/compiler/diagnostics/source.ts';
import { AUTHORIZE } from '../../build/compiler/operations/guard-names.ts';
import { middlewareAround } from '../../build/compiler/operations/middleware.ts';
import { readFacts } from '../../build/compiler/operations/module-facts.ts';
import { moduleReader } from '../../build/compiler/operations/module-reader.ts';
import { fileInTree } from '../../build/compiler/operations/tree-files.ts';
import { createAliases } from '../../build/project/aliases.ts';
import { appModule } from '../../build/project/app-module.ts';
import { toPosix } from '../../build/project/files.ts';
import type { OpenProject } from './open-project.ts';
import { editReads, hiddenReads } from './parameter-names.ts';
import type { ParameterName } from './parameter-roles.ts';
import { eachNode } from './syntax-walk.ts';

/** The rename of a parameter of some operations. */
interface ParameterRename {
  readonly operations: readonly CompiledOperation[];
  readonly parameter: ParameterName;
  readonly to: string;
}

/** The changes of a rename in guards. */
export interface GuardEdits {
  readonly edits: readonly Edit[];
  /** Where guards may read the parameter in a way that no edit changes. */
  readonly unsure: readonly Location[];
}

/** The guards around some operations, and whether others have the parameter too. */
interface Around {
  /** The files as diagnostics show them, with an operation that keeps the name. */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** The files of the operations. */
  readonly own: ReadonlySet<string>;
}

/**
 * Renames a parameter in the `_middleware` files around its operations: a guard that reads the old name gets undefined, and may let everyone pass.
 *
 * @param isEdited Whether the rename changes a file anyway.
 * @throws {Error} If a guard also runs for operations that keep the name, or if a function of another module reads it.
 */
export function renameInGuards(
  project: OpenProject,
  sources: readonly SourceText[],
  rename: ParameterRename,
  isEdited: (file: string) => boolean,
): GuardEdits {
  const { parameter, to } = rename;
  if (to === parameter.name) return { edits: [], unsure: [] };
  const around = guardsAround(project, rename);
  const guards = sources.filter(({ file }) => around.files.has(file));
  const edits = guards.flatMap((source) => {
    const found = editReads(source, parameter, to);
    const other = around.files.get(source.file);
    if (found[0] !== undefined && other !== undefined)
      throw new Error(
        `${formatLocation(found[0].at)} reads "${parameter.name}" for ${other} too, which would keep the name. Rename it by hand, in all of these operations.`,
      );
    return isEdited(source.file) ? [] : found;
  });
  const isOther = ({ source: { file } }: Location): boolean =>
    !around.files.has(file) && !around.own.has(file) && !isEdited(file);
  const files = sources.filter(({ file }) => around.files.has(file) || around.own.has(file));
  const read = readsBehind(project, files, rename).find(isOther);
  if (read !== undefined)
    throw new Error(
      `${formatLocation(read)} reads "${parameter.name}" too, and may run for these operations. Rename it by hand.`,
    );
  const inApp = readsBehind(project, appOf(project), rename).filter(isOther);
  const own = sources
    .filter(({ file }) => around.own.has(file))
    .flatMap((source) => {
      const bodies = authorizeIn(source);
      return hiddenReads(source, parameter).filter(({ span }) => bodies.some((body) => isSpanIn(span, body)));
    });
  return { edits, unsure: [...guards.flatMap((source) => hiddenReads(source, parameter)), ...own, ...inApp] };
}

/** The `authorize` of an operation: the other code of its file can pass on parameters, as handlers do. */
function authorizeIn(source: SourceText): Span[] {
  const found: Span[] = [];
  eachNode(source, (node) => {
    const { name } = (node['id'] ?? {}) as { readonly name?: unknown };
    if (name === AUTHORIZE) found.push(node);
  });
  return found;
}

function guardsAround(project: OpenProject, { operations, parameter }: ParameterRename): Around {
  const { older = [], ...last } = project.compilation()!;
  const renamed = new Set(operations.map(({ contract }) => contract.id));
  const files = new Map<string, string | undefined>();
  const own = new Set<string>();
  const pathsAround = (operation: CompiledOperation, { middleware }: Pick<typeof last, 'middleware'>): string[] =>
    middlewareAround(operation, middleware).map(({ path }) => fileInTree(project.shown.directory, path));
  for (const version of [last, ...older])
    for (const operation of version.operations.filter(({ contract }) => renamed.has(contract.id))) {
      own.add(operation.handler.at.source.file);
      for (const file of pathsAround(operation, version)) files.set(file, undefined);
    }
  for (const version of [last, ...older])
    for (const operation of version.operations) {
      if (renamed.has(operation.contract.id) || !mayHave(operation, parameter)) continue;
      for (const file of pathsAround(operation, version)) if (files.has(file)) files.set(file, operation.contract.id);
    }
  return { files, own };
}

function mayHave({ contract }: CompiledOperation, { place, name }: ParameterName): boolean {
  if (place === 'body') return contract.body !== undefined;
  return contract.parameters.some((one) => one.in === place && one.name === name);
}

/** The reads of a parameter in the modules that some files import, and in those that these import. */
function readsBehind(
  project: OpenProject,
  entries: readonly SourceText[],
  { parameter, to }: ParameterRename,
): Location[] {
  const readFile = (file: string): string | undefined => project.textOf(file);
  const modules = moduleReader([], readFacts, { readFile, resolveAlias: createAliases(readFile) });
  const found = new Set(entries.flatMap((source) => readFacts(source) ?? []));
  // The set grows while it is gone through.
  for (const { source, taken, stars, called } of found)
    for (const specifier of [...taken.map(({ from }) => from), ...stars, ...called]) {
      const module = specifier === '' ? undefined : modules.find(source.file, specifier);
      if (module !== undefined && module !== 'package' && module.facts !== undefined) found.add(module.facts);
    }
  return [...found].flatMap(({ source }) => editReads(source, parameter, to)).map(({ at }) => at);
}

/** The module that the option `app` names. */
function appOf(project: OpenProject): SourceText[] {
  const path = appModule(project.root, project.options.app);
  const file = path === undefined ? '' : toPosix(relative(project.root, path));
  const text = file === '' ? undefined : project.textOf(file);
  return text === undefined ? [] : [{ file, text }];
}
