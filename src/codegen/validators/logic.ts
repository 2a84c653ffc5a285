// Conditions as text: `true`, `false`, or an expression that binds at least as strong as `&&`.

/** All of them. */
export function and(conditions: readonly string[]): string {
  const needed = conditions.filter((condition) => condition !== 'true');
  if (needed.includes('false')) return 'false';
  return needed.length === 0 ? 'true' : needed.join(' && ');
}

/** Any of them. */
export function or(conditions: readonly string[]): string {
  const possible = [...new Set(conditions.filter((condition) => condition !== 'false'))];
  if (possible.includes('true')) return 'true';
  if (possible.length < 2) return possible[0] ?? 'false';
  return `(${possible.join(' || ')})`;
}

/** Not it. */
export function not(condition: string): string {
  if (condition === 'true' || condition === 'false') return condition === 'true' ? 'false' : 'true';
  return `!(${condition})`;
}

/** One of them, and no other. */
export function exactlyOne(conditions: readonly string[]): string {
  return `${conditions.map((condition) => `(${condition} ? 1 : 0)`).join(' + ')} === 1`;
}

/** One or the other, as a third says. */
export function choose(condition: string, yes: string, no: string): string {
  return yes === no ? yes : `(${condition} ? ${yes} : ${no})`;
}
