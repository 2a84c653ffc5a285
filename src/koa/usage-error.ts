/**
 * The error of who sets a server up: its message is all there is to say, and so its stack is no more than that; frames of the runtime lead nowhere.
 *
 * @example throw usageError('The option bodyLimit must be a whole number that is not negative, or Infinity, not -1.');
 */
export function usageError(message: string): TypeError {
  const error = new TypeError(message);
  error.stack = `${error.name}: ${message}`;
  return error;
}
