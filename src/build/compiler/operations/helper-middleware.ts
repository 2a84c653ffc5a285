import { GUARD_WORDS } from '../language/access-words.ts';
import type { Span, SourceText } from '../diagnostics/source.ts';
import { timesNamed } from '../module/name-counts.ts';
import type { Value } from '../module/value.ts';
import { functionsIn } from '../module/value.ts';
import type { Export } from '../module/exports.ts';
import type { Syntax } from '../module/syntax.ts';
import { exportedMembers } from './exported-members.ts';
import { AUTHORIZE, isForeignGuard, isGuardFunction, isGuardMember, isUnused } from './guard-names.ts';

/** An export that seems to be middleware. */
export interface Wrapping {
  readonly name: string;
  readonly span: Span;
  /** Whether its parameters show it. If not, it is middleware only if no file takes anything of its file. */
  readonly isSure: boolean;
  /** Whether it keeps clients out and its file does not use it: it answers 401 or 403, or is a guard of another module. */
  readonly refuses: boolean;
}

const NEXT = /^_?next\b|:\s*(?:\w+\.)?Next(?:Function)?$/;
/** The first parameter of a function that gets a request. */
export const CONTEXT: RegExp = /^_?(?:ctx|context|c|req|request|event)\b|:.*(?:Context|Request|Event)\b/;
/** A parameter `next` of a function in a function, as in a factory of middleware. */
const INNER_NEXT = /[(,]\s*_?next\s*(?:[,)=?]|:\s*(?:\(|(?:\w+\.)?Next\b))/;
/** Code that keeps a client out. */
const REFUSES = /\bthrow\b|\b40[13]\b|\bredirect\b/;

/** Code that keeps out a client who may not do something, and no other. */
export const REFUSES_ACCESS: RegExp =
  /\b40[13]\b|\bthrow\b[^;{}\n]*(?:forbid|unauthori[sz]ed|unauthenticated|denied)|\bredirect\s*\([^)]*(?:log|sign)[-_]?in\b/i;
/** The parameter of a function in a function, as in a factory or in `app.addHook('preHandler', (request, reply) => ...)`. */
const INNER_CONTEXT =
  /\(\s*_?(?:ctx|context|req|request|event)\b[^()]*\)\s*(?::[^=;{}]*)?(?:=>|\{)|\b(?:ctx|context|req|request|event)\s*=>/;

/** Whether a file or one of its directories is named for guards: `_guards/office.ts`. */
export function isNamedForGuards(path: string): boolean {
  return path.split('/').some((name) => /^[_.]/.test(name) && GUARD_WORDS.test(name));
}

/** Whether an export, which is not the default one, seems to be middleware: its name or its parameters show it. */
export function looksLikeMiddleware({ name, value }: Export, source: SourceText): boolean {
  if (name === 'default' || name === AUTHORIZE) return false;
  const { kind, from, isList, parameters = [], bodyAt } = value;
  const [first = '', second] = textsOf(source, parameters);
  const wraps = CONTEXT.test(first) || takesNext(source, value, false) || isCalled(second, spanText(source, bodyAt));
  if (second !== undefined && wraps) return true;
  return /^(?:middlewares?|guards?)$/i.test(name) && (kind !== 'other' || isList === true || from !== undefined);
}

/** Finds the exports of a file that seem to be middleware, regardless of their names. */
export function findWrapping(source: SourceText, syntax: Syntax, exports: readonly Export[]): Wrapping[] {
  const members = exportedMembers(syntax.program).filter((each) => each.members.some(isGuardMember));
  const containing = members
    .filter(({ name, span }) => name === 'default' || isUnused({ name, span }, source, syntax))
    .map(({ name, span }) => ({ name, span, isSure: true, refuses: false }));
  return [...containing, ...wrappingIn(source, syntax, exports)];
}

function wrappingIn(source: SourceText, syntax: Syntax, exports: readonly Export[]): Wrapping[] {
  return exports.flatMap((each): Wrapping[] => {
    const { name, span, value } = each;
    if (name === AUTHORIZE) return [];
    const isDefault = name === 'default';
    const isNamed = GUARD_WORDS.test(name) || isNamedForGuards(source.file);
    const isSure = value.kind === 'function' && takesNext(source, value, isDefault && isNamed);
    const isLost = (): boolean => isDefault || isUnused(each, source, syntax);
    const refuses = (refusesAccess(source, syntax, each) || isForeignGuard(each, source, syntax)) && isLost();
    if (!refuses && !(isSure ? isLost() : mayWrap(source, value, isDefault, isNamed))) return [];
    return [{ name, span, isSure, refuses }];
  });
}

/** @param isSecond Whether any second parameter is `next`. */
function takesNext(source: SourceText, { parameters = [], bodyAt }: Value, isSecond: boolean): boolean {
  const [, ...others] = textsOf(source, parameters);
  return (
    (isSecond && others.length > 0) ||
    others.some((text) => NEXT.test(text)) ||
    INNER_NEXT.test(spanText(source, bodyAt))
  );
}

/** Whether a value can be middleware, though its parameters do not show it. */
function mayWrap(source: SourceText, value: Value, isDefault: boolean, isNamed: boolean): boolean {
  const { kind, isList, isEmpty, parameters = [], bodyAt, name } = value;
  if (kind !== 'function') return (kind !== 'other' || (isList === true && isEmpty !== true)) && (isDefault || isNamed);
  const [first = '', second] = textsOf(source, parameters);
  const body = spanText(source, bodyAt);
  if (second !== undefined) return isCalled(/^\w+/.exec(second)?.[0], body);
  // `_authorize.ts` with a function that returns whether the client may use the operations.
  const isGuard = isDefault && (isNamed || name === AUTHORIZE);
  return CONTEXT.test(first) && (isGuard || REFUSES.test(body));
}

/** Whether an export has a function of a context that answers 401 or 403, and that nothing else in the file uses. */
export function refusesAccess(source: SourceText, syntax: Syntax, { value, span }: Export): boolean {
  const words = spanText(source, span).match(/[\w$]+/g) ?? [];
  // Counting names walks through the whole file, so it comes last.
  const isOnlyHere = (name: string): boolean => {
    const times = timesNamed(syntax.program, name);
    return times <= 2 || times <= words.filter((word) => word === name).length + 1;
  };
  const known = new Map<string, boolean>();
  const isGuard = (name: string): boolean => {
    if (!syntax.bindings.has(name)) return false;
    const called = syntax.bindings.resolve(name, []);
    const isFound = called.from === undefined ? functionsIn(called).some(refuses) : isGuardFunction(name);
    return isFound && isOnlyHere(name);
  };
  const refuses = ({ bodyAt }: Value): boolean => {
    const body = spanText(source, bodyAt);
    return (
      REFUSES_ACCESS.test(body) ||
      calledIn(body).some((name) => {
        // While it is looked into, it counts as none, so that functions that call each other end.
        if (!known.has(name)) known.set(name, false).set(name, isGuard(name));
        return known.get(name);
      })
    );
  };
  return functionsIn(value).some(
    (each) => takesContext(source, each) && refuses(each) && (each.name === undefined || isOnlyHere(each.name)),
  );
}

function takesContext(source: SourceText, value: Value): boolean {
  const { parameters = [], bodyAt } = value;
  const [first = ''] = textsOf(source, parameters);
  const isInner = INNER_CONTEXT.test(spanText(source, bodyAt)) || takesNext(source, value, false);
  return CONTEXT.test(first) || first.startsWith('{') || isInner;
}

function calledIn(body: string): string[] {
  return [...body.matchAll(/(?<![\w$.])([\w$]+)\s*\(/g)].map(([, name]) => name!);
}

function isCalled(name: string | undefined, body: string): boolean {
  return name !== undefined && new RegExp(String.raw`(?<![\w$.])${name}\s*\(\s*\)`).test(body);
}

function textsOf(source: SourceText, spans: readonly Span[]): string[] {
  return spans.map((span) => spanText(source, span));
}

function spanText({ text }: SourceText, span: Span | undefined): string {
  return span === undefined ? '' : text.slice(span.start, span.end);
}
