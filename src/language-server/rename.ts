import { dirname, posix, resolve } from 'node:path';
import { isMiddlewareFile } from '../compiler/operations/middleware.ts';
import { pathInTree } from '../compiler/operations/tree-files.ts';
import { readParameterPhrase } from '../compiler/comment/line.ts';
import type { Comment } from '../compiler/comment/comment.ts';
import { slicePassage } from '../compiler/comment/comment.ts';
import type { Location } from '../compiler/diagnostics/source.ts';
import { splitPlace } from '../compiler/language/parameter.ts';
import { isTypeName } from '../compiler/language/type-token.ts';
import { toPosix } from '../project/files.ts';
import type { Project } from './project.ts';
import { sourceFilesIn } from './source-files.ts';
import { occurrenceAt, placesOf, touches } from './symbol-at.ts';
import type { ProjectSymbol } from './symbols.ts';
import { clientCalls, identifiers, importsFrom, typeLiterals } from './code-names.ts';

/** The edits of a rename: places that get the new name, and files and directories that are renamed. */
export interface Renaming {
  readonly places: readonly Location[];
  readonly moves: readonly { readonly from: string; readonly to: string }[];
}

/** What a rename at an offset would change. */
export interface Renamable {
  readonly at: Location;
  readonly name: string;
  /** @throws {Error} If the name is invalid. */
  rename(to: string): Renaming;
}

/** Finds what can be renamed at an offset: a definition, an include, a scheme, an operation or a path parameter. */
export function renamableAt(project: Project, file: string, offset: number): Renamable | undefined {
  const symbol = occurrenceAt(project, file, offset);
  if (symbol !== undefined)
    return { at: symbol.at, name: symbol.name, rename: (to) => renameSymbol(project, symbol, checkName(symbol, to)) };
  return pathParameterAt(project, file, offset);
}

function checkName({ kind }: ProjectSymbol, to: string): string {
  const isValid = kind === 'schema' ? isTypeName(to) && /^[\w.-]+$/.test(to) : /^[\w.-]+$/.test(to);
  if (!isValid || (kind === 'operation' && !/^[A-Za-z$][\w$]*$/.test(to)))
    throw new Error(`"${to}" is not a valid name.`);
  return to;
}

function renameSymbol(project: Project, symbol: ProjectSymbol, to: string): Renaming {
  const { name, kind } = symbol;
  const found = placesOf(project, symbol);
  const definition = found.find(({ isDefinition }) => isDefinition)?.at;
  const places = found.map(({ at }) => at).filter(({ span }) => span.end > span.start);
  if (kind === 'scheme') return { places, moves: [] };
  if (kind === 'operation')
    return { places: unique([...places, ...operationNames(project, name, definition)]), moves: [] };
  if (definition === undefined) return { places, moves: [] };
  const file = project.pathOf(definition);
  if (definition.span.end === definition.span.start) {
    // A file of data has the name of its definition.
    const moved = file.replace(/[^/]+(?=\.\w+$)/, to);
    return { places, moves: [{ from: file, to: moved }] };
  }
  const code = kind === 'schema' && file.endsWith('ts') ? typeNames(project, name, file) : [];
  return { places: unique([...places, ...code]), moves: [] };
}

/** The identifiers of an exported type in its file, and in the files that import it. */
function typeNames(project: Project, name: string, file: string): Location[] {
  const stem = file.replace(/\.\w+$/, '');
  return sourceFilesIn(project).flatMap((source) => {
    if (!source.text.includes(name)) return [];
    const path = project.pathOf({ source, span: { start: 0, end: 0 } });
    if (path === file) return identifiers(source, name);
    return importsFrom(
      source,
      name,
      (request) => toPosix(resolve(dirname(path), request)).replace(/\.\w+$/, '') === stem,
    );
  });
}

