import type { DocumentLink, DocumentSymbol, Location as Place, SymbolInformation } from 'vscode-languageserver';
import { SymbolKind } from 'vscode-languageserver';
import type { Location } from '../../build/compiler/diagnostics/source.ts';
import { explainEvent } from './event-names.ts';
import { explainOperation } from './explain-operation.ts';
import { rangeOf, uriOf } from './positions.ts';
import { routeOf } from '../../shared/contract/operation.ts';
import type { OpenProject } from './open-project.ts';
import { parameterAt } from './rename-parameter.ts';
import { occurrenceAt, placesOf, touches } from './symbol-at.ts';
import { definitionsIn } from './symbols.ts';

/** A location as an editor takes it. */
export function toPlace(project: OpenProject, at: Location): Place {
  return { uri: uriOf(project.pathOf(at)), range: rangeOf(at) };
}

/** The definition of the name at an offset. */
export function definitionOf(project: OpenProject, file: string, offset: number): Place[] {
  return placesAt(project, file, offset, (isDefinition) => isDefinition);
}

/** The places of the name at an offset. */
export function referencesTo(project: OpenProject, file: string, offset: number, withDefinition: boolean): Place[] {
  return placesAt(project, file, offset, (isDefinition) => withDefinition || !isDefinition);
}

function placesAt(
  project: OpenProject,
  file: string,
  offset: number,
  isWanted: (isDefinition: boolean) => boolean,
): Place[] {
  const symbol = occurrenceAt(project, file, offset);
  const places = symbol === undefined ? parameterPlaces(project, file, offset) : placesOf(project, symbol);
  return places.filter(({ isDefinition }) => isWanted(isDefinition)).map(({ at }) => toPlace(project, at));
}

/** The places of the parameter at an offset: those that its rename would change. */
function parameterPlaces(
  project: OpenProject,
  file: string,
  offset: number,
): { readonly at: Location; readonly isDefinition: boolean }[] {
  const found = parameterAt(project, file, offset);
  const places = found?.rename(found.name).edits ?? [];
  return places.map(({ at }) => ({
    at,
    isDefinition: at.source.file === found!.at.source.file && at.span.start === found!.at.span.start,
  }));
}

/** The operation and the definitions of a file. */
export function outlineOf(project: OpenProject, file: string): DocumentSymbol[] {
  const compilation = project.compilation();
  const shown = project.shownAs(file);
  if (compilation === undefined) return [];
  const operations = compilation.operations
    .filter(({ handler }) => handler.at.source.file === shown)
    .map((operation): DocumentSymbol => ({
      name: routeOf(operation.contract),
      detail: operation.contract.summary ?? '',
      kind: SymbolKind.Method,
      range: rangeOf(operation.handler.at),
      selectionRange: rangeOf(operation.handler.at),
    }));
  const events = compilation.events
    .filter(({ comment }) => comment.at.source.file === shown)
    .map(({ contract, comment }): DocumentSymbol => ({
      name: routeOf(contract),
      detail: contract.summary ?? '',
      kind: SymbolKind.Event,
      range: rangeOf(comment.at),
      selectionRange: rangeOf(comment.at),
    }));
  const defined = definitionsIn(compilation)
    .filter(({ at }) => at.source.file === shown)
    .map(({ name, kind, at }): DocumentSymbol => ({
      name,
      detail: kind,
      kind: kind === 'schema' ? SymbolKind.Struct : SymbolKind.Module,
      range: rangeOf(at),
      selectionRange: rangeOf(at),
    }));
  return [...operations, ...events, ...defined];
}

/** The operations and definitions of a project whose names contain a text. */
export function symbolsIn(project: OpenProject, query: string): SymbolInformation[] {
  const compilation = project.compilation();
  if (compilation === undefined) return [];
  const operations = compilation.operations.map((operation): SymbolInformation => ({
    name: routeOf(operation.contract),
    ...(operation.contract.operationId !== undefined && { containerName: operation.contract.operationId }),
    kind: SymbolKind.Method,
    location: toPlace(project, operation.handler.at),
  }));
  const events = compilation.events.map(({ contract, comment }): SymbolInformation => ({
    name: routeOf(contract),
    kind: SymbolKind.Event,
    location: toPlace(project, comment.at),
  }));
  const defined = definitionsIn(compilation).map(({ name, kind, at }): SymbolInformation => ({
    name,
    containerName: kind,
    kind: kind === 'schema' ? SymbolKind.Struct : SymbolKind.Module,
    location: toPlace(project, at),
  }));
  const text = query.toLowerCase();
  const hasText = ({ name, containerName = '' }: SymbolInformation): boolean =>
    `${name} ${containerName}`.toLowerCase().includes(text);
  return [...operations, ...events, ...defined].filter(hasText);
}

/** The names of a file's comments that lead to their definitions, and the URLs of `@see`. */
export function linksIn(project: OpenProject, file: string): DocumentLink[] {
  const comments = project.compilation()?.comments.get(project.shownAs(file)) ?? [];
  return comments.flatMap(({ directives, at: { source } }) =>
    directives
      .filter(({ name }) => name === 'see')
      .flatMap(({ content }) =>
        [...content.text.matchAll(/https?:\/\/[^\s|}>]+/g)].map(({ 0: url, index }): DocumentLink => {
          const start = content.start + index;
          return { target: url, range: rangeOf({ source, span: { start, end: start + url.length } }) };
        }),
      ),
  );
}

/** The operation whose function has its name at an offset, explained. */
export function explainFunction(project: OpenProject, file: string, offset: number): string | undefined {
  const shown = project.shownAs(file);
  const compilation = project.compilation();
  const operation = compilation?.operations.find(
    ({ handler }) => handler.at.source.file === shown && touches(handler.at.span, offset),
  );
  if (compilation === undefined || operation === undefined) return undefined;
  const { handler, contract } = operation;
  // A function without a name is located by its first words.
  const end = handler.at.span.start + (contract.operationId?.length ?? 'export default'.length);
  const text = handler.at.source.text.slice(handler.at.span.start, handler.at.span.end);
  const named = contract.operationId === undefined ? -1 : text.indexOf(contract.operationId);
  const start = handler.at.span.start + Math.max(0, named);
  return touches({ start, end: Math.max(end, start + (contract.operationId?.length ?? 0)) }, offset)
    ? explainOperation(operation, compilation)
    : undefined;
}

/** The event whose name code has at an offset, explained. */
export function explainSent(project: OpenProject, file: string, offset: number): string | undefined {
  const symbol = occurrenceAt(project, file, offset);
  const isInCode = symbol?.kind === 'event' && !symbol.isDefinition;
  const event = project.compilation()?.events.find(({ contract }) => contract.event === symbol?.name);
  return isInCode && event !== undefined ? explainEvent(event) : undefined;
}
