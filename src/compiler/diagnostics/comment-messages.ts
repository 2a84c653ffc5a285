import type { Method } from '../../contract/operation.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { didYouMean, error, warning } from './report.ts';

// The comment: spec A2, B3, B4.

export const missingContract = (at: Location): Diagnostic =>
  warning(
    'missing-contract',
    at,
    'This operation has no contract. Put a block comment above its function: what it does, its @param and @returns lines.',
  );

export const unknownDirective = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  warning(
    'unknown-directive',
    at,
    `"@${name}" is no directive, so what it says is passed over.${didYouMean(name, known, '@')}`,
  );

export const misspelledSecurity = (at: Location, name: string): Diagnostic =>
  error(
    'misspelled-security',
    at,
    `"@${name}" is no directive: who may ask is not said then. Did you mean "@security"?`,
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
    `"@${name}" says nothing of a "@${directive}", which can have ${allowed.map((item) => `@${item}`).join(', ')}.`,
  );

export const inlineDirective = (at: Location, name: string): Diagnostic =>
  warning('inline-directive', at, `"@${name}" stands behind other words, so it is text. Begin a line with it.`);

export const unclosedFence = (at: Location, name: string): Diagnostic =>
  warning(
    'unclosed-fence',
    at,
    `This code fence is never closed, so that "@${name}" below it is text. Close it with a line of three backticks.`,
  );

export const repeatedDirective = (at: Location, name: string, first: Location): Diagnostic =>
  error('repeated-directive', at, `A second "@${name}". Remove one of them.`, {
    message: 'the first one is here',
    at: first,
  });

export const emptyDirective = (at: Location, name: string): Diagnostic =>
  error('empty-directive', at, `"@${name}" says nothing. Write what it is to say after it, or remove it.`);

export const methodContent = (at: Location, name: string): Diagnostic =>
  warning(
    'method-content',
    at,
    `"@${name}" stands alone: the path comes from where the file lies, and this text is passed over. Remove it.`,
  );

export const repeatedMethod = (at: Location, first: Location): Diagnostic =>
  error('repeated-method', at, 'A second method. An operation has one: make a file for each.', {
    message: 'the first one is here',
    at: first,
  });

export const methodConflict = (at: Location, declared: Method, nameAt: Location, named: Method): Diagnostic =>
  error(
    'method-conflict',
    at,
    `The comment says ${declared} and the file's name says ${named}. Remove the directive, or rename the file.`,
    {
      message: `${named} is said here`,
      at: nameAt,
    },
  );

export const unclosedBracket = (at: Location, bracket: string): Diagnostic =>
  error('unclosed-bracket', at, `This "${bracket}" is never closed.`);

export const missingType = (at: Location, directive: string): Diagnostic =>
  error('missing-type', at, `No type. Write "@${directive} {string} name - description".`);

export const missingName = (at: Location, directive: string): Diagnostic =>
  error(
    'missing-name',
    at,
    /^(?:typedef|.*-define)$/.test(directive)
      ? `No name. Write "@${directive}${directive === 'typedef' ? ' {object}' : ''} Name".`
      : `No name. Write "@${directive} {string} name - description"; "[name]" is optional, "[name=1]" has a default.`,
  );

export const optionalName = (at: Location, name: string, right: string): Diagnostic =>
  error(
    'optional-name',
    at,
    `"${name}" cannot be meant as a name. What may be missing stands in brackets: "${right}".`,
  );

export const unknownPlace = (at: Location, prefix: string, rest: string, place: string): Diagnostic =>
  warning(
    'unknown-place',
    at,
    `"${prefix}." is no place of a request, so it is a part of the name. Did you mean "${place}.${rest}"? If not, say the place: "query.${prefix}.${rest}", or "body." before it.`,
  );

export const invalidType = (at: Location, type: string, rest: string): Diagnostic =>
  error(
    'invalid-type',
    at,
    rest.trim() === ''
      ? `"${type}" is no whole type: something is missing at its end.`
      : `"${type}" is no type: it makes no sense from "${rest}" on.`,
  );

export const unquotedProperty = (at: Location, name: string): Diagnostic =>
  error(
    'invalid-type',
    at,
    `"${name}" is a word of the language of types. As the name of a property it stands in quotes: {"${name}": string}.`,
  );

export const unsupportedType = (at: Location, type: string, reason: string): Diagnostic =>
  error('unsupported-type', at, `"${type}" cannot be used here: ${reason}.`);

