import type { Method } from '../../../shared/contract/operation.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { addingSecurity, fixedBy, removal, replacing, replacingDirective } from './fix.ts';
import { isFacet } from '../../../shared/schema/keywords.ts';
import { didYouMean, error, nearest, quoteAll, warning } from './report.ts';

// Mistakes in the comment of an operation or a definition: docs/reference/directives.md.

/** Directives of other tools, with the line to write instead. */
const FOREIGN_DIRECTIVES: Readonly<Record<string, string>> = {
  body: '@param {Type} body',
  requestbody: '@param {Type} body',
  path: '@param {Type} name',
  pathparam: '@param {Type} name',
  queryparam: '@param {Type} query.name',
  cookie: '@param {Type} cookie.name',
  status: '@returns {Type} 201',
  response: '@returns {Type} 200',
  error: '@throws 404',
  exception: '@throws 404',
};

export const unknownDirective = (at: Location, name: string, known: readonly string[]): Diagnostic => {
  const key = name.toLowerCase();
  // A definition has no parameters.
  const line = known.includes('param') && Object.hasOwn(FOREIGN_DIRECTIVES, key) ? FOREIGN_DIRECTIVES[key] : undefined;
  const isConstraint = known.includes('param') && isFacet(name);
  const otherwise = isConstraint ? ` Write constraints after a name: "(${name}: ...)".` : didYouMean(name, known, '@');
  const advice = line === undefined ? otherwise : ` Write "${line}".`;
  const diagnostic = warning('unknown-directive', at, `Unknown directive "@${name}" (ignored).`);
  const near = line === undefined && !isConstraint ? nearest(name, known) : undefined;
  return replacingDirective(diagnostic, name, near, advice);
};

/** A tag of JSDoc that seems to protect an operation. */
export const protectsNothing = (at: Location, name: string): Diagnostic =>
  addingSecurity(
    warning('misplaced-directive', at, `"@${name}" does not keep clients out (ignored).`),
    'Write "@security" to require credentials, or "@internal" to leave the operation out of the document.',
  );

/** A directive that seems to restrict access, in a word of another tool. */
export const accessDirective = (at: Location, name: string): Diagnostic =>
  replacing(
    addingSecurity(
      error('unknown-directive', at, `Unknown directive "@${name}": it does not keep clients out.`),
      'Write "@security" with a scheme of "openapi.yaml" and its scopes, or export "authorize".',
    ),
    name,
    'security',
  );

/**
 * JSDoc's `@requires` with a value that doesn't seem to be a module.
 *
 * @param line The directive with its value.
 */
export const requiresNothing = (at: Location, word: string, line: Location): Diagnostic =>
  fixedBy(
    addingSecurity(
      warning(
        'misplaced-directive',
        at,
        `"@requires" does not keep clients out (ignored). If it is a module, write "module:${word.replace(/ .*/, '')}".`,
      ),
      `To require credentials, write "@security ${word}".`,
    ),
    `Write "@security ${word}"`,
    { at: line, text: `@security ${word}` },
  );

/** @param meant The text that it probably means: `security`, or `security token`. */
export const misspelledSecurity = (at: Location, name: string, meant: string): Diagnostic =>
  replacing(
    addingSecurity(
      error('misspelled-security', at, `Unknown directive "@${name}": without it, everyone has access.`),
      `Did you mean "@${meant}"?`,
      `Unknown directive "@${name}".`,
    ),
    name,
    meant,
  );

/** @param meant The directive that it probably means. */
export const misspelledProtection = (at: Location, name: string, meant: string): Diagnostic =>
  replacing(
    error('misspelled-security', at, `Unknown directive "@${name}": it protects nothing. Did you mean "@${meant}"?`),
    name,
    meant,
  );

export const misplacedDirective = (
  at: Location,
  name: string,
  directive: string,
  allowed: readonly string[],
): Diagnostic =>
  warning(
    'misplaced-directive',
    at,
    `"@${name}" is not allowed in a "@${directive}" (ignored). Allowed: ${quoteAll(allowed.map((item) => `@${item}`))}.`,
  );

export const repeatedDirective = (at: Location, name: string, first: Location): Diagnostic =>
  error('repeated-directive', at, `Duplicate "@${name}". Remove one of them.`, {
    message: 'first used here',
    at: first,
  });

export const emptyDirective = (at: Location, name: string): Diagnostic =>
  error('empty-directive', at, `"@${name}" needs a value. Add one after it, or remove it.`);

/**
 * @param parameter The text without its description, if it looks like a parameter.
 * @param mayGuard Whether it may be a guard in the wrong place.
 */
export const methodContent = (
  at: Location,
  name: string,
  parameter: string | undefined,
  mayGuard: boolean,
): Diagnostic => {
  if (parameter !== undefined)
    return warning(
      'method-content',
      at,
      `"@${name}" declares the HTTP method, so this text is ignored. Write a parameter as "@param ${parameter}".`,
    );
  const mistake = `"@${name}" takes no text (ignored)`;
  if (mayGuard)
    return warning('method-content', at, `${mistake}. Start a line with each directive, such as "@security".`);
  return fixedBy(
    warning('method-content', at, `${mistake}: the path comes from the location of the file. Remove the text.`),
    'Remove the text',
    removal(at),
  );
};

