import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import type { Comment } from '../comment/comment.ts';
import { trimPassage } from '../comment/comment.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import type { Declarations } from '../language/declared.ts';
import { checkMisread } from '../language/misread.ts';
import { isMeantForContract } from '../language/security-words.ts';
import type { Syntax } from '../module/syntax.ts';
import { parseChecked } from '../calls/checked-syntax.ts';
import { commentsIn } from '../operations/handler.ts';
import type { OperationFile } from '../operations/parse.ts';
import { fileInTree } from '../operations/tree-files.ts';
import type { EventName } from './event-name.ts';
import { locateEvent } from './event-name.ts';
import { hasPayload, PAYLOAD, readEventComment } from './payload.ts';

/** The content of the file of an event. */
export interface ParsedEvent extends EventName {
  readonly path: string;
  readonly declarations: Declarations;
  readonly comment: Comment;
}

/** The result of parsing a file. It depends on the file's path and text alone. */
export interface EventResult {
  /** Absent if a mistake leaves no event. */
  readonly event: ParsedEvent | undefined;
  /** The contract, also of a file whose name is invalid. */
  readonly comment: Comment | undefined;
  /** Its code, if the file has no contract. The directory can have another purpose, so this isn't a mistake by itself. */
  readonly other: Location | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the file of an event: its path and its comment. */
export function parseEvent(file: OperationFile, directory: string, custom: CustomDirectives): EventResult {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);
  const shown = fileInTree(directory, file.path);
  const source: SourceText = { file: shown, text: file.text, custom };
  const nothing = { event: undefined, comment: undefined, other: undefined };
  // A directory of this name can have had another purpose before.
  const isMeant = /@payload\b/.test(file.text);
  const syntax = parseChecked(source, isMeant ? report : () => undefined);
  if (syntax === undefined) return { ...nothing, diagnostics };
  const code = codeIn(source, syntax);
  const comments = commentsIn(source, syntax);
  const [contract, ...others] = comments.filter(hasPayload);
  if (contract === undefined && (code !== undefined || syntax.hasErrors))
    return { ...nothing, other: code, diagnostics };
  const located = locateEvent(file.path, { file: shown, text: shown, isPath: true }, report);
  const comment = contract ?? comments.find(({ directives }) => directives.length > 0) ?? comments[0];
  if (contract === undefined) report(missingPayload(source, comment));
  if (code !== undefined) report(messages.eventCode(code));
  for (const other of others) report(messages.repeatedDirective(payloadAt(other), PAYLOAD, payloadAt(contract!)));
  if (comment === undefined) return { ...nothing, diagnostics };
  checkMisread(comment, (name, text) => name === PAYLOAD || isMeantForContract(name, text), report);
  const declarations = readEventComment(comment, report);
  const event = located && contract && { ...located, path: file.path, declarations, comment };
  return { event, comment, other: undefined, diagnostics };
}

function missingPayload(source: SourceText, comment: Comment | undefined): Diagnostic {
  const returned = comment?.directives.find(({ name }) => /^returns?$/i.test(name));
  return messages.missingPayload(comment?.at ?? { source, span: { start: 0, end: 0 } }, returned?.at);
}

function payloadAt({ directives }: Comment): Location {
  return directives.find(({ name }) => name === PAYLOAD)!.at;
}

/** The first statement that is not `export {}`. */
function codeIn(source: SourceText, { program }: Syntax): Location | undefined {
  const code = program.body.find(
    (statement) =>
      statement.type !== 'EmptyStatement' &&
      !(
        statement.type === 'ExportNamedDeclaration' &&
        statement.declaration === null &&
        statement.specifiers.length === 0 &&
        statement.source === null
      ),
  );
  if (code === undefined) return undefined;
  const { text } = trimPassage({ source, start: code.start, text: source.text.slice(code.start, code.end) });
  const [line] = /^.*/.exec(text)!;
  return { source, span: { start: code.start, end: code.start + line.length } };
}
