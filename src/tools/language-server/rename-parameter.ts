import { routeOf } from '../../shared/contract/operation.ts';
import { existsSync, readdirSync } from 'node:fs';
import type { Comment } from '../../build/compiler/comment/comment.ts';
import { slicePassage } from '../../build/compiler/comment/comment.ts';
import { readParameterPhrase } from '../../build/compiler/comment/line.ts';
import type { CompiledOperation } from '../../build/compiler/compile.ts';
import type { Edit } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { Location, SourceText } from '../../build/compiler/diagnostics/source.ts';
import { splitPlace } from '../../build/compiler/language/parameter.ts';
import { declarationsOf } from '../../build/compiler/link.ts';
import { includesSet } from '../../build/compiler/definitions/includes.ts';
import type { SetDefinition } from '../../build/compiler/definitions/model.ts';
import type { Declarations, DeclaredParameter } from '../../build/compiler/language/declared.ts';
import { isMiddlewareFile } from '../../build/compiler/operations/middleware.ts';
import { fileInTree, isAround, pathInTree } from '../../build/compiler/operations/tree-files.ts';
import { pathInSources } from '../../build/project/sources.ts';
import { renameInGuards } from './guard-reads.ts';
import { clientModulesIn } from './client-modules.ts';
import { bracesOf, editCalls, editReads, editRoutes } from './parameter-names.ts';
import type { ParameterName } from './parameter-roles.ts';
import type { OpenProject } from './open-project.ts';
import type { ParameterLine } from './rename-checks.ts';
import { checkParameterName, checkOthers, declares, isInScope, isSameName } from './rename-checks.ts';
import type { Renamable, Renaming } from './renaming.ts';
import { sourceFilesIn } from './source-files.ts';
import { touches } from './symbol-at.ts';

/** The parameter at an offset: a `@param` of an operation or of a directory. */
export function parameterAt(project: OpenProject, file: string, offset: number): Renamable | undefined {
  const compilation = project.compilation();
  const path = pathInSources(project, file);
  if (compilation === undefined) return undefined;
  if (path === undefined) return setParameterAt(project, file, offset);
  const operation = compilation.operations.find(({ contract }) => contract.id === path);
  const comments = compilation.comments.get(project.shownAs(file)) ?? [];
  const line = comments
    .flatMap((comment) => parameterLines(comment, operation))
    .find(({ at, isProperty }) => !isProperty && touches(at.span, offset));
  if (line === undefined) return undefined;
  const segments = isMiddlewareFile(path) ? path.split('/').slice(0, -1) : path.split('/');
  const depth = segments.findIndex((segment) => bracesOf(line.name).some((text) => segment.includes(text)));
  const { at, name } = line;
  const isInPath = line.place === 'path' || (operation === undefined && line.isBare);
  if (depth !== -1 && isInPath)
    return { at, name, rename: (to) => renameInPath(project, name, segments.slice(0, depth + 1).join('/'), to) };
  if (line.place === 'path' || (operation === undefined && (line.isBare || !isMiddlewareFile(path)))) return undefined;
  const lines = comments.flatMap((comment) => parameterLines(comment, operation));
  const isMeant = ({ contract: { id } }: CompiledOperation): boolean =>
    operation === undefined ? isAround(path.replace(/[^/]*$/, ''), id) : id === path;
  return { at, name, rename: (to) => renameOther(project, compilation.operations.filter(isMeant), lines, line, to) };
}

/** The parameter at an offset in a `@param-define`, unless it is in the path of an operation: then the directory has its name. */
function setParameterAt(project: OpenProject, file: string, offset: number): Renamable | undefined {
  const { comments, definitions } = project.compilation()!;
  const shown = project.shownAs(file);
  const lines = (comments.get(shown) ?? []).map((comment) => parameterLines(comment, undefined));
  const isHere = ({ at, isProperty }: ParameterLine): boolean => !isProperty && touches(at.span, offset);
  const own = lines.find((some) => some.some(isHere)) ?? [];
  const line = own.find(isHere);
  if (line === undefined) return undefined;
  const isDeclared = ({ at }: SetDefinition<DeclaredParameter>['entries'][number]): boolean =>
    at.source.file === shown && touches(at.span, line.at.span.start);
  const set = [...definitions.parameters.values()].find(({ entries }) => entries.some(isDeclared));
  if (set === undefined) return undefined;
  const users = usersOf(project, set.name, line);
  if (users.some(({ place }) => place === 'path')) return undefined;
  return { at: line.at, name: line.name, rename: (to) => renameInSet(project, set, users, own, line, to) };
}

