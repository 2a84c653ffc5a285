import { isToolName } from '../../../shared/contract/tool-name.ts';
import type { Directive } from '../comment/comment.ts';
import { locate, slicePassage, textOf, trimPassage } from '../comment/comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { DeclaredTool, Draft } from './declared.ts';

/** `@tool name - description`, both optional, or `@tool none`. */
export function readTool({ content, at }: Directive, into: Draft, report: Report): void {
  const text = trimPassage(content);
  const [, name = '', gap = '', dash] = /^((?!-(?:\s|$))\S+)?(\s*)(-(?=\s|$))?/.exec(text.text)!;
  const rest = trimPassage(slicePassage(text, name.length + gap.length + (dash?.length ?? 0)));
  const word = slicePassage(text, 0, name.length);
  if (name === 'none' && rest.text === '') return void into.tool.push({ value: 'none', at });
  if (name !== '' && !isToolName(name)) return report(messages.toolName(locate(word), name));
  if (dash === undefined && rest.text !== '') return report(messages.toolDescription(locate(rest), text.text));
  const description = textOf(rest)?.replace(/\s+/g, ' ');
  const value: DeclaredTool = { ...(name !== '' && { name }), ...(description !== undefined && { description }) };
  into.tool.push({ value, at });
}
