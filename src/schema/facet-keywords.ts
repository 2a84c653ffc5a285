/** What a keyword takes. */
export type Takes =
  | 'a number'
  | 'a count'
  | 'a text'
  | 'a pattern'
  | 'true or false'
  | 'a list'
  | 'a schema'
  | 'any value';

/** The keywords of JSON Schema 2020-12 that can be said beside a type: the types they make sense for, and what they take. */
export const KEYWORDS: Readonly<Record<string, readonly [types: readonly string[] | 'any', takes: Takes]>> = {
  minimum: [['integer', 'number'], 'a number'],
  maximum: [['integer', 'number'], 'a number'],
  exclusiveMinimum: [['integer', 'number'], 'a number'],
  exclusiveMaximum: [['integer', 'number'], 'a number'],
  multipleOf: [['integer', 'number'], 'a number'],
  minLength: [['string'], 'a count'],
  maxLength: [['string'], 'a count'],
  pattern: [['string'], 'a pattern'],
  format: [['string', 'integer', 'number'], 'a text'],
  contentEncoding: [['string'], 'a text'],
  contentMediaType: [['string'], 'a text'],
  minItems: [['array'], 'a count'],
  maxItems: [['array'], 'a count'],
  uniqueItems: [['array'], 'true or false'],
  minProperties: [['object'], 'a count'],
  maxProperties: [['object'], 'a count'],
  additionalProperties: [['object'], 'a schema'],
  enum: ['any', 'a list'],
  const: ['any', 'any value'],
  default: ['any', 'any value'],
  example: ['any', 'any value'],
  examples: ['any', 'a list'],
  title: ['any', 'a text'],
  description: ['any', 'a text'],
  deprecated: ['any', 'true or false'],
  readOnly: ['any', 'true or false'],
  writeOnly: ['any', 'true or false'],
};

export const CHECKS: Readonly<Record<Takes, (value: unknown) => boolean>> = {
  'a number': (value) => typeof value === 'number' && Number.isFinite(value),
  'a count': (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a text': (value) => typeof value === 'string' && value !== '',
  'a pattern': isPattern,
  'true or false': (value) => typeof value === 'boolean',
  'a list': (value) => Array.isArray(value) && value.length > 0,
  'a schema': (value) =>
    typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value)),
  'any value': () => true,
};

/** The keywords that can be said beside a type. */
export const FACET_NAMES: readonly string[] = Object.keys(KEYWORDS);

/** Whether a word is a keyword that can be said beside a type. */
export function isFacet(name: string): boolean {
  return Object.hasOwn(KEYWORDS, name);
}

/** Whether a word is such a keyword and a value is what it takes, whatever the type. */
export function isFacetValue(name: string, value: unknown): boolean {
  return isFacet(name) && CHECKS[KEYWORDS[name]![1]](value);
}

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