/** An operation or a directory that includes a parameter, and where the parameter is. */
interface User {
  readonly file: string;
  readonly place: ParameterName['place'];
  readonly operation?: CompiledOperation;
}

/** The operations and directories that include a set; those that declare its parameter themselves keep their own. */
function usersOf(project: OpenProject, name: string, line: ParameterLine): User[] {
  const { operations, directories, definitions } = project.compilation()!;
  const includes = ({ parameterIncludes }: Declarations): boolean =>
    parameterIncludes.some((include) => includesSet(include, definitions.parameters, name));
  const users = operations
    .filter(
      (operation) =>
        declarationsOf(operation).some(includes) && !declarationsOf(operation).some((one) => declares(one, line)),
    )
    .map((operation): User => {
      const declared = operation.contract.parameters.find((one) => one.name === line.name);
      const place = line.isBare ? (declared?.in ?? 'body') : line.place;
      return { file: operation.handler.at.source.file, place, operation };
    });
  const around = directories
    .filter(({ declarations }) => includes(declarations))
    .map(({ path }): User => ({ file: fileInTree(project.shown.directory, path), place: line.place }));
  return [...users, ...around];
}

/** A parameter of a set: its line, the code of the operations that include it, and the calls of the client. */
function renameInSet(
  project: OpenProject,
  { entries }: SetDefinition<DeclaredParameter>,
  users: readonly User[],
  lines: readonly ParameterLine[],
  line: ParameterLine,
  to: string,
): Renaming {
  if (to !== line.name) checkParameterName(to);
  const operations = users.flatMap(({ operation }) => operation ?? []);
  const taken = [
    ...entries.map(({ value }) => value.name),
    ...operations.flatMap((operation) => [
      ...operation.contract.parameters.map(({ name }) => name),
      ...declarationsOf(operation).flatMap(({ parameters }) => parameters.map(({ value }) => value.name)),
    ]),
  ];
  if (to !== line.name && taken.includes(to)) throw new Error(`"${to}" already exists.`);
  const sources = sourceFilesIn(project);
  const unsure: Location[] = [];
  const edits = [...new Set(users.map(({ place }) => place))].map((place) => {
    const there = users.filter((user) => user.place === place);
    const files = new Set(there.map(({ file }) => file));
    const parameter = { place, name: line.name };
    const called = there.flatMap(({ operation }) => operation ?? []);
    const guards = renameInGuards(project, sources, { operations: called, parameter, to }, (file) => files.has(file));
    unsure.push(...guards.unsure);
    return [
      ...guards.edits,
      ...sources.filter(({ file }) => files.has(file)).flatMap((source) => editReads(source, parameter, to)),
      ...callsOf(called, sources, parameter, to),
    ];
  });
  const isBody = users.every(({ place }) => place === 'body');
  const own = lines.filter((one) => isSameName(one, line) && one.isBare === line.isBare && (isBody || !one.isProperty));
  return { edits: [...own.map(({ at }) => ({ at, text: to })), ...edits.flat()], moves: [], unsure };
}

