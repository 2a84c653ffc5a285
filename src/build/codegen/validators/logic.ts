// Conditions are texts: `true`, `false`, or an expression whose operators bind at least as tightly as `&&`.

/** Writes that all conditions hold. */
export function and(conditions: readonly string[]): string {
  const needed = conditions.filter((condition) => condition !== 'true');
  if (needed.includes('false')) return 'false';
  return needed.length === 0 ? 'true' : needed.join(' && ');
}

/** Writes that at least one condition holds. */
export function or(conditions: readonly string[]): string {
  const possible = [...new Set(conditions.filter((condition) => condition !== 'false'))];
  if (possible.includes('true')) return 'true';
  if (possible.length < 2) return possible[0] ?? 'false';
  return `(${possible.join(' || ')})`;
}

/** Writes that a condition does not hold. */
export function not(condition: string): string {
  if (condition === 'true' || condition === 'false') return condition === 'true' ? 'false' : 'true';
  return `!(${condition})`;
}

/** Writes that exactly one condition holds. */
export function exactlyOne(conditions: readonly string[]): string {
  return `${conditions.map((condition) => `(${condition} ? 1 : 0)`).join(' + ')} === 1`;
}

/** Writes a conditional. */
export function choose(condition: string, yes: string, no: string): string {
  return yes === no ? yes : `(${condition} ? ${yes} : ${no})`;
}

/** Sorts conditions that do not depend on each other: those that match a pattern come last, after calls that may match one. */
export function cheapFirst(conditions: readonly string[]): string[] {
  return [...conditions].sort((a, b) => costOf(a) - costOf(b));
}

function costOf(condition: string): number {
  if (condition.includes('matches(')) return 2;
  return /\b(?:is_|conforms\()/.test(condition) ? 1 : 0;
}
