import type { Severity } from '../../shared/comparison/checks.ts';
import { SEVERITIES } from '../../shared/comparison/checks.ts';
import { DIRECTIVE_VERSION } from '../../directives/custom/define-directive.ts';
import { ownPackage } from './package.ts';
import { isObject } from '../../shared/validation/values.ts';
import { isFilled } from './options.ts';

type Fields = Readonly<Record<string, unknown>>;
type Rule = readonly [expected: string, isValid: (value: unknown) => boolean];

const isTexts = (value: unknown): boolean => isObject(value) && Object.values(value).every(isFilled);
const isFunction = (value: unknown): boolean => typeof value === 'function';
const CHECK = /^[a-z][a-z0-9-]*$/;

const FLAG: Rule = ['true or false', (value) => typeof value === 'boolean'];
const FUNCTION: Rule = ['a function', isFunction];

/** The fields of a definition. `version` and `name` are checked before. */
const RULES: Readonly<Record<string, Rule>> = {
  version: ['a number', () => true],
  name: ['a name', () => true],
  form: [
    '{ snippet, meaning, example }, which are strings',
    (value) => isObject(value) && ['snippet', 'meaning', 'example'].every((key) => typeof value[key] === 'string'),
  ],
  repeats: FLAG,
  inherits: ['"replace" or "add"', (value) => value === 'replace' || value === 'add'],
  guards: FLAG,
  runtime: ['the specifier of a module', isFilled],
  types: [
    '{ ctx, option } with TypeScript types as text',
    (value) =>
      isObject(value) && isTexts(value['ctx'] ?? {}) && (value['option'] === undefined || isFilled(value['option'])),
  ],
  checks: [
    'an object with error, warning or info by the name of a check',
    (value) =>
      isObject(value) &&
      Object.entries(value).every(([id, level]) => CHECK.test(id) && SEVERITIES.includes(level as Severity)),
  ],
  words: FUNCTION,
  read: FUNCTION,
  check: FUNCTION,
  sent: FUNCTION,
  show: FUNCTION,
  covers: FUNCTION,
  changed: FUNCTION,
  undocument: FUNCTION,
  write: FUNCTION,
};

/** Finds out what is wrong with a definition of a directive, as a message; undefined if nothing is. */
export function definitionFault(definition: Fields, from: string): string | undefined {
  const { version, name, guards, runtime, inherits } = definition;
  if (version !== DIRECTIVE_VERSION)
    return `The directives of ${from} have version ${shownValue(version)} of the interface, and unplugin-operations ${ownPackage().version} has version ${DIRECTIVE_VERSION}. Install versions of both that agree.`;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    return `${from} has a directive with the name ${shownValue(name)}. Use lower-case letters, digits and hyphens.`;
  const what = `"@${name}" of ${from}`;
  for (const [field, value] of Object.entries(definition)) {
    const rule = Object.hasOwn(RULES, field) ? RULES[field]! : undefined;
    if (rule === undefined) return `${what} has the unknown field "${field}".`;
    if (value !== undefined && !rule[1](value)) return `The field "${field}" of ${what} must be ${rule[0]}.`;
  }
  if (definition['form'] === undefined || definition['read'] === undefined) return `${what} needs "form" and "read".`;
  if (guards === true && runtime === undefined)
    return `${what} guards operations, so it needs "runtime", the module with its steps.`;
  if (guards === true && inherits === 'replace')
    return `${what} guards operations, so it cannot have "inherits": "replace": an inner line would open what an outer one closes.`;
  return undefined;
}

function shownValue(value: unknown): string {
  return value === undefined ? 'none' : (JSON.stringify(value) ?? typeof value);
}
