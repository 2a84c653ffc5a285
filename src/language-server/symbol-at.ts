import type { Span } from '../compiler/diagnostics/source.ts';
import type { Part } from '../compiler/language/line-parts.ts';
import { readParts } from '../compiler/language/line-parts.ts';
import type { NameNode } from '../compiler/language/type-nodes.ts';
import { namesIn } from '../compiler/language/type-nodes.ts';
import type { CommentPlace } from './comment-place.ts';
import type { Project } from './project.ts';
import type { Occurrence } from './symbols.ts';
import { occurrencesIn } from './symbols.ts';

/** Finds the name of the project at an offset of a file. */
export function occurrenceAt(project: Project, file: string, offset: number): Occurrence | undefined {
  const compilation = project.compilation();
  const shown = project.shownAs(file);
  const here = compilation && occurrencesIn(compilation).filter(({ at }) => at.source.file === shown);
  const found = here?.find(({ at: { span } }) => span.start < span.end && touches(span, offset));
  // The name of a file of data is that of its definition.
  return found ?? here?.find(({ isDefinition, at: { span } }) => isDefinition && span.start === span.end);
}

/** The part of a line at an offset, and the name in its type. */
export function partAt({
  directive,
  offset,
}: CommentPlace): { readonly part: Part; readonly name?: NameNode } | undefined {
  if (directive === undefined) return undefined;
  const parts = readParts(directive).filter((part) => touches(part, offset));
  const part = parts.find(({ role }) => role !== 'facets' && role !== 'cursor-keys') ?? parts[0];
  const name = part?.type && namesIn(part.type).find((node) => touches(node, offset));
  return part && { part, ...(name !== undefined && { name }) };
}

/** Whether an offset is in a span or at one of its ends. */
export function touches({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}
