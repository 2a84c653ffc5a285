import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { fixedBy } from './fix.ts';
import { error, warning } from './report.ts';

// Guards that run without effect: docs/recipes/security.md.

/**
 * Why a call refuses no request: nothing waits for it, also where a function that gets it calls it, nothing throws the problem that it returns, calls the function that it returns, or uses its result; nothing
 * calls the function; or it only sets the answer.
 */
export type Fault =
  | 'unawaited'
  | 'listed'
  | 'promise'
  | 'tested'
  | 'dropped'
  | 'unthrown'
  | 'uncalled'
  | 'unused'
  | 'decided'
  | 'named'
  | 'generator'
  | 'answered'
  | 'list'
  | 'items'
  | 'instead';

/**
 * A call of a function that would keep clients out, if its result were used.
 *
 * @param callee The function that is called.
 */
export const ineffectiveGuard = (at: Location, callee: Location, fault: Fault, canAwait: boolean): Diagnostic => {
  const isRead = fault === 'promise' && goesOn(at);
  const advice = isRead ? ' Put both in parentheses.' : '';
  const diagnostic = error('ineffective-guard', at, `${FAULTS[fault](nameOf(callee))}${advice}`);
  const needsAwait = fault === 'unawaited' || fault === 'promise';
  if (!canAwait || !needsAwait || (isRead && mayJoinLines(at))) return diagnostic;
  const { source, span } = at;
  const [start, end] = [span.start, span.end].map((offset) => ({ source, span: { start: offset, end: offset } }));
  if (!isRead) return fixedBy(diagnostic, 'Write "await"', { at: start!, text: 'await ' });
  return fixedBy(diagnostic, 'Write "await"', { at: start!, text: '(await ' }, { at: end!, text: ')' });
};

/**
 * A promise in a field of the context, as if code elsewhere tested it: see `settleStored`.
 *
 * @param field `state.user`, or `user` of the context itself.
 */
export const storedPromise = (at: Location, callee: Location, field: string, canAwait: boolean): Diagnostic => {
  const message = `${nameOf(callee)} returns a promise, so "ctx.${field}" is always true as a condition and has none of the value's properties. Write "await" before the call.`;
  const diagnostic = { ...warning('ineffective-guard', at, message), stored: field };
  const { source, span } = at;
  const start = { source, span: { start: span.start, end: span.start } };
  return canAwait ? fixedBy(diagnostic, 'Write "await"', { at: start, text: 'await ' }) : diagnostic;
};

/** Whether more of the expression follows, which binds closer than `await`: `.roles`, `?.id`, `["x"]`, `!.id`; `** 2` needs parentheses too. */
function goesOn({ source, span }: Location): boolean {
  return new RegExp(String.raw`^${SPACE}(?:!(?!=)${SPACE})*(?:\.|\?\.|[[(\x60]|\*\*)`).test(
    source.text.slice(span.end),
  );
}

/** White space and comments. */
const SPACE = String.raw`(?:\s|//.*|/\*[^]*?\*/)*`;

