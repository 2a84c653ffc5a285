/** The limits of a request, in `ctx.rateLimits`. */
export interface RateLimits<Name extends string = string> {
  /**
   * Takes more from a limit of the operation, for a cost that is known later. A limit per user or per name can be used after authentication.
   *
   * @param name The name of the limit.
   * @param cost A positive integer.
   * @throws {Error} A 429 if the limit refuses it: nothing is taken then. A 503 if the store fails and the limit is closed.
   * @throws {TypeError} If the operation has no such limit, or the cost is invalid.
   * @example await ctx.rateLimits.consume('pages', input.body.pages);
   */
  consume(name: Name, cost: number): Promise<void>;
}
