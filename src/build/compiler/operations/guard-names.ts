import type { Node } from 'oxc-parser';
import type { SourceText } from '../diagnostics/source.ts';
import { isAccessWord } from '../language/access-words.ts';
import type { Export } from '../module/exports.ts';
import type { ExportedMembers } from './exported-members.ts';
import { exportedMembers } from './exported-members.ts';
import { isNamedAsGuard } from '../calls/named-calls.ts';
import { timesNamed } from '../module/name-counts.ts';
import { childrenOf } from '../module/nodes.ts';
import type { Syntax } from '../module/syntax.ts';

/** The export of a `_middleware` file or an operation that decides whether a client may use an operation. */
export const AUTHORIZE = 'authorize';

/** Names of exports that run before a route in other frameworks. */
const HOOK =
  /^(?:can|canActivate|useGuards|restrict(?:To|edTo)?|requires|access|throttle|rateLimit(?:er|s)?|preHandler|preValidation|onRequest|csrf(?:Protect(?:ion)?)?|(?:on)?before(?:Action|Enter|Handler?|Load|Request|Route)?)$/i;

/** Whether a name is one of those that guard a route in other frameworks: `roles`, `preHandler`. */
export function isGuarding(name: string): boolean {
  return isAccessWord(name) || HOOK.test(name);
}

/** The settings that guard a route in other frameworks. */
const GUARDED = /auth|role|secur|permission|guard|admin/i;

/** Names of flags that keep clients out if they are true, and of those that let everyone in if they are true. */
const CLOSED = /^(?:is)?(?:private|internal|protected|restricted|secured?)$/i;
const OPEN = /^(?:is)?(?:public|anonymous)$|^allow(?:Anonymous|Guests?|Public)$|^(?:no|skip)Auth$/i;

/** Whether a boolean keeps clients out in other frameworks: `internal = true`, `isPublic = false`. */
export function isGuardFlag(name: string, flag: boolean | undefined): boolean {
  return flag !== undefined && (flag ? CLOSED : OPEN).test(name.replaceAll('_', ''));
}

/** Whether an export has a name that guards a route in other frameworks: `roles`, `preHandler`, and `config` with such a setting. */
export function isNamedForGuard({ name, span, value }: Export, source: SourceText): boolean {
  if (isGuardFlag(name, value.flag)) return true;
  const text = source.text.slice(span.start, span.end);
  if (name === 'config') return isGuardingConfig(text);
  if (name === 'scope') return value.isList === true || /=\s*['"`]/.test(text);
  if (name === 'allow' || name === 'verify') return value.kind === 'function' && takesRequest(source, value);
  return name !== AUTHORIZE && isGuarding(name);
}

function takesRequest({ text }: SourceText, { parameters: [first] = [] }: Export['value']): boolean {
  return (
    first !== undefined && /^(?:_?(?:ctx|context|input|req|request)\b|\{)/.test(text.slice(first.start, first.end))
  );
}

/** Whether the text of an object `config` has a setting that guards. */
export function isGuardingConfig(text: string): boolean {
  return GUARDED.test(text);
}

/** Whether a name is that of a guard in other frameworks, as an export or a property of the handler. */
export function isGuardingName(name: string): boolean {
  return isGuarding(name) || /^(?:middlewares?|guards?)$/i.test(name);
}

/** Whether a function has a name of those that keep clients out: `requireAdmin`. */
export function isGuardFunction(name: string): boolean {
  return isGuardingName(name) || isNamedAsGuard(name);
}

/** Whether a function has such a name, or that of a wrapper that keeps clients out: `withAdmin`. */
export function isGuardWrapper(name: string): boolean {
  return isGuardFunction(name) || WRAPPER.test(name);
}

const WRAPPER =
  /^(?:with|as|for|wrap)(?=[A-Z])\w*(?:Auth(?!or(?!i))|Admin|Role|Permission|Guard|Secur|Login|Owner|Staff)/;

/**
 * Whether an expression has a guard in it, by its names.
 *
 * @param isGuard Whether a name, or a function in it, is one for another reason.
 */
export function keepsOut(node: Node, isGuard: (node: Node) => boolean): boolean {
  if (isGuard(node) || (node.type === 'Identifier' && isGuardWrapper(node.name))) return true;
  return !('params' in node) && childrenOf(node).some((each) => keepsOut(each, isGuard));
}

/** Whether an export is a guard of another module, under any name: `export const pre = requireAdmin`. */
export function isForeignGuard({ name, value, span }: Export, source: SourceText, { bindings }: Syntax): boolean {
  if (name === AUTHORIZE || value.kind === 'function') return false;
  const isForeign = (word: string): boolean =>
    bindings.has(word) ? bindings.resolve(word, []).from !== undefined : value.from !== undefined;
  const words = source.text
    .slice(span.start, span.end)
    .replace(/'[^']*'|"[^"]*"/g, '')
    .match(/[\w$]+/g);
  return words?.some((word) => isGuardFunction(word) && isForeign(word)) === true;
}

/** Names of exports that set up a route in other frameworks. */
const SETTINGS = /^(?:config|meta(?:data)?|options|opts|settings|route(?:Config|Options|Rules|Meta)?)$/i;

/** Whether an object sets up a route in other frameworks, and has the name of a guard in it. */
export function isGuardingSettings(name: string, members: readonly string[]): boolean {
  // Whatever the name of a description is: `apiDoc`, `operation`.
  if (members.includes('security')) return true;
  const isSettings = SETTINGS.test(name);
  return isSettings && members.some((member) => isGuarding(member.replace(/^(?:schema|config|options|meta)\./, '')));
}

interface GuardingMembers extends ExportedMembers {
  /** Its name in messages: `pets.authorize` next to the handler `pets.read`. */
  readonly label: string;
}

/** The exported objects, classes and namespaces that have a guard in them: `authorize`, or in settings the name of one in other frameworks. */
export function guardingMembers(source: SourceText, syntax: Syntax): GuardingMembers[] {
  // Most files have no such word.
  if (
    !/auth|secur|role|permi|guard|restrict|scope|acl|polic|access|protect|require|allow|isA|can|only|throttle|limit|pre|before|onReq|csrf/i.test(
      source.text,
    )
  )
    return [];
  return exportedMembers(syntax.program).flatMap((each) => {
    const { name, members, isPart } = each;
    const guard = members.find(isGuardMember);
    const isGuard = guard !== undefined || (isPart !== true && isGuardingSettings(name, members));
    return isGuard ? [{ ...each, label: isPart === true ? `${name}.${guard}` : name }] : [];
  });
}

/** Whether the name of a function in an object or a class suggests that it keeps clients out. */
export function isGuardMember(name: string): boolean {
  return name === AUTHORIZE || name === 'canActivate';
}

/** Whether a file only declares and exports a name. */
export function isUnused(
  { name, span }: Pick<Export, 'name' | 'span'>,
  source: SourceText,
  { program }: Syntax,
): boolean {
  const text = source.text.slice(span.start, span.end);
  // `exports.guard = guard` has the name twice, in addition to its declaration.
  const isBoth = /^(?:module\.)?exports\.([\w$]+)\s*=\s*\1\s*;?$/.test(text);
  return timesNamed(program, name) <= (isBoth ? 3 : /^(?:module\.)?exports?\b/.test(text) ? 1 : 2);
}
