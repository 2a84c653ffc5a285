import type { CompletionList } from 'vscode-languageserver';
import { CompletionItemKind } from 'vscode-languageserver';
import type { Compilation, CompiledEvent } from '../../build/compiler/compile.ts';
import type { Location, SourceText } from '../../build/compiler/diagnostics/source.ts';
import { rangeOf } from './positions.ts';
import type { Node } from './syntax-walk.ts';
import { eachNode } from './syntax-walk.ts';

/** A call of `send` up to the name of an event, which is an argument in quotes. */
const SEND = /\bsend\((?:(?:[^()'"`]|\([^()]*\))*,\s*)?(['"])([^'"`\n]*)$/;
/** How far back the call can begin. */
const MAX_CALL = 400;

/** Completes the name of an event in `send(tx, '...')`. */
export function completeSent(
  { events }: Pick<Compilation, 'events'>,
  source: SourceText,
  offset: number,
): CompletionList | undefined {
  const [, , word] = SEND.exec(source.text.slice(Math.max(0, offset - MAX_CALL), offset)) ?? [];
  if (word === undefined || events.length === 0) return undefined;
  const rest = /^[^'"`\n]*/.exec(source.text.slice(offset))![0];
  const range = rangeOf({ source, span: { start: offset - word.length, end: offset + rest.length } });
  return {
    isIncomplete: false,
    items: events.map(({ contract: { event = '', summary } }) => ({
      label: event,
      kind: CompletionItemKind.Event,
      sortText: event,
      ...(summary !== undefined && { detail: summary }),
      textEdit: { range, newText: event },
    })),
  };
}

/** Finds the names of events in calls of `send`, and in types such as `Events['order.paid']`: without their quotes. */
export function eventsInCode(
  source: SourceText,
  isWanted: (name: string) => boolean,
): { name: string; at: Location }[] {
  const found: { name: string; at: Location }[] = [];
  eachNode(source, (node, field, parent) => {
    const name = node.type === 'TSLiteralType' ? eventText(node['literal']) : eventText(node);
    if (name === undefined || !isWanted(name)) return;
    if (!(field === 'arguments' && isSend(parent)) && !(field === 'indexType' && isEvents(parent))) return;
    const span = { start: node.start + 1, end: node.end - 1 };
    if (source.text.slice(span.start, span.end) === name) found.push({ name, at: { source, span } });
  });
  return found;
}

function eventText(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as { readonly type?: unknown; readonly value?: unknown };
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

function isSend(call: Node | undefined): boolean {
  const callee = call?.['callee'] as Node | undefined;
  const property = (callee?.['property'] ?? callee) as { readonly name?: unknown } | undefined;
  return call?.type === 'CallExpression' && property?.name === 'send';
}

function isEvents(access: Node | undefined): boolean {
  const object = access?.['objectType'] as { readonly typeName?: { readonly name?: unknown } } | undefined;
  return access?.type === 'TSIndexedAccessType' && object?.typeName?.name === 'Events';
}

/** Explains an event: its file, its texts and its payload. */
export function explainEvent({ contract, comment }: CompiledEvent): string {
  const { event = '', summary, description, deprecated, responses } = contract;
  const schema = JSON.stringify(responses[0]!.content[0]!.schema, null, 2);
  return [
    `**event ${event}** (${comment.at.source.file})${deprecated === undefined ? '' : ', deprecated'}`,
    ...[summary, description].filter((text) => text !== undefined),
    `\`\`\`json\n${schema}\n\`\`\``,
  ].join('\n\n');
}
