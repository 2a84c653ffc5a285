import type { Diagnostic, Edit } from './diagnostic.ts';
import { fixedBy, replacing, withFix } from './fix.ts';
import { error, nearest, warning } from './report.ts';
import type { Location } from './source.ts';
import { count } from '../../../shared/validation/explain/words.ts';

// Mistakes in types: docs/reference/types.md.

const CONSTRAINTS = ' Write constraints after the name: "(minimum: 1, maximum: 30)".';

/** @param expected The text that belongs in this place, if that helps. */
export const invalidType = (
  at: Location,
  type: string,
  found: string,
  expected: 'a type' | 'a property' | undefined,
): Diagnostic => {
  const isQuote = found === '"' || found === "'";
  const fault = isQuote ? 'this quote is never closed' : `unexpected "${found}"`;
  const asList = found === '[' ? ' Write a list as "T[]".' : found === '(' ? CONSTRAINTS : '';
  const advice = expected === 'a property' ? ' Write a property as "name: type" or "name?: type".' : asList;
  return error('invalid-type', at, `The type "${type}" is invalid: ${fault}.${advice}`);
};

export const incompleteType = (at: Location, type: string, missing: string): Diagnostic =>
  error('invalid-type', at, `The type "${type}" is incomplete. Add ${missing}.`);

export const unquotedProperty = (at: Location, name: string): Diagnostic =>
  error('invalid-type', at, `A property name with a dot needs quotes: {"${name}": string}.`);

export const unsupportedType = (at: Location, type: string, reason: string): Diagnostic =>
  error('unsupported-type', at, `"${type}" is not supported here: ${reason}.`);

/** Type names of other languages, with the name to use instead. */
const FOREIGN_NAMES: Readonly<Record<string, string>> = {
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

function foreignName(name: string): string | undefined {
  return Object.hasOwn(FOREIGN_NAMES, name) ? FOREIGN_NAMES[name] : undefined;
}

/** The text to put in the place of a name; that of a generic type only where the arguments fit already. */
function replacementOf({ source, span }: Location, meant: string): string | undefined {
  const [, generic] = /^(\w+)</.exec(meant) ?? [];
  if (generic === undefined) return meant;
  return /^[\w$]+\s*<\s*string\s*,/.test(source.text.slice(span.start)) ? generic : undefined;
}

/** Types of TypeScript and other languages that no JSON value has. */
const NO_JSON: ReadonlySet<string> = new Set(['bigint', 'symbol', 'never', 'undefined', 'nil']);

const LITERAL = /^(?:'[^']*'|"[^"]*"|-?\d[\d.]*|true|false|null)$/;

/** Whether a name is a lowercase member of a union. */
function isLowercaseMember({ source, span }: Location, name: string): boolean {
  const isInUnion =
    /\|\s*$/.test(source.text.slice(Math.max(0, span.start - 9), span.start)) ||
    /^\s*\|/.test(source.text.slice(span.end, span.end + 9));
  return isInUnion && source.isPath !== true && /^[a-z]/.test(name);
}

/** Whether a name is probably a text without its quotes: all other members of its union are literals or such names. */
function isLikeText({ source, span }: Location, known: readonly string[]): boolean {
  // Many members must not take quadratic time.
  const [, before] =
    /[{(<,:=]([^{}()<>[\],:;=]*)$/.exec(source.text.slice(Math.max(0, span.start - 500), span.start)) ?? [];
  const [, after] = /^([^{}()<>[\],:;=]*)[})>,;]/.exec(source.text.slice(span.end, span.end + 500)) ?? [];
  if (before === undefined || after === undefined) return false;
  const isText = (name: string): boolean =>
    /^[a-z][\w-]*$/.test(name) && !NO_JSON.has(name) && foreignName(name) === undefined && !known.includes(name);
  const members = `${before}${source.text.slice(span.start, span.end)}${after}`.split('|').map((each) => each.trim());
  return members.every((each) => LITERAL.test(each) || isText(each));
}

/** The type that a promise resolves to, if the handler can return it as it is. */
function promised({ source, span }: Location): string | undefined {
  const text = source.text.slice(span.end, span.end + 500);
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[<>]/g)) {
    depth += bracket === '<' ? 1 : -1;
    if (depth > 0) continue;
    const [, value] = /^<([\w$.[\]<>|, ]+)$/.exec(text.slice(0, index)) ?? [];
    return value;
  }
  return undefined;
}

export const importedType = (at: Location, name: string, from: string): Diagnostic =>
  error(
    'unknown-type',
    at,
    `Unknown type "${name}", imported from "${from}". Contracts only use the types of your definitions. Declare it there.`,
  );

