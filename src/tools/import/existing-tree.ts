import type { PagingLimits } from '../../shared/contract/list-contract.ts';
import { MagicString } from 'magic-string';
import type { CompilationCache } from '../../build/compiler/cache.ts';
import type { Comment } from '../../build/compiler/comment/comment.ts';
import { passageText } from '../../build/compiler/comment/comment.ts';
import type { Diagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import { errorsIn } from '../../build/compiler/diagnostics/diagnostic.ts';
import { isEventFile } from '../../build/compiler/events/event-name.ts';
import { parseEvent } from '../../build/compiler/events/parse-event.ts';
import type { OperationFile, ParsedOperation } from '../../build/compiler/operations/parse.ts';
import { parseOperation } from '../../build/compiler/operations/parse.ts';
import { isOperationFile } from '../../build/compiler/operations/file-name.ts';
import type { CustomDirectives } from '../../directives/custom/custom-directives.ts';
import { NO_CUSTOM } from '../../directives/custom/custom-directives.ts';
import { rowOf } from '../../directives/vocabulary.ts';
import { WEBHOOKS_PREFIX } from '../../shared/contract/webhooks.ts';
import { templateKey } from '../../shared/contract/path-template.ts';
import { commentText } from '../../build/codegen/comment-text.ts';
import type { FileNaming } from './write/operation-text.ts';

/** The files of a project, before an import. */
export interface ExistingFiles {
  readonly operations: readonly OperationFile[];
  readonly definitions: readonly OperationFile[];
  /** A prefix of every path (default: `/`). */
  readonly base?: string;
  /** The prefix of the paths of webhooks (default: `/webhooks`). */
  readonly webhooks?: string;
  /** The page sizes in rows (default: 20, at most 100). */
  readonly paging?: Partial<PagingLimits>;
  /** The methods that Node serves (default: any). */
  readonly httpMethods?: readonly string[];
  /** The extension of new operations (default: ts). */
  readonly extension?: string;
  /** The directories as diagnostics show them. */
  readonly shown?: { readonly directory: string; readonly definitions: string };
  /** The custom directives of the project (default: none). */
  readonly custom?: CustomDirectives;
  /** The results of the project's compilation, so that a compilation after the import doesn't parse a file again. */
  readonly cache?: CompilationCache;
}

/** A file of a tree that exists before an import. */
export interface ExistingOperation {
  readonly file: OperationFile;
  readonly parsed: ParsedOperation;
  /** Its method and path, without the names of parameters: `GET /pets/{}`. */
  readonly key: string;
  /** The first error in its comment, which then stays: the meaning of the line is unknown. */
  readonly fault: Diagnostic | undefined;
}

/** Reads the operations of a tree; files with mistakes are left out. */
export function readExisting({
  operations: files,
  webhooks = WEBHOOKS_PREFIX,
  custom = NO_CUSTOM,
}: Pick<ExistingFiles, 'operations' | 'webhooks' | 'custom'>): ExistingOperation[] {
  return files.flatMap((file): ExistingOperation[] => {
    if (!isOperationFile(file.path)) return [];
    const { operation: parsed, diagnostics } = parseOperation(file, '', { base: '/', webhooks, custom });
    if (parsed === undefined) return [];
    const comment = parsed.handler.comment?.at.span;
    const fault = errorsIn(diagnostics).find(
      ({ at: { span } }) => comment !== undefined && span.start >= comment.start && span.end <= comment.end,
    );
    const method = parsed.route.method?.value ?? parsed.declarations.methods[0]?.value ?? 'GET';
    return [{ file, parsed, key: `${method} ${templateKey(parsed.route.template)}`, fault }];
  });
}

/** The file of an event that exists before an import. */
export interface ExistingEvent {
  readonly file: OperationFile;
  readonly comment: Comment;
  /** As of the event of a description: see {@link eventKey}. */
  readonly key: string;
}

/** The key of an event in a tree and in a description. */
export function eventKey(name: string): string {
  return `event ${name.toLowerCase()}`;
}

/** Reads the events of a tree; files with mistakes are left out. */
export function readExistingEvents(files: readonly OperationFile[]): ExistingEvent[] {
  return files.flatMap((file): ExistingEvent[] => {
    const event = isEventFile(file.path) ? parseEvent(file, '', NO_CUSTOM).event : undefined;
    return event === undefined ? [] : [{ file, comment: event.comment, key: eventKey(event.name) }];
  });
}

/**
 * The parts of an existing file that a comment depends on.
 *
 * @param isGuarded Whether its directory has `@security`.
 */
export function namingOf(
  { parsed: { handler, route, declarations } }: ExistingOperation,
  isGuarded: boolean,
): FileNaming {
  const marked = declarations.security.filter(({ weakerAt }) => weakerAt !== undefined).map(({ value }) => value);
  const kept = keptLines(handler.comment);
  const naming = { functionName: handler.name, needsMethod: route.method === undefined, kept };
  return isGuarded ? { ...naming, marked } : naming;
}

/** The parts of the file of an event that its comment depends on: it has no function. */
export function namingOfEvent({ comment }: ExistingEvent): FileNaming {
  return { functionName: undefined, needsMethod: false, kept: keptLines(comment) };
}

/** The lines of a comment whose directives no description has. */
function keptLines(comment: Comment | undefined): string[] {
  const kept = comment?.directives.filter(({ name }) => rowOf(name, {})?.isOfTree === true) ?? [];
  return kept.flatMap(({ name, content }) => `@${name} ${passageText(content) ?? ''}`.trimEnd().split('\n'));
}

/**
 * Replaces the comment of an existing file, and nothing else. The comment keeps its indentation and the line ends of the file.
 *
 * @returns The same text if the comment has the same meaning.
 */
export function withComment({ file, parsed: { handler } }: ExistingOperation, lines: readonly string[]): string {
  return replaceComment(file.text, handler.comment, handler.at.span.start, lines);
}

/** The same for the file of an event. */
export function withEventComment({ file, comment }: ExistingEvent, lines: readonly string[]): string {
  return replaceComment(file.text, comment, 0, lines);
}

/** @param offset Where the code is that the comment precedes. */
function replaceComment(text: string, comment: Comment | undefined, offset: number, lines: readonly string[]): string {
  const start = comment?.at.span.start ?? text.lastIndexOf('\n', offset - 1) + 1;
  const indent = /[^\n]*$/.exec(text.slice(0, start))![0].replace(/\S/g, ' ');
  // Without stars in front, a list of Markdown would lose its own.
  const hasStars = lines.some((line) => line.trimStart().startsWith('*'));
  const isPlain = comment !== undefined && !text.startsWith('/**', start) && !hasStars;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const written = commentText(lines, !isPlain).split('\n').join(`${lineEnd}${indent}`);
  const edited = new MagicString(text);
  if (comment === undefined) edited.appendLeft(start, `${written}${lineEnd}`);
  else if (text.slice(start, comment.at.span.end) === written) return text;
  else edited.overwrite(start, comment.at.span.end, written);
  return edited.toString();
}