/** The function, its types, and the calls of the client. */
function operationNames(project: Project, name: string, definition: Location | undefined): Location[] {
  const sources = sourceFilesIn(project);
  const clients = new Set(
    sources
      .filter(({ text }) => text.includes('virtual:operations/client'))
      .map(({ file }) => file.replace(/\.\w+$/, '')),
  );
  return sources.flatMap((source) => {
    if (!source.text.includes(name)) return [];
    const isClient = (request: string): boolean =>
      request === 'virtual:operations/client' ||
      clients.has(posix.join(posix.dirname(source.file), request).replace(/\.\w+$/, ''));
    const own = source.file === definition?.source.file ? identifiers(source, name) : [];
    return [...own, ...typeLiterals(source, name), ...clientCalls(source, name, isClient)];
  });
}

function unique(places: readonly Location[]): Location[] {
  return [...new Map(places.map((at) => [`${at.source.file} ${at.span.start}`, at])).values()];
}

/** A `@param` of the path: its line, those of the operations below the directory, and the directory. */
function pathParameterAt(project: Project, file: string, offset: number): Renamable | undefined {
  const compilation = project.compilation();
  const { directory } = project.places;
  if (compilation === undefined || !file.startsWith(`${directory}/`)) return undefined;
  const path = file.slice(directory.length + 1);
  const comments = compilation.comments.get(project.shownAs(file)) ?? [];
  const line = comments.flatMap(parameterLines).find(({ at }) => touches(at.span, offset));
  const segments = path.split('/');
  if (isMiddlewareFile(path)) segments.pop();
  const depth = line === undefined ? -1 : segments.findIndex((segment) => segment.includes(`{${line.name}}`));
  if (line === undefined || depth === -1) return undefined;
  const { name } = line;
  return {
    at: line.at,
    name,
    rename(to) {
      if (!/^[^{}/\\#?]+$/.test(to) || to === '__proto__') throw new Error(`"${to}" is not a valid name.`);
      const prefix = segments.slice(0, depth + 1).join('/');
      const [head, tail] = splitLast(prefix);
      const isBelow = (shown: string): boolean => {
        const other = pathInTree(project.places.shown.directory, shown);
        return other === prefix || other?.startsWith(`${prefix}/`) === true;
      };
      const below = [...compilation.comments.entries()].filter(([shown]) => isBelow(shown));
      const code = sourceFilesIn(project)
        .filter(({ file: shown }) => isBelow(shown))
        .flatMap((source) => pathReads(source, name));
      const places = below.flatMap(([, own]) => own.flatMap(parameterLines).filter((one) => one.name === name));
      const renamed = tail.replace(`{${name}}`, `{${to}}`);
      return {
        places: [...places.map(({ at }) => at), ...code],
        moves: [{ from: `${directory}/${prefix}`, to: `${directory}/${head}${renamed}` }],
      };
    },
  };
}

/** `ctx.input.path.id` and `ctx.params.id`. */
function pathReads(source: Location['source'], name: string): Location[] {
  const pattern = new RegExp(String.raw`(?<=\b(?:input\.path|params)\.)${name.replaceAll('$', String.raw`\$`)}\b`, 'g');
  return [...source.text.matchAll(pattern)].map(({ index }) => ({
    source,
    span: { start: index, end: index + name.length },
  }));
}

function splitLast(path: string): [head: string, tail: string] {
  const slash = path.lastIndexOf('/') + 1;
  return [path.slice(0, slash), path.slice(slash)];
}

/** The names of the parameters of a comment that can be in the path. */
function parameterLines({ directives }: Comment): { readonly name: string; readonly at: Location }[] {
  return directives
    .filter(({ name }) => name === 'param')
    .flatMap(({ content }) => {
      const passage = readParameterPhrase(content).name;
      const [place, name] = splitPlace(passage?.text ?? '');
      if (passage === undefined || (place !== undefined && place !== 'path')) return [];
      const own = slicePassage(passage, passage.text.length - name.length);
      return [{ name, at: { source: own.source, span: { start: own.start, end: own.start + name.length } } }];
    });
}
