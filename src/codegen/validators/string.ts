import { and, or } from './logic.ts';
import { formatConditions } from './number.ts';
import type { Scope } from './scope.ts';

/** What a schema says of a text: JSON Schema 2020-12, Validation, 6.3. */
export function stringConditions(
  schema: { readonly [keyword: string]: unknown },
  level: number,
  scope: Scope,
): string[] {
  const v = scope.variable(level);
  const { minLength = 0, maxLength } = schema as { readonly minLength?: number; readonly maxLength?: number };
  const { pattern, format } = schema;
  const conditions = [
    ...(minLength > 0 ? [longerCondition(v, minLength, scope)] : []),
    // A character is one or two units of UTF-16, so most texts need not be counted.
    ...(maxLength === undefined
      ? []
      : [or([`${v}.length <= ${maxLength}`, `${scope.use('characters')}(${v}) <= ${maxLength}`])]),
    ...(typeof pattern === 'string' ? [`${scope.use('matches')}(${JSON.stringify(pattern)}, ${v})`] : []),
    ...formatConditions(schema, 'string', v, scope),
  ];
  // Where the format is binary the value may be a file.
  return format === 'binary' && conditions.length > 0
    ? [or([`typeof ${v} !== "string"`, and(conditions)])]
    : conditions;
}

function longerCondition(v: string, minLength: number, scope: Scope): string {
  if (minLength === 1) return `${v} !== ""`;
  return or([`${v}.length >= ${minLength * 2}`, `${scope.use('characters')}(${v}) >= ${minLength}`]);
}
