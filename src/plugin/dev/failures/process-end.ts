/** The parts of the message when the process of a dev server ends. */
interface Watched {
  /** Describes an error that no code has caught; undefined if it has no call in the project's code. */
  describe(thrown: unknown): string | undefined;
  /** The operations that handle a request. */
  underWay(): readonly string[];
  print(text: string): void;
}

const servers = new Set<Watched>();
/** Whether an error ends the process. */
let isEnding = false;

/** Prints the error before Node prints its stack, whose positions are those of the generated code, and ends. */
function printError(thrown: unknown): void {
  // A listener of the project can keep the process alive.
  isEnding = process.listenerCount('uncaughtException') === 0;
  for (const { describe, print } of servers) {
    const text = describe(thrown);
    if (text === undefined) continue;
    const end = isEnding ? ', so the dev server ends, as a built server does' : '';
    print(`No code caught this error${end}. Await your promises, and catch errors in callbacks.\n${text}`);
    return;
  }
}

function printExit(code: number): void {
  if (isEnding) return;
  for (const { underWay, print } of servers) {
    const requests = underWay();
    if (requests.length > 0)
      print(
        `The process ended with code ${code} while it handled ${requests.join(', ')}. Your code may have called process.exit.`,
      );
  }
}

/**
 * Prints the cause of the end of the process: an error that no code catches, or an exit during a request. Neither is prevented.
 *
 * @returns A function that stops it.
 */
export function watchProcess(watched: Watched): () => void {
  if (servers.size === 0) process.on('uncaughtExceptionMonitor', printError).on('exit', printExit);
  servers.add(watched);
  return () => {
    servers.delete(watched);
    if (servers.size === 0) process.off('uncaughtExceptionMonitor', printError).off('exit', printExit);
  };
}