/** Whether a parenthesis in front of an expression could be for the arguments of a call of the line before it. */
function mayJoinLines({ source, span }: Location): boolean {
  const [, last = ';', space = ''] = /(\S)?(\s*)$/.exec(source.text.slice(0, span.start))!;
  return space.includes('\n') && !/[;{([,=&|?:!<>+]/.test(last);
}

/**
 * An answer of middleware that keeps a client out, although the operation runs.
 *
 * @param isAfter Whether it has run before. The rule may be about what it did, so this is a warning.
 */
export const lateRefusal = (at: Location, isAfter: boolean): Diagnostic =>
  isAfter
    ? warning(
        'ineffective-guard',
        at,
        'The operation has already run when this refuses the request. Refuse it before "next()", or export "authorize".',
      )
    : error(
        'ineffective-guard',
        at,
        'The operation runs in spite of this, because "next()" is called after it. Throw a problem, or return before "next()".',
      );

/** A response of middleware with a condition, although the operation runs. */
export const lateResponse = (at: Location): Diagnostic =>
  warning(
    'ineffective-guard',
    at,
    'The operation runs in spite of this response, because "next()" is called after it. To refuse the request, throw a problem, or return before "next()".',
  );

/** A response of an `authorize` that then returns `true`. */
export const passedResponse = (at: Location): Diagnostic =>
  error(
    'ineffective-guard',
    at,
    'The function returns true after this response, which is a 500. To refuse the request, return false or throw a problem.',
  );

/**
 * A refusal of a handler that goes on.
 *
 * @param write The call after it that changes something.
 */
export const unendedRefusal = (at: Location, write: Location): Diagnostic =>
  warning(
    'ineffective-guard',
    at,
    'The handler goes on after this refusal, so it changes data although the client sees an error. Throw a problem, or return.',
    { message: 'this call runs too', at: write },
  );

/**
 * A refusal whose error is handled as if there was none. A project can try out a new guard that way, so this is a warning.
 *
 * @param callee The function that refuses, if it isn't the code itself.
 */
export const swallowedRefusal = (at: Location, callee?: Location): Diagnostic =>
  warning(
    'ineffective-guard',
    at,
    `The request goes on even if ${callee === undefined ? 'this' : nameOf(callee)} refuses it, because the error is handled here. Throw it again, or don't handle it. A "return" in "finally" handles it too.`,
  );

/** @param reason Why the condition is never met. An index is also met by the first item. */
export const setTest = (at: Location, reason: keyof typeof SET): Diagnostic => {
  const diagnostic = warning('ineffective-guard', at, SET[reason]);
  return reason === 'session' ? { ...diagnostic, needs: 'koa-session' } : diagnostic;
};

const SET = {
  default:
    'This condition never refuses a request, because an object takes the place of a missing value. Remove the default, or test a property of the value.',
  list: 'This condition never refuses a request, because a list is always true as a condition, even without items. Test its "length".',
  index:
    'This condition refuses the first item of the list and nothing else, because the index of a missing item is -1. Call "includes" or "some".',
  session:
    'This condition never refuses a request, because koa-session gives each client a session. Test a property of it, such as "ctx.session.user".',
  method: 'This condition never refuses a request, because each context has this method. Call it.',
  object: 'This condition never refuses a request, because each context has this object. Test a property of it.',
};

/** A method of koa-passport, such as `ctx.isAuthenticated`, as a condition. */
export const uncalledMethod = (at: Location, name: string): Diagnostic => ({
  ...warning(
    'ineffective-guard',
    at,
    `"${name}" is a method of koa-passport that is not called here, so this is always true as a condition. Write "()" after it.`,
  ),
  needs: 'koa-passport',
});

/** @param call The call that gets the function. */
export const refusalInCallback = (at: Location, call: Location): Diagnostic =>
  warning(
    'ineffective-guard',
    at,
    'Nothing waits for this callback, so the operation may run before it refuses the request. Call a function that returns a promise, or wrap the call in "new Promise", and write "await" before it.',
    { message: 'the call', at: call },
  );

/** The default value of a second parameter. */
export const unusedDefault = (at: Location): Diagnostic =>
  error(
    'ineffective-guard',
    at,
    'The function gets "next" as its second argument, so this default never applies, and code in it never runs. Call it in the function.',
  );

/**
 * A guard in an object that has its key again.
 *
 * @param by The property that replaces it.
 */
export const lostKey = (at: Location, name: string, by: Location): Diagnostic =>
  error(
    'ineffective-guard',
    at,
    `Another "${name}" in this object replaces this one, so it has no effect. Remove one of them, or rename it.`,
    { message: 'replaced here', at: by },
  );

/**
 * A verifier that doesn't use its third parameter.
 *
 * @param scheme The name of the security scheme.
 * @param required An operation that requires scopes, and one of them.
 */
export const unusedScopes = (
  at: Location,
  scheme: string,
  required?: { readonly operation: string; readonly scope: string },
): Diagnostic => ({
  ...warning(
    'ineffective-guard',
    at,
    `The verifier of "${scheme}" doesn't use this parameter, so every caller that it accepts has the roles or scopes that operations require${required === undefined ? '' : `, such as "${required.scope}" of "${required.operation}"`}. Compare them with those of the caller.`,
  ),
  unscoped: scheme,
});

const FAULTS: Readonly<Record<Fault, (name: string) => string>> = {
  unawaited: (name) =>
    `${name} returns a promise that nothing waits for, so the request goes on. Write "await" before the call.`,
  listed: (name) =>
    `${name} returns a promise, and the request goes on if it is rejected. Write "await Promise.all(...)", or "await" the calls in a loop.`,
  promise: (name) =>
    `${name} returns a promise, which is always true as a condition and has none of the value's properties. Write "await" before it.`,
  tested: (name) =>
    `${name} returns a promise, which is always true where the function that gets it uses its result as a condition. Write "await" before that call.`,
  dropped: (name) =>
    `${name} returns a promise, and the function that gets it doesn't wait for it, so the request goes on. Write "await" before that call.`,
  unthrown: (name) =>
    `${name} returns a problem that nothing throws, so the request goes on. Throw it in that function.`,
  unused: (name) =>
    `${name} returns whether the client may go on, and nothing uses the result. Throw a problem if it is false, or export it as "authorize".`,
  decided: (name) =>
    `${name} only returns true or false, and nothing uses the result. Throw a problem if it is false, or remove the call.`,
  named: (name) =>
    `${name} is not called, so the request goes on. Call it with its arguments, such as "(ctx)" or "(403)".`,
  generator: (name) => `${name} is a generator, so this call runs none of its code. Remove the "*" after "function".`,
  answered: (name) =>
    `${name} answers the request by itself, but the operation runs in spite of this, because "next()" is called after it. Throw a problem in that function.`,
  list: (name) =>
    `${name} gives a list, which is always true as a condition. Test its items: "(await Promise.all([...])).every(Boolean)".`,
  items: (name) =>
    `${name} returns a promise, so each item of this list is true as a condition. Write "await Promise.all(...)" around the "map" call.`,
  instead: () =>
    'This problem is kept in place of a value, and nothing throws it, so the request goes on. Test the value, and write "throw" before the problem.',
  uncalled: (name) =>
    `${name} returns a function that nothing calls, so the request goes on. Write "(ctx)" after the call.`,
};

/** The name of a function in a message. */
function nameOf({ source, span }: Location): string {
  const text = source.text.slice(span.start, span.end);
  return /^[\p{L}\w$.'"()-]{1,60}$/u.test(text) ? `"${text.replaceAll('"', "'")}"` : 'This function';
}

/** How a client passes a comparison with an unset variable: it sends no value, an empty one, or the text that takes its place; or nothing compares. `emptied`: the variable is an empty text. */
export type UnsetReason = 'undefined' | 'empty' | 'text' | 'skipped' | 'emptied' | 'signed';

/** @param name The variable of the environment, or `*` for any. */
export const unsetSecret = (at: Location, name: string, reason: UnsetReason): Diagnostic => {
  const isSet = name === '*' ? 'the variable' : `"${name}"`;
  return warning(
    'unset-secret',
    at,
    `If ${isSet} ${reason === 'emptied' ? 'is empty' : "isn't set"}, ${UNSET[reason]}. Read it at the top of this file, and throw an error there if it's missing${reason === 'emptied' ? ' or empty' : ''}.`,
  );
};

export const publishedSecret = (at: Location, name: string): Diagnostic =>
  warning(
    'unset-secret',
    at,
    `If "${name}" isn't set, this text is the secret, and everyone who reads the code knows it. Leave it out, and throw an error if the variable is missing.`,
  );

const UNSET: Readonly<Record<UnsetReason, string>> = {
  undefined: 'a request without this value passes, because both are undefined',
  empty: 'a request with an empty value passes',
  text: 'a request passes with the text that takes its place, such as "undefined"',
  skipped: 'every request passes',
  emptied: 'a request with an empty value passes, or without one',
  signed: 'everyone can sign with the text that takes its place',
};

export const unreadCall = (at: Location, from: string): Diagnostic =>
  warning(
    'ineffective-guard',
    at,
    `The build cannot read "${from}", so it does not check whether this call keeps anyone out. Import it by a relative path, or add the alias to "paths" in tsconfig.json or to "imports" in package.json.`,
  );
