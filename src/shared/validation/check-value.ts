import type { InputValidator, Violation } from '../contract/enforcement.ts';
import type { Subject } from '../contract/input-error.ts';
import { inputError } from '../contract/input-error.ts';
import { firstKeyOf } from '../contract/json-pointer.ts';
import type { InputError } from '../contract/problem.ts';

/**
 * Checks a value, and fills in its defaults.
 *
 * @param errors Receives the violations.
 * @returns The filled value; undefined if it is invalid.
 */
export function checkValue(of: Subject, by: InputValidator, value: unknown, errors: InputError[]): unknown {
  try {
    let given = value;
    if (by.check(given)) {
      if (by.fill !== undefined) given = by.fill(value);
      if (by.again !== true || by.check(given)) return given;
    }
    addViolations(of, by.explain(given), errors);
  } catch (error) {
    // Deeply nested JSON can overflow the stack.
    if (!isDeep(value)) throw error;
    errors.push(inputError(of, 'is nested too deeply', 'depth'));
  }
  return undefined;
}

/** Adds the reasons why a value is invalid. An empty explanation still refuses it. A body's violations are named by their properties. */
function addViolations(of: Subject, violations: readonly Violation[], errors: InputError[]): void {
  if (violations.length === 0) errors.push(inputError(of, 'does not match its schema', 'schema'));
  for (const { pointer, message, keyword, params } of violations) {
    const name = of.in === 'body' ? (firstKeyOf(pointer) ?? '') : of.name;
    errors.push({ in: of.in, name, pointer, message, keyword, params });
  }
}

/** The nesting depth, in levels, from which a stack overflow is blamed on the value. */
const DEEP_LEVELS = 500;

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < DEEP_LEVELS && level.length > 0; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return level.length > 0;
}