export const repeatedMethod = (at: Location, first: Location): Diagnostic =>
  error('repeated-method', at, 'This comment already has an HTTP method. Create a separate file per method.', {
    message: 'first declared here',
    at: first,
  });

export const methodConflict = (at: Location, declared: Method, nameAt: Location, named: Method): Diagnostic =>
  error(
    'method-conflict',
    at,
    `The comment declares "${declared}", but the file name declares "${named}". Remove the directive, or rename the file.`,
    { message: `"${named}" is declared here`, at: nameAt },
  );

/** The bracket that closes each bracket. */
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

export const unclosedBracket = (at: Location, bracket: string): Diagnostic =>
  error('unclosed-bracket', at, `This "${bracket}" is never closed. Add a "${CLOSING[bracket]}".`);

export const missingName = (at: Location, directive: string): Diagnostic =>
  error(
    'missing-name',
    at,
    /^(?:typedef|.*-define)$/.test(directive)
      ? `Missing name. Write "@${directive}${directive === 'typedef' ? ' {object}' : ''} Name".`
      : `Missing name. Write "@${directive} {string} name - description", with "[name]" if it is optional.`,
  );

export const loneSurrogate = (at: Location): Diagnostic =>
  error('name-character', at, 'This name contains half of a surrogate pair, which no request can contain. Rename it.');

export const unknownPlace = (at: Location, prefix: string, rest: string, place: string): Diagnostic =>
  replacing(
    warning(
      'unknown-place',
      at,
      `"${prefix}." is not a parameter location, so it becomes part of the name. Did you mean "${place}.${rest}"? If not, start with the location: "query.${prefix}.${rest}" or "body.${prefix}.${rest}".`,
    ),
    `${prefix}.${rest}`,
    `${place}.${rest}`,
  );

export const invalidSample = (
  at: Location,
  what: string,
  value: unknown,
  fault: string,
  isWarning = false,
): Diagnostic =>
  (isWarning ? warning : error)(
    'invalid-sample',
    at,
    `The ${what} ${JSON.stringify(value)} does not match its type: ${fault}.`,
  );

export const colonAfterName = (at: Location, name: string): Diagnostic =>
  fixedBy(error('invalid-yaml', at, `Remove the colon after "@${name}".`), 'Remove the colon', { at, text: '' });

export const invalidYaml = (at: Location, reason: string): Diagnostic =>
  error('invalid-yaml', at, `Invalid YAML: ${reason.replace(/[.:]?$/, '')}.`);

export const invalidJson = (at: Location, reason: string): Diagnostic =>
  error('invalid-json', at, `Invalid JSON: ${reason.replace(/[.:]?$/, '')}.`);

/**
 * @param allowed The values that it can have.
 * @param mayGuard Whether the text may be a guard in the wrong place.
 */
export const unexpectedValue = (
  at: Location,
  directive: string,
  allowed: readonly string[],
  mayGuard: boolean,
): Diagnostic => {
  const remedy = mayGuard ? ' Start a line with each directive.' : '';
  const diagnostic = error(
    'unexpected-value',
    at,
    allowed.length === 0
      ? `"@${directive}" takes no value.${remedy || ' Remove it.'}`
      : `The value of "@${directive}" can only be ${allowed.map((each) => `"${each}"`).join(' or ')}.${remedy || ' Correct the value, or remove it.'}`,
  );
  return mayGuard ? diagnostic : fixedBy(diagnostic, 'Remove the value', removal(at));
};

export const exampleOfNothing = (at: Location): Diagnostic =>
  error(
    'example-of-nothing',
    at,
    'This "@example" has no value to illustrate. Move it below a "@param", or below a "@returns" with a type.',
  );

export const missingInclude = (at: Location, directive: string): Diagnostic =>
  error(
    'missing-include',
    at,
    `"@${directive}" needs the name of a definition. Add one after it${directive === 'param-include' ? ', such as "paging"' : ''}.`,
  );

export const unknownInclude = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  replacing(
    error(
      'unknown-include',
      at,
      `Unknown definition "${name}".${didYouMean(name, known) || ' Define it with "@param-define" or "@returns-define".'}`,
    ),
    name,
    nearest(name, known),
  );

const adviceOn = (meant: string | undefined): string =>
  meant === undefined ? 'Remove one of them.' : `Write the status after the type: "${meant}".`;

/** @param meant The beginning of the line that one of them probably means. */
export const declaredTwice = (at: Location, what: string, first: Location, meant?: string): Diagnostic =>
  error('declared-twice', at, `The ${what} is declared twice. ${adviceOn(meant)}`, {
    message: 'first declared here',
    at: first,
  });
