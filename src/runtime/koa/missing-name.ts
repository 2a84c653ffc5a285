/** Whether a text has been made of a value that is missing, or of a whole object: `user:undefined`, `null`, `[object Object]`. */
export function isMadeOfNothing(text: string): boolean {
  return /(?:^|[^\p{L}\p{N}])(?:undefined|\[object \w+\])(?![\p{L}\p{N}])|(?:^|[:|/._-])(?:null|NaN)$|^(?:\[\]|\{\}|\w+:)$/u.test(
    text,
  );
}

/** A value that names no caller, for a message. */
export function shownName(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty string' : `"${value}"`;
  return value === undefined || value === null ? String(value) : `a value of type ${typeof value}`;
}
