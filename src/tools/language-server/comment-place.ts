import type { Comment, Directive } from '../../build/compiler/comment/comment.ts';
import { parseComment } from '../../build/compiler/comment/comment.ts';
import type { CompiledOperation } from '../../build/compiler/compile.ts';
import { isDefinitionFile } from '../../build/compiler/definitions/definition-file.ts';
import type { SourceText } from '../../build/compiler/diagnostics/source.ts';
import type { DirectoryContract } from '../../build/compiler/operations/directory.ts';
import { isEventFile } from '../../build/compiler/events/event-name.ts';
import { isOperationFile } from '../../build/compiler/operations/file-name.ts';
import { isMiddlewareFile } from '../../build/compiler/operations/middleware.ts';
import { versionOf } from '../../build/compiler/operations/tree-files.ts';
import { pathInDefinitions, pathInSources } from '../../build/project/sources.ts';
import type { OpenProject } from './open-project.ts';

/** Which language a file of the project has. */
export type FileKind = 'operation' | 'directory' | 'definitions' | 'event';

/** An offset in a comment of the language. */
export interface CommentPlace {
  readonly project: OpenProject;
  readonly kind: FileKind;
  readonly source: SourceText;
  readonly offset: number;
  readonly comment: Comment;
  /** The directive around the offset. */
  readonly directive: Directive | undefined;
  readonly operation: CompiledOperation | undefined;
  readonly contract: DirectoryContract | undefined;
}

/** The kind of a file, by its path; undefined for a helper, a test, or a file outside of the project. */
export function fileKind(project: OpenProject, file: string): FileKind | undefined {
  const defined = pathInDefinitions(project, file);
  if (defined !== undefined) return isDefinitionFile(defined.path) ? 'definitions' : undefined;
  const path = pathInSources(project, file);
  if (path === undefined) return undefined;
  if (isEventFile(path)) return 'event';
  if (isMiddlewareFile(path)) return 'directory';
  return isOperationFile(path) ? 'operation' : undefined;
}

/** Finds the comment of the language around an offset; undefined elsewhere, which other servers handle. */
export function placeAt(project: OpenProject, file: string, text: string, offset: number): CommentPlace | undefined {
  const kind = fileKind(project, file);
  const path = pathInSources(project, file);
  const version = (path === undefined ? undefined : versionOf(path)) ?? pathInDefinitions(project, file)?.version;
  const latest = project.compilation();
  // A file of an older version has the names of that version.
  const compilation = latest?.older?.find((each) => each.version === version) ?? latest;
  if (kind === undefined || compilation === undefined || !/[jt]s$/.test(file)) return undefined;
  const source: SourceText = { file: project.shownAs(file), text, custom: compilation.custom };
  const known = compilation.comments.get(source.file) ?? [];
  // A directory of events can have other code.
  if (kind === 'event' && known.length === 0 && /^(?:import|export (?!\{\})|const|let|function|class)\b/m.test(text))
    return undefined;
  const comment = known.find(({ at }) => isInside(at.span, offset)) ?? freshComment(kind, source, offset, known);
  if (comment === undefined) return undefined;
  return {
    project: compilation === latest ? project : { ...project, compilation: () => compilation },
    kind,
    source,
    offset,
    comment,
    directive: comment.directives.findLast(({ at }) => at.span.start < offset),
    operation: compilation.operations.find(({ contract }) => contract.id === path),
    contract: compilation.directories.find((contract) => contract.path === path),
  };
}

function isInside({ start, end }: { readonly start: number; readonly end: number }, offset: number): boolean {
  return start + 2 < offset && offset <= end - 2;
}

/** A comment that the compiler does not know: a new one, or one of a file whose code is incomplete. */
function freshComment(
  kind: FileKind,
  source: SourceText,
  offset: number,
  known: readonly Comment[],
): Comment | undefined {
  if (kind !== 'definitions' && known.length > 0) return undefined;
  const start = source.text.lastIndexOf('/*', offset - 2);
  if (start === -1 || source.text.slice(start + 2, offset).includes('*/') || offset < start + 3) return undefined;
  // In a line comment or a text, as in a glob, it begins no comment.
  const line = source.text.slice(source.text.lastIndexOf('\n', start) + 1, start);
  if (/\/\/|["'`]/.test(line)) return undefined;
  const end = source.text.indexOf('*/', offset);
  return parseComment(source, { start, end: end === -1 ? source.text.length + 2 : end + 2 });
}
