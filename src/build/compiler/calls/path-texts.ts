import type { Node, Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import { METHODS } from '../../../shared/contract/operation.ts';
import { encodeSegment } from '../../../shared/contract/path-spelling.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import {
  functionVisitor,
  identifierName,
  isNamed,
  lastName,
  literalText,
  propertyName,
  visitEach,
} from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import { scopesOf } from '../module/scopes.ts';
import type { Bindings } from '../module/static-values.ts';
import type { Comparison } from './comparisons.ts';
import { comparisonVisitor, isContext, isSum, textsIn } from './comparisons.ts';
import { namesSet } from './early-reads.ts';
import { NamesBoundOnce } from './names-bound-once.ts';

/** `ctx.path`, `ctx.originalUrl` and `ctx.operation.method` */
const READS = /\b_?(?:ctx|context|request|req|operation)\s*(?:\?\.|\.|\[\s*['"])\s*(?:path|originalUrl|method)\b/i;
/** A pattern that may take it, and what it may take it from. */
const TAKES = /\b(?:path|originalUrl|method)\s*(?::\s*[\w$]+\s*)?[,}]/;
const FROM_CONTEXT = /\bnext\b|=\s*_?(?:ctx|context)\b/i;
/** Methods in a text: `get`, or `^(get|post)$` without its other characters. */
const METHOD = new RegExp(`^(?:${METHODS.join('|').toLowerCase()})+$`);
/** How many constants and parts of expressions are followed to the field that they are. */
const MAX_STEPS = 8;

/**
 * Reports comparisons of `ctx.path` with texts that it never has, because it begins with a slash, is percent-encoded and has no query: such a guard refuses no
 * request. So does one that compares `ctx.originalUrl`, for a client that spells the path in another way, and one that compares `ctx.method` with `get`.
 */
export function checkPathTexts(
  source: SourceText,
  { program, bindings }: { readonly program: Program; readonly bindings: Bindings },
  report: Report,
): void {
  // Few files need the walk.
  if (!READS.test(source.text) && !(TAKES.test(source.text) && FROM_CONTEXT.test(source.text))) return;
  const set = namesSet(program);
  // It can be decoded then.
  const isPathSet = set.has('path') || set.has('url');
  const names = new NamesBoundOnce({ program, bindings });
  const scopes = scopesOf(program);
  const taken = new Map<string, string>();
  const found: Comparison[] = [];
  new Visitor(visitEach(names.visitor(), takenVisitor(scopes, taken), comparisonVisitor(found))).visit(program);
  const fieldOf = (given: Node, steps = MAX_STEPS): string | undefined => {
    const node = bareExpression(given);
    if (steps === 0) return undefined;
    const whole = urlIn(node);
    if (whole !== undefined) return fieldOf(whole, steps - 1) === 'originalUrl' ? 'originalUrl' : undefined;
    if (node.type !== 'Identifier') return contextField(node);
    const value = names.constant(node);
    if (value !== undefined) return fieldOf(value, steps - 1);
    return names.isOnce(node) ? taken.get(scopes.idOf(node)!) : undefined;
  };
  const reported = new Map<Node, Diagnostic>();
  for (const { value: path, others, isStart } of found) {
    const field = fieldOf(path);
    if (field === undefined || (field === 'method' ? set.has(field) : isPathSet)) continue;
    const texts = others.flatMap((other) => textsIn(other, names));
    for (const node of field === 'method' ? lowerCase(texts) : texts) {
      const diagnostic = faultOf(node, locationIn(source, node.start, node.end), field, isStart && !others.some(isSum));
      if (diagnostic !== undefined) reported.set(node, diagnostic);
    }
  }
  for (const diagnostic of reported.values()) report(diagnostic);
}

/** The diagnostic of a text that a field of the context is compared with. */
function faultOf(node: Node, at: Location, field: string, isStart: boolean): Diagnostic | undefined {
  const text = textOf(node);
  if (text === undefined || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  if (field === 'method') return messages.unmatchedMethod(at, literalText(node));
  if (field === 'originalUrl') return text.includes('/') ? messages.rawPath(at) : undefined;
  if (isStart && /^[\p{L}\p{N}_]/u.test(text) && isKnownStart(node)) return messages.unmatchedStart(at, text);
  const character = strangeIn(text);
  return character === undefined ? undefined : messages.unmatchedPath(at, character, spell(text));
}

/** The methods in lower case, of those that aren't in upper case too. */
function lowerCase(texts: readonly Node[]): Node[] {
  const known = new Set(texts.map(textOf));
  return texts.filter((each) => {
    const text = textOf(each) ?? '';
    const isExact =
      each.type === 'Literal' && !('regex' in each && /[i[\\]/.test(each.regex.flags + each.regex.pattern));
    return isExact && METHOD.test(text) && !known.has(text.toUpperCase());
  });
}

function isKnownStart(node: Node): boolean {
  return node.type === 'TemplateLiteral' ? node.quasis[0]!.value.cooked !== '' : !('regex' in node);
}

/** Notes the names that patterns give to fields of a context: `const { path } = ctx`, `({ path }, next) => ...`. */
function takenVisitor(scopes: Scopes, taken: Map<string, string>): object {
  const take = (pattern: Node | undefined): void => {
    for (const each of pattern?.type === 'ObjectPattern' ? pattern.properties : []) {
      const name = each.type === 'Property' ? propertyName(each.key, each.computed) : undefined;
      if (each.type === 'Property' && /^(?:path|originalUrl|method)$/.test(name ?? ''))
        taken.set(scopes.idOf(each.value) ?? '', name!);
    }
  };
  return {
    ...functionVisitor(({ params: [ctx, next] }) => {
      if (next !== undefined && /^_?next$/.test(identifierName(next) ?? '')) take(ctx);
    }),
    VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
      if (init !== null && isContext(init)) take(id);
    },
  };
}

/** The URL whose path an expression is: `url` of `new URL(url, base).pathname` and `url.split('?')[0]`. */
function urlIn(node: Node): Node | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const object = bareExpression(node.object);
  if (object.type === 'NewExpression' && isNamed(object.callee, 'URL') && lastName(node) === 'pathname')
    return object.arguments[0];
  const isSplit = object.type === 'CallExpression' && lastName(object.callee) === 'split';
  return isSplit && object.callee.type === 'MemberExpression' ? object.callee.object : undefined;
}

/** The name of a field of the context that is compared: `path` of `ctx.path`. */
function contextField(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const name = lastName(node);
  const owner = bareExpression(node.object);
  if (isContext(owner)) return /^(?:path|originalUrl|method)$/.test(name) ? name : undefined;
  const isOperation = owner.type === 'MemberExpression' && lastName(owner) === 'operation' && isContext(owner.object);
  return isOperation && name === 'method' ? name : undefined;
}

/** The text of a path in code. That of a regular expression has its letters, unless it is about sets of characters. */
function textOf(node: Node): string | undefined {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('');
  if (node.type !== 'Literal') return undefined;
  if (typeof node.value === 'string') return node.value;
  const pattern = 'regex' in node ? node.regex.pattern : '[';
  return pattern.includes('[') ? undefined : pattern.replaceAll(/[^/\p{L}\p{N}]/gu, '');
}

/** The first character that no path contains. Texts without a slash can be what code searches for in any path. */
function strangeIn(text: string): string | undefined {
  if (!text.includes('/')) return undefined;
  return /[?#]/.exec(text)?.[0] ?? [...text].find((each) => !SENT.test(each) && encodeSegment(each) !== each);
}

/** Characters that some clients do not encode, and what begins an encoding. */
const SENT = /[/[\]|^%]/;

/** A text as requests spell it; undefined if it is not that of a path. */
function spell(text: string): string | undefined {
  const segments = /[%?#{}]/.test(text) ? [undefined] : text.split('/').map(encodeSegment);
  return segments.includes(undefined) ? undefined : segments.join('/');
}
