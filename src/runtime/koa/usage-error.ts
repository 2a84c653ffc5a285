/**
 * Creates an error for a mistake in a server's setup. Its stack has no frames, because those of the runtime do not lead to the mistake.
 *
 * @example throw usageError('The option bodyLimit must be a non-negative integer or Infinity, not -1.');
 */
export function usageError(message: string): TypeError {
  const error = new TypeError(message);
  error.stack = `${error.name}: ${message}`;
  return error;
}
