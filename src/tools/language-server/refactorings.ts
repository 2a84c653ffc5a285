import type { CodeAction } from 'vscode-languageserver';
import { CodeActionKind } from 'vscode-languageserver';
import { slicePassage } from '../../build/compiler/comment/comment.ts';
import type { CompiledOperation } from '../../build/compiler/compile.ts';
import { addLine } from '../../build/compiler/diagnostics/fix.ts';
import type { Edit } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { TypeNode } from '../../build/compiler/language/type-nodes.ts';
import type { CommentPlace } from './comment-place.ts';
import { placeAt } from './comment-place.ts';
import type { OpenProject } from './open-project.ts';
import { partAt, touches } from './symbol-at.ts';
import type { FileOperations } from './workspace-edit.ts';
import { creation, textEdit } from './workspace-edit.ts';

/** The changes that can be made at an offset of a file, without a mistake there. */
export function refactoringsAt(project: OpenProject, file: string, offset: number, can: FileOperations): CodeAction[] {
  const text = project.textOf(project.shownAs(file));
  if (text === undefined) return [];
  const place = placeAt(project, file, text, offset);
  const extracted = place !== undefined && can.create ? extraction(place) : undefined;
  const declared = returnsOfType(project, file, offset);
  return [extracted, declared].filter((action) => action !== undefined);
}

/** Moves an object type of a contract into a definition. */
function extraction(place: CommentPlace): CodeAction | undefined {
  const { project, source, directive, kind } = place;
  const { part } = partAt(place) ?? {};
  const node = part?.type && objectAt(part.type, place.offset);
  if (node === undefined || kind === 'definitions') return undefined;
  const name = newName(place, directive!.name);
  const type = slicePassage(
    { ...directive!.content },
    node.start - directive!.content.start,
    node.end - directive!.content.start,
  );
  const text = `/** @typedef {${type.text.replaceAll(/\s*\n\s*/g, ' ')}} ${name} */\n`;
  const isTypeScript = project.compilation()!.operations.some(({ contract: { id } }) => id.endsWith('ts'));
  const file = { path: `${name}.${isTypeScript ? 'ts' : 'js'}`, text };
  const edit = creation(project, file, [{ at: { source, span: node }, text: name }]);
  return edit && { title: `Move this type into the definition "${name}"`, kind: CodeActionKind.RefactorExtract, edit };
}

/** The innermost object type with an offset. */
function objectAt(node: TypeNode, offset: number): TypeNode | undefined {
  if (!touches(node, offset)) return undefined;
  const inner = unionMembers(node)
    .map((part) => objectAt(part, offset))
    .find((found) => found !== undefined);
  return inner ?? (node.kind === 'object' ? node : undefined);
}

function unionMembers(node: TypeNode): readonly TypeNode[] {
  switch (node.kind) {
    case 'generic':
      return node.arguments;
    case 'list':
    case 'nullable':
    case 'group':
      return [node.inner];
    case 'union':
      return node.members;
    case 'object':
      return node.properties.flatMap(({ type }) => type ?? []);
    default:
      return [];
  }
}

/** A name for a definition that no definition has: `GetBookResponse`. */
function newName({ project, operation }: CommentPlace, directive: string): string {
  const { operationId, method = '' } = operation?.contract ?? {};
  const stem = (operationId ?? method.toLowerCase()).replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  const name = `${stem}${directive === 'param' ? 'Input' : 'Response'}`.replaceAll(/[^A-Za-z\d]/g, '');
  const { schemas } = project.compilation()!.definitions;
  for (let i = 1; ; i++) {
    const free = i === 1 ? name : `${name}${i}`;
    if (!schemas.has(free)) return free;
  }
}

/** Declares the response of a function whose signature has its type. */
function returnsOfType(project: OpenProject, file: string, offset: number): CodeAction | undefined {
  const shown = project.shownAs(file);
  const operation = project.compilation()?.operations.find(({ handler }) => handler.at.source.file === shown);
  if (operation === undefined || operation.declarations.responses.length > 0) return undefined;
  const { handler } = operation;
  const { resultAt, comment } = handler;
  const isThere = [resultAt, comment?.at, headOf(operation)].some((at) => at !== undefined && touches(at.span, offset));
  if (resultAt === undefined || !isThere) return undefined;
  const { source, span } = resultAt;
  const type = source.text.slice(span.start, span.end).replaceAll(/\s*\n\s*/g, ' ');
  const line = `@returns {${type}}`;
  const edit: Edit = comment === undefined ? aboveHandler(operation, line) : addLine(comment.at, line);
  const path = operation.contract.id;
  const { start, end } = edit.at.span;
  const before = new Set(project.session.tryText(path, source.text).map(({ code }) => code));
  const after = project.session.tryText(path, source.text.slice(0, start) + edit.text + source.text.slice(end));
  // A type that only TypeScript knows is not a type of a contract.
  if (after.some(({ code }) => !before.has(code))) return undefined;
  return { title: `Declare "${line}"`, kind: CodeActionKind.RefactorRewrite, edit: textEdit(project, [edit]) };
}

/** The first line of a handler. */
function headOf({ handler: { at } }: CompiledOperation): CompiledOperation['handler']['at'] {
  const end = at.source.text.indexOf('\n', at.span.start);
  return { source: at.source, span: { start: at.span.start, end: end === -1 ? at.span.end : end } };
}

function aboveHandler({ handler: { at } }: CompiledOperation, line: string): Edit {
  const { source, span } = at;
  const newline = source.text.includes('\r\n') ? '\r\n' : '\n';
  return { at: { source, span: { start: span.start, end: span.start } }, text: `/** ${line} */${newline}` };
}
