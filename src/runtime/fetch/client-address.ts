/** The second argument of runtimes and platforms. */
interface Known {
  /** Of `Deno.serve`. */
  readonly remoteAddr?: { readonly hostname?: unknown };
  /** Of Bun's server. */
  requestIP?(request: Request): { readonly address: string } | null;
  /** Of Netlify's context. */
  readonly ip?: unknown;
}

/** The address of a client as Deno, Bun or Netlify pass it. */
export function addressOf(request: Request, platform: unknown): string | undefined {
  const known = Object(platform) as Known;
  const address = known.remoteAddr?.hostname ?? known.requestIP?.(request)?.address ?? known.ip;
  return typeof address === 'string' ? address : undefined;
}

/** Whether the argument is that of `Deno.serve`, whose requests have the target and the host of the connection. */
export function isOfDeno(platform: unknown): boolean {
  return (Object(platform) as Known).remoteAddr !== undefined;
}