/** What names from other languages stand for here. */
const MEANT: Readonly<Record<string, string>> = {
  int: 'integer',
  bool: 'boolean',
  str: 'string',
  text: 'string',
  Date: 'date-time',
  datetime: 'date-time',
  decimal: 'number',
  Map: 'Record<string, T>',
  unknown: 'any',
};

function meant(name: string): string | undefined {
  return Object.hasOwn(MEANT, name) ? ` Did you mean "${MEANT[name]}"?` : undefined;
}

export const unknownType = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  error(
    'unknown-type',
    at,
    `There is no type "${name}".${meant(name) ?? didYouMean(name, known)} A type of your own is defined in the definitions, as a "@typedef", an exported interface, or ${name}.json.`,
  );

export const typeArguments = (at: Location, name: string, expected: number, given: number): Diagnostic =>
  error(
    'type-arguments',
    at,
    `"${name}" takes ${expected === 1 ? 'one type argument' : `${expected} type arguments`}, and is given ${given}.`,
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
    `The ${what} ${JSON.stringify(value)} is not allowed by its own type: ${fault}.`,
  );

export const invalidYaml = (at: Location, reason: string): Diagnostic =>
  error('invalid-yaml', at, `This is no YAML: ${reason.replace(/[.:]?$/, '')}.`);

/** The type is what the response begins with, where that is one. */
export const untypedResponse = (at: Location, type: string | undefined): Diagnostic =>
  warning(
    'untyped-response',
    at,
    `No type, so this says that there is no body (204). ${
      type === undefined ? 'Write "@returns {Pet} The new pet"' : `A type stands in braces: write "{${type}}"`
    }${type === 'void' ? '.' : ', or "{void}" where none is meant.'}`,
  );

export const invalidStatus = (at: Location, status: string): Diagnostic =>
  error(
    'invalid-status',
    at,
    `"${status}" is no response status. Write one from 100 to 599, a class such as 4XX, or "default".`,
  );

export const statusAsType = (at: Location, type: string, right: string): Diagnostic =>
  error('status-as-type', at, `"{${type}}" is a type here. A status stands behind the type, or alone: "${right}".`);

export const thrownStatus = (at: Location, status: string): Diagnostic =>
  error('thrown-status', at, `"@throws" is for errors, and ${status} is none. Write "@returns".`);

export const bodilessStatus = (at: Location, status: string): Diagnostic =>
  error('bodiless-status', at, `A ${status} has no body (RFC 9110, 15). Write "{void}", or another status.`);

export const headerName = (at: Location, name: string): Diagnostic =>
  error('header-name', at, `"${name}" cannot be the name of a header or a cookie (RFC 9110, 5.6.2).`);

export const invalidMediaType = (at: Location, text: string): Diagnostic =>
  error('invalid-media-type', at, `"${text}" is no media type. Write one such as "application/json" or "text/csv".`);

export const invalidUrl = (at: Location): Diagnostic =>
  warning('invalid-url', at, '"@see" takes a URL: "@see https://example.com/docs What it says".');

export const exampleOfNothing = (at: Location): Diagnostic =>
  error(
    'example-of-nothing',
    at,
    'An example of what? Put "@example" below the "@param" or "@returns" (with a type) it is an example of.',
  );

export const missingInclude = (at: Location, directive: string): Diagnostic =>
  error(
    'missing-include',
    at,
    `"@${directive}" includes nothing. Name a definition after it${directive === 'param-include' ? ', such as "paging"' : ''}.`,
  );

export const unknownInclude = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  error('unknown-include', at, `There is no definition "${name}" to include.${didYouMean(name, known)}`);

export const declaredTwice = (at: Location, what: string, first: Location): Diagnostic =>
  error('declared-twice', at, `The ${what} is declared twice. Remove one of them.`, {
    message: 'first declared here',
    at: first,
  });

export const nestingLimit = (at: Location, limit: number): Diagnostic =>
  error('size-limit', at, `Types can nest ${limit} levels deep. Move the inner ones to definitions of their own.`);

export const expansionLimit = (at: Location, name: string, limit: number): Diagnostic =>
  error(
    'size-limit',
    at,
    `"${name}" consists of more than ${limit} types, written out. Export the types that it repeats: an exported type is referred to.`,
  );

export const bracketLimit = (at: Location, limit: number): Diagnostic =>
  error(
    'size-limit',
    at,
    `Brackets can nest ${limit} levels deep. Move inner parts to constants or types of their own.`,
  );

export const loneSurrogate = (at: Location): Diagnostic =>
  error('name-character', at, 'This name contains half of a surrogate pair, which no request can contain. Rename it.');