/** Types of TypeScript that TypeScript files can use, and comments can't. */
const UTILITIES = new Set(['Partial', 'Required', 'Pick', 'Omit', 'Exclude', 'Extract', 'NonNullable']);

/** @param plain The line to write instead, if the type is that of an error. */
export const unknownType = (at: Location, name: string, known: readonly string[], plain?: PlainError): Diagnostic => {
  if (name === 'Promise') {
    const value = promised(at);
    const advice = value === undefined ? 'the type that it resolves to' : `"{${value}}"`;
    return error('unknown-type', at, `Unknown type "Promise". Write ${advice}: the handler can be async.`);
  }
  if (NO_JSON.has(name) && !known.includes(name))
    return error(
      'unknown-type',
      at,
      `Unknown type "${name}". No JSON value has this type. Remove it, or write another type.`,
    );
  if (UTILITIES.has(name) && !known.includes(name))
    return error(
      'unknown-type',
      at,
      `Unknown type "${name}". TypeScript's "${name}" only works in definitions. Export a type there, such as "export type BookUpdate = ${name}<...>", and write its name here.`,
    );
  if (/^-?\d+(?:\.{2,}|-)\d+$/.test(name))
    return error('unknown-type', at, `Unknown type "${name}". Write "integer" or "number".${CONSTRAINTS}`);
  const meant = foreignName(name) ?? nearest(name, known) ?? (plain && withoutEnding(name, known));
  if (meant === undefined && plain !== undefined) return unknownError(at, name, plain);
  const isMember = isLowercaseMember(at, name);
  // Quotes are a guess, which a fix must not apply: they would make an error valid.
  if (meant === undefined && isMember && isLikeText(at, known))
    return error('unknown-type', at, `Unknown type "${name}". For the text "${name}", write '${name}' in quotes.`);
  const advice =
    meant === undefined
      ? ` Define it with "@typedef", an exported interface or "${name}.json" in your definitions.`
      : ` Did you mean "${meant}"?`;
  const diagnostic = error('unknown-type', at, `Unknown type "${name}".${advice}`);
  if (meant !== undefined) return replacing(diagnostic, name, replacementOf(at, meant));
  const creates = { path: `${name}.yaml`, text: 'type: object\n' };
  return withFix(
    diagnostic,
    !isMember && /^[A-Za-z][\w-]*$/.test(name)
      ? { title: `Create the definition "${name}"`, edits: [], creates }
      : undefined,
  );
};

/** The ends of names of errors that mean no more than "error". */
export const ERROR_ENDING: RegExp = /(?<=.)(?:Error|Problem|Exception)$/;

/** A `@throws` without its type, whose body is a standard problem. */
export interface PlainError {
  /** Undefined if neither the line nor the name of the type gives one. */
  readonly status: string | undefined;
  readonly line: string;
  /** The edit that makes it, if the name of the type has no more meaning than the status. */
  readonly edit: Edit | undefined;
}

/** The known name that differs from a name in such an end only. */
function withoutEnding(name: string, known: readonly string[]): string | undefined {
  const [bare, ...others] = [name, ...known].map((each) => each.replace(ERROR_ENDING, '').toLowerCase());
  const index = others.indexOf(bare!);
  return index === -1 ? undefined : known[index];
}

function unknownError(at: Location, name: string, { status, line, edit }: PlainError): Diagnostic {
  const advice = status === undefined ? `Write a status, such as "${line}",` : `Write "${line}"`;
  const diagnostic = error(
    'unknown-type',
    at,
    `Unknown type "${name}". ${advice} for a standard problem, or define "${name}" in your definitions.`,
  );
  return edit === undefined ? diagnostic : fixedBy(diagnostic, `Write "${line}"`, edit);
}

export const optionalType = (at: Location, type: string, name: string, isInPath: boolean): Diagnostic => {
  const meaning = `"${type}?" means "${type} or null"`;
  if (isInPath) {
    const advice = `A path parameter cannot be optional or null. Write "{${type}} ${name}".`;
    return replacing(warning('optional-type', at, `${meaning}. ${advice}`), `${type}?`, type);
  }
  return warning(
    'optional-type',
    at,
    `${meaning}, and "${name}" is still required. To make it optional, write "{${type}} [${name}]". If it can be null, write "{${type}|null} ${name}".`,
  );
};

export const typeArguments = (at: Location, name: string, expected: number, given: number): Diagnostic => {
  const wanted = expected === 0 ? 'no type arguments' : count(expected, 'type argument');
  return error('type-arguments', at, `"${name}" takes ${wanted}, but got ${given}.`);
};
