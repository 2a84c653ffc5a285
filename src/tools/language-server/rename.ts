import { dirname, resolve } from 'node:path';
import type { Edit } from '../../build/compiler/diagnostics/diagnostic.ts';
import { operationTexts } from '../../build/compiler/calls/operation-texts.ts';
import { parseSyntax } from '../../build/compiler/module/syntax.ts';
import type { Location, SourceText } from '../../build/compiler/diagnostics/source.ts';
import { formatLocation } from '../../build/compiler/diagnostics/source.ts';
import { isTypeName } from '../../build/compiler/language/type-token.ts';
import { isEventFile, locateEvent } from '../../build/compiler/events/event-name.ts';
import { escapeNames } from '../../build/compiler/operations/file-name.ts';
import { EVENTS_DIRECTORY } from '../../build/compiler/operations/tree-files.ts';
import { toPosix } from '../../build/project/files.ts';
import { namedSchema } from '../../shared/schema/named-types.ts';
import { clientModulesIn } from './client-modules.ts';
import type { OpenProject } from './open-project.ts';
import { editReads } from './parameter-names.ts';
import { parameterAt } from './rename-parameter.ts';
import { rowPropertyAt } from './rename-row-property.ts';
import type { Renamable, Renaming } from './renaming.ts';
import { schemesInDocument } from './scheme-place.ts';
import { sourceFilesIn } from './source-files.ts';
import { occurrenceAt, placesOf } from './symbol-at.ts';
import type { ProjectSymbol } from './symbols.ts';
import { clientCalls, identifiers, importsFrom, typeLiterals } from './code-names.ts';
import { isIdentifier } from '../../build/codegen/identifier.ts';
import { isComponentName } from '../../shared/contract/component-name.ts';

/**
 * Finds the element that can be renamed at an offset: a definition, an include, a scheme, an operation, an event, a property of the rows of a list, or a
 * parameter.
 */
export function renamableAt(project: OpenProject, file: string, offset: number): Renamable | undefined {
  const symbol = occurrenceAt(project, file, offset);
  if (symbol !== undefined)
    return {
      at: symbol.at,
      name: symbol.name,
      rename: (to) => renameSymbol(project, symbol, checkSymbolName(project, symbol, to)),
    };
  return rowPropertyAt(project, file, offset) ?? parameterAt(project, file, offset);
}

function checkSymbolName(project: OpenProject, { kind, name }: ProjectSymbol, to: string): string {
  if (kind === 'event') return checkEventName(project, name, to);
  const isValid = isComponentName(to) && (kind !== 'schema' || isTypeName(to));
  if (!isValid || (kind === 'operation' && (!isIdentifier(to) || to.startsWith('_'))))
    throw new Error(`"${to}" is not a valid name.`);
  if (to !== name && isTaken(project, kind, to)) throw new Error(`"${to}" already exists.`);
  return to;
}

function checkEventName(project: OpenProject, name: string, to: string): string {
  const file = `${EVENTS_DIRECTORY}${escapeNames(to)}.ts`;
  let isValid = isEventFile(file);
  const located = locateEvent(file, { file, text: file, isPath: true }, () => (isValid = false));
  if (!isValid || located?.name !== to) throw new Error(`"${to}" is not a valid name.`);
  const isTakenBy = (other = ''): boolean => other !== name && other.toLowerCase() === to.toLowerCase();
  if (project.compilation()!.events.some(({ contract }) => isTakenBy(contract.event)))
    throw new Error(`"${to}" already exists.`);
  return to;
}

function isTaken(project: OpenProject, kind: ProjectSymbol['kind'], name: string): boolean {
  const { definitions, operations } = project.compilation()!;
  switch (kind) {
    case 'operation':
      return operations.some(({ contract }) => contract.operationId === name);
    case 'scheme':
      return schemesInDocument(project).some((one) => one.isDefinition && one.name === name);
    case 'schema':
      return definitions.schemas.has(name) || namedSchema(name) !== undefined || name === 'void';
    default:
      return definitions[kind === 'parameters' ? 'parameters' : 'responses'].has(name);
  }
}

