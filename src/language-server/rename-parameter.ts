import { existsSync } from 'node:fs';
import type { Comment } from '../compiler/comment/comment.ts';
import { slicePassage } from '../compiler/comment/comment.ts';
import { readParameterPhrase } from '../compiler/comment/line.ts';
import type { CompiledOperation } from '../compiler/compile.ts';
import type { Edit } from '../compiler/diagnostics/diagnostic.ts';
import type { Location, SourceText } from '../compiler/diagnostics/source.ts';
import { splitPlace } from '../compiler/language/parameter.ts';
import { isMiddlewareFile } from '../compiler/operations/middleware.ts';
import { isAround, pathInTree } from '../compiler/operations/tree-files.ts';
import { clientModulesIn } from './client-modules.ts';
import type { ParameterName } from './parameter-names.ts';
import { editCalls, editReads, editRoutes } from './parameter-names.ts';
import type { Project } from './project.ts';
import type { Renamable, Renaming } from './renaming.ts';
import { sourceFilesIn } from './source-files.ts';
import { touches } from './symbol-at.ts';

/** A `@param` line of an operation or of a directory. */
interface ParameterLine extends ParameterName {
  readonly at: Location;
  /** Whether it has no location of its own. */
  readonly isBare: boolean;
}

/** The parameter at an offset: a `@param` of an operation or of a directory. */
export function parameterAt(project: Project, file: string, offset: number): Renamable | undefined {
  const compilation = project.compilation();
  const path = pathInTree(project.places.directory, file);
  if (compilation === undefined || path === undefined) return undefined;
  const operation = compilation.operations.find(({ contract }) => contract.id === path);
  const comments = compilation.comments.get(project.shownAs(file)) ?? [];
  const line = comments
    .flatMap((comment) => parameterLines(comment, operation))
    .find(({ at }) => touches(at.span, offset));
  if (line === undefined) return undefined;
  const segments = isMiddlewareFile(path) ? path.split('/').slice(0, -1) : path.split('/');
  const depth = segments.findIndex((segment) => segment.includes(`{${line.name}}`));
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

/** A parameter of the path: its lines in the operations below the directory, the code that reads it, and the directory. */
function renameInPath(project: Project, name: string, prefix: string, to: string): Renaming {
  const { operations, comments } = project.compilation()!;
  const { directory, shown } = project.places;
  if (!/^[^{}/\\#?]+$/.test(to) || to === '__proto__') throw new Error(`"${to}" is not a valid name.`);
  const [head, tail] = splitLast(prefix);
  const moved = `${head}${tail.replace(`{${name}}`, `{${to}}`)}`;
  const isBelow = (path = ''): boolean => path === prefix || path.startsWith(`${prefix}/`);
  const below = operations.filter(({ contract }) => isBelow(contract.id));
  const isTaken = below.some(({ template }) => template.names.includes(to)) || existsSync(`${directory}/${moved}`);
  if (to !== name && isTaken) throw new Error(`"${to}" already exists.`);
  const lines = [...comments]
    .filter(([file]) => isBelow(pathInTree(shown.directory, file)))
    .flatMap(([, all]) => all.flatMap((comment) => parameterLines(comment, undefined)))
    .filter((line) => line.name === name && (line.place === 'path' || line.isBare));
  const parameter = { place: 'path', name } as const;
  const sources = sourceFilesIn(project);
  const reads = sources
    .filter(({ file }) => isBelow(pathInTree(shown.directory, file)))
    .flatMap((source) => editReads(source, parameter, to));
  return {
    edits: [
      ...lines.map(({ at }) => ({ at, text: to })),
      ...reads,
      ...callsOf(below, sources, parameter, to),
      ...sources.flatMap((source) => editRoutes(source, routesOf(below), name, to)),
    ],
    moves: [{ from: `${directory}/${prefix}`, to: `${directory}/${moved}` }],
  };
}

/** Another parameter: its line, the handlers that read it, and the calls of the client. */
function renameOther(
  project: Project,
  operations: readonly CompiledOperation[],
  lines: readonly ParameterLine[],
  line: ParameterLine,
  to: string,
): Renaming {
  if (!/^[^\s.[\]{}=]+$/.test(to) || to === '__proto__') throw new Error(`"${to}" is not a valid name.`);
  if (to !== line.name && lines.some(({ place, name }) => place === line.place && name === to))
    throw new Error(`"${to}" already exists.`);
  const own = lines.filter(({ place, name }) => place === line.place && name === line.name);
  const sources = sourceFilesIn(project);
  const handlers = new Set([line.at.source.file, ...operations.map(({ handler }) => handler.at.source.file)]);
  return {
    edits: [
      ...own.map(({ at }) => ({ at, text: to })),
      ...sources.filter(({ file }) => handlers.has(file)).flatMap((source) => editReads(source, line, to)),
      ...callsOf(operations, sources, line, to),
    ],
    moves: [],
  };
}

/** The edits in the calls of operations by the generated client. */
function callsOf(
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
  return new Set(operations.map(({ contract: { method, path } }) => `${method} ${path}`));
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
      const [place, name] = splitPlace(passage?.text ?? '');
      // The body itself has no name, and deeper properties belong to it.
      if (passage === undefined || name.includes('.') || (place === undefined && name === 'body')) return [];
      const own = slicePassage(passage, passage.text.length - name.length);
      const declared = operation?.contract.parameters.find((one) => one.name === name);
      return {
        name,
        place: place ?? declared?.in ?? 'body',
        isBare: place === undefined,
        at: { source: own.source, span: { start: own.start, end: own.start + name.length } },
      };
    });
}
