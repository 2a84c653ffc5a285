/** The message of an error without the name of the package: the name of the command comes before it. */
export function plainMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^unplugin-operations: /, '');
}