function renameSymbol(project: OpenProject, symbol: ProjectSymbol, to: string): Renaming {
  const { name, kind } = symbol;
  const found = placesOf(project, symbol);
  const definition = found.find(({ isDefinition }) => isDefinition)?.at;
  const places = found.map(({ at }) => at).filter(({ span }) => span.end > span.start);
  const editsOf = (all: readonly Location[]): Edit[] => unique(all).map((at) => ({ at, text: to }));
  if (kind === 'operation')
    return { edits: editsOf([...places, ...operationNames(project, name, definition)]), moves: [] };
  if (kind === 'scheme') return { edits: [...editsOf(places), ...resultReads(project, name, to)], moves: [] };
  if (definition === undefined) return { edits: editsOf(places), moves: [] };
  const file = project.pathOf(definition);
  if (definition.span.end === definition.span.start) {
    // A file of data has the name of its definition.
    const moved =
      kind === 'event'
        ? file.replace(/\.\w+$/, '').slice(0, -escapeNames(name).length) + escapeNames(to) + /\.\w+$/.exec(file)![0]
        : file.replace(/[^/]+(?=\.\w+$)/, to);
    return { edits: editsOf(places), moves: [{ from: file, to: moved }] };
  }
  const code = kind === 'schema' && file.endsWith('ts') ? typeNames(project, name, file) : [];
  return { edits: editsOf([...places, ...code]), moves: [] };
}

/** The identifiers of an exported type in its file, and in the files that import it. */
function typeNames(project: OpenProject, name: string, file: string): Location[] {
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

/** The reads of the results of a scheme in guards and handlers: with the old name, they would be undefined. */
function resultReads(project: OpenProject, name: string, to: string): Edit[] {
  const { operations, middleware } = project.compilation()!;
  const files = new Set([
    ...operations.map(({ handler }) => handler.at.source.file),
    ...middleware.map(({ at }) => at.source.file),
  ]);
  return sourceFilesIn(project)
    .filter(({ file }) => files.has(file))
    .flatMap((source) => editReads(source, { place: 'auth', name }, to));
}

/** The function, its types, and the calls of the client. */
function operationNames(project: OpenProject, name: string, definition: Location | undefined): Location[] {
  const sources = sourceFilesIn(project);
  const isClientOf = clientModulesIn(sources);
  return sources.flatMap((source) => {
    if (!source.text.includes(name)) return [];
    const own = source.file === definition?.source.file ? identifiers(source, name) : [];
    return [
      ...own,
      ...comparedTexts(project, source, name, definition),
      ...typeLiterals(source, name),
      ...clientCalls(source, new Set([name]), isClientOf(source)),
    ];
  });
}

/** The texts that code compares `ctx.operation.operationId` with. */
function comparedTexts(
  project: OpenProject,
  source: SourceText,
  name: string,
  definition: Location | undefined,
): Location[] {
  const syntax = parseSyntax(source, () => {});
  const found = syntax === undefined ? [] : operationTexts(source, syntax);
  const places = found
    .filter(({ field, text }) => field === 'operationId' && text === name)
    .map(({ node: { type, start, end } }) => {
      const quotes = type === 'Identifier' ? 0 : 1;
      return { source, span: { start: start + quotes, end: end - quotes } };
    });
  const older = project.compilation()!.older?.flatMap(({ operations }) => operations);
  const other = older?.find(
    ({ contract, handler }) => contract.operationId === name && handler.at.source.file !== definition?.source.file,
  );
  if (places[0] !== undefined && other !== undefined)
    throw new Error(
      `${formatLocation(places[0])} compares "${name}", which ${other.contract.id} keeps as its name. Rename it by hand.`,
    );
  return places;
}

function unique(places: readonly Location[]): Location[] {
  return [...new Map(places.map((at) => [`${at.source.file} ${at.span.start}`, at])).values()];
}