/** A parameter of the path: its lines in the operations below the directory, the code that reads it, and the directory. */
function renameInPath(project: OpenProject, name: string, prefix: string, to: string): Renaming {
  const { operations, comments } = project.compilation()!;
  const { directory, shown } = project;
  // Windows refuses some of these in names of files, and quotes would end the texts that name a route.
  if (to !== name && (!/^[^\s\p{Cc}{}/\\#?:*"'<>|]+$/u.test(to) || to === '__proto__' || to.endsWith('...')))
    throw new Error(`"${to}" is not a valid name.`);
  const [head, tail] = splitLast(prefix);
  // The files of its methods and the directory share the segment.
  const group = readdirSync(`${directory}/${head}`).filter((entry) => segmentOf(entry) === segmentOf(tail));
  const moves = group.map((entry) => ({
    from: `${directory}/${head}${entry}`,
    to: `${directory}/${head}${bracesOf(name).reduce((path, text, i) => path.replace(text, () => bracesOf(to)[i]!), entry)}`,
  }));
  const isBelow = (path = ''): boolean =>
    group.some((entry) => path === `${head}${entry}` || path.startsWith(`${head}${entry}/`));
  const below = operations.filter(({ contract }) => isBelow(contract.id));
  const isTaken = below.some(({ template }) => template.names.includes(to)) || moves.some((one) => existsSync(one.to));
  if (to !== name && isTaken) throw new Error(`"${to}" already exists.`);
  const lines = [...comments]
    .filter(([file]) => isBelow(pathInTree(shown.directory, file)))
    .flatMap(([, all]) => all.flatMap((comment) => parameterLines(comment, undefined)))
    .filter((line) => line.name === name && (line.place === 'path' || line.isBare));
  const parameter = { place: 'path', name } as const;
  const sources = sourceFilesIn(project);
  const isIn = (file: string): boolean => isBelow(pathInTree(shown.directory, file));
  const reads = sources.filter(({ file }) => isIn(file)).flatMap((source) => editReads(source, parameter, to));
  const guards = renameInGuards(project, sources, { operations: below, parameter, to }, isIn);
  const named = new Set([...routesOf(below), ...below.flatMap(({ contract: { id, path } }) => [id, path])]);
  return {
    edits: [
      ...lines.map(({ at }) => ({ at, text: to })),
      ...reads,
      ...guards.edits,
      ...callsOf(below, sources, parameter, to),
      ...sources.flatMap((source) => editRoutes(source, named, name, to)),
    ],
    moves,
    unsure: guards.unsure,
  };
}

/** Another parameter: its line, the handlers that read it, and the calls of the client. */
function renameOther(
  project: OpenProject,
  operations: readonly CompiledOperation[],
  lines: readonly ParameterLine[],
  line: ParameterLine,
  to: string,
): Renaming {
  if (to !== line.name) {
    checkParameterName(to);
    checkOthers(project, operations, lines, line, to);
  }
  const own = lines.filter((one) => isSameName(one, line));
  const sources = sourceFilesIn(project);
  const handlers = new Set(operations.map(({ handler }) => handler.at.source.file));
  const reads = (file: string): boolean => handlers.has(file) || isInScope(file, line);
  const guards = renameInGuards(project, sources, { operations, parameter: line, to }, reads);
  return {
    edits: [
      ...own.map(({ at }) => ({ at, text: to })),
      ...sources.filter(({ file }) => reads(file)).flatMap((source) => editReads(source, line, to)),
      ...guards.edits,
      ...callsOf(operations, sources, line, to),
    ],
    moves: [],
    unsure: guards.unsure,
  };
}

/** The edits in the calls of operations by the generated client. */
export function callsOf(
  operations: readonly CompiledOperation[],
  sources: readonly SourceText[],
  parameter: ParameterName,
  to: string,
): Edit[] {
  const isClientOf = clientModulesIn(sources);
  const called = {
    ids: new Set(operations.flatMap(({ contract }) => contract.operationId ?? [])),
    routes: routesOf(operations),
  };
  return sources.flatMap((source) => editCalls(source, called, isClientOf(source), parameter, to));
}

function routesOf(operations: readonly CompiledOperation[]): ReadonlySet<string> {
  return new Set(operations.map(({ contract }) => routeOf(contract)));
}

/** A name in the tree, without its method. */
function segmentOf(entry: string): string {
  return entry.replace(/@[^@}]*$/, '');
}

function splitLast(path: string): [head: string, tail: string] {
  const slash = path.lastIndexOf('/') + 1;
  return [path.slice(0, slash), path.slice(slash)];
}

/**
 * The parameters of a comment.
 *
 * @param operation Places the names that have no location.
 */
function parameterLines({ directives }: Comment, operation: CompiledOperation | undefined): ParameterLine[] {
  return directives
    .filter(({ name }) => name === 'param')
    .flatMap(({ content }) => {
      const passage = readParameterPhrase(content).name;
      const [place, path] = splitPlace(passage?.text ?? '');
      const name = path.replace(/(?:\[\])*\..*$/, '');
      // The body itself has no name.
      if (passage === undefined || name === '' || (place === undefined && name === 'body')) return [];
      const own = slicePassage(passage, passage.text.length - path.length);
      const declared = operation?.contract.parameters.find((one) => one.name === name);
      const location = place ?? declared?.in ?? 'body';
      // Elsewhere the dot is part of the name.
      if (location !== 'body' && name !== path) return [];
      return {
        name,
        place: location,
        isBare: place === undefined,
        isProperty: name !== path,
        at: { source: own.source, span: { start: own.start, end: own.start + name.length } },
      };
    });
}
