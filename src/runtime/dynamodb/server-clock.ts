/** The part of an SDK middleware that is used here. */
type Next = (args: unknown) => Promise<{ readonly response?: unknown }>;

/** The part of a client that is used here. */
interface Client {
  // eslint-disable-next-line typescript/no-explicit-any -- the SDK has its own types of middleware
  readonly middlewareStack: { add(middleware: any, options: any): void };
}

/** How much earlier than the true time {@link clockOf} can be, in milliseconds: a `Date` field has whole seconds. */
export const LAG = 1000;

/**
 * The clock of DynamoDB, as its last response shows it. It is never ahead.
 *
 * @returns A function that returns the time, in milliseconds since 1970.
 */
export function clockOf({ middlewareStack }: Client): () => number {
  let difference = NaN;
  const readDate = (next: Next) => async (args: unknown) => {
    const result = await next(args);
    const { headers } = Object(result.response) as { readonly headers?: Readonly<Record<string, string>> };
    const date = Date.parse(headers?.['date'] ?? '');
    // `performance.now()` also advances while a process is stopped, and can't be set.
    if (!Number.isNaN(date)) difference = date - performance.now();
    return result;
  };
  middlewareStack.add(readDate, { step: 'deserialize', priority: 'low' });
  return () => {
    const now = performance.now() + difference;
    // Times of an unknown clock could let two handlers run.
    if (Number.isNaN(now)) throw new Error('The responses of DynamoDB have no Date, so leases cannot be checked.');
    return now;
  };
}
