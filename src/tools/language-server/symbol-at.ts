import type { Span } from '../../build/compiler/diagnostics/source.ts';
import type { Part } from '../../build/compiler/language/line-parts.ts';
import { readParts } from '../../build/compiler/language/line-parts.ts';
import type { NameNode } from '../../build/compiler/language/type-nodes.ts';
import { namesIn } from '../../build/compiler/language/type-nodes.ts';
import type { Compilation } from '../../build/compiler/compile.ts';
import type { CommentPlace } from './comment-place.ts';
import { eventsInCode } from './event-names.ts';
import { sourceFilesIn } from './source-files.ts';
import type { OpenProject } from './open-project.ts';
import { schemesInDocument } from './scheme-place.ts';
import type { Occurrence, ProjectSymbol } from './symbols.ts';
import { occurrencesIn, occurrencesOf } from './symbols.ts';

/** Finds the name of the project at an offset of a file. */
export function occurrenceAt(project: OpenProject, file: string, offset: number): Occurrence | undefined {
  const compilation = project.compilation();
  const shown = project.shownAs(file);
  if (compilation === undefined) return undefined;
  const isAt = ({ at: { span } }: Occurrence): boolean => span.start < span.end && touches(span, offset);
  const here = occurrencesIn(compilation, shown);
  return (
    here.find(isAt) ??
    sentAt(project, compilation, shown, offset) ??
    here.find(isNamedByFile) ??
    schemesInDocument(project).find((one) => one.at.source.file === shown && isAt(one))
  );
}

/** The name of an event in the code of a file. */
function sentAt(project: OpenProject, { events }: Compilation, shown: string, offset: number): Occurrence | undefined {
  const names = new Set(events.map(({ contract }) => contract.event));
  const text = names.size === 0 ? undefined : project.textOf(shown);
  if (text === undefined || !/\bsend\(|\bEvents\[/.test(text)) return undefined;
  const found = eventsInCode({ file: shown, text }, (name) => names.has(name));
  const one = found.find(({ at: { span } }) => touches(span, offset));
  return one && { kind: 'event', ...one, isDefinition: false };
}

/** Whether a definition has the name of its file, which is one of data. */
function isNamedByFile({ isDefinition, at: { span } }: Occurrence): boolean {
  return isDefinition && span.start === span.end;
}

/** The places of a symbol, in comments, definitions and `openapi.yaml`; those of an event in code too. */
export function placesOf(project: OpenProject, symbol: ProjectSymbol): readonly Occurrence[] {
  if (symbol.kind === 'event') {
    const code = sourceFilesIn(project)
      .filter(({ text }) => text.includes(symbol.name))
      .flatMap((source) => eventsInCode(source, (name) => name === symbol.name))
      .map(({ at }): Occurrence => ({ kind: 'event', name: symbol.name, at, isDefinition: false }));
    return [...occurrencesOf(project.compilation()!, symbol), ...code];
  }
  const inDocument = symbol.kind === 'scheme' ? schemesInDocument(project) : [];
  return [...inDocument.filter(({ name }) => name === symbol.name), ...occurrencesOf(project.compilation()!, symbol)];
}

/** The part of a line at an offset, and the name in its type. */
export function partAt({
  directive,
  offset,
}: CommentPlace): { readonly part: Part; readonly name?: NameNode } | undefined {
  if (directive === undefined) return undefined;
  const parts = readParts(directive).filter((part) => touches(part, offset));
  const part = parts.find(({ role }) => role !== 'facets' && role !== 'list-entries') ?? parts[0];
  const name = part?.type && namesIn(part.type).find((node) => touches(node, offset));
  return part && { part, ...(name !== undefined && { name }) };
}

/** Whether an offset is in a span or at one of its ends. */
export function touches({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}
