import type { OperationContext } from '../context.ts';
import type { Feature } from '../runtime.ts';

const FIELD = 'Cache-Control';

/** Directives for caches that several clients share: RFC 9111, 5.2.2. */
const FOR_SHARED = /^(?:public|s-maxage|proxy-revalidate)(?![\w-])/i;
/** Directives that keep a response out of such a cache. With the names of fields, `private` applies to these alone. */
const KEPT_OUT = /^(?:private|no-store)$/i;
/** Caches then revalidate the response before each use. */
const REVALIDATED = /(?:^|,)\s*no-cache\s*(?:,|$)/i;
/** Headers that shared caches read in the place of `Cache-Control`: RFC 9213, and those of nginx, Fastly and Akamai. */
const TARGETED = /.-cache-control|^(?:surrogate|edge)-control|^x-accel-expires/;

/**
 * Keeps the responses of operations with `@security` or a guard out of caches that several clients share: such a cache sends a response to the next client without
 * a request to the server, whatever that client's credentials are. By RFC 9111, 3.5, caches only spare requests with `Authorization`, and not those with cookies or
 * API keys. Some caches also store responses without `Cache-Control`.
 *
 * Generated code imports this for operations whose responses aren't declared to be the same for everyone.
 */
export const privateResponses: Feature = () => () => ({ keepPrivate });

function keepPrivate({ res, respond }: OperationContext): void {
  if (respond === false || res.headersSent) return;
  const control = String(res.getHeader(FIELD) ?? '');
  if (!REVALIDATED.test(control)) res.setHeader(FIELD, privateControl(control));
  for (const [name, value] of targetedIn(res)) if (privateControl(value) !== value) res.removeHeader(name);
}

/** The headers of a response that some shared caches read in the place of `Cache-Control`, in lower case, with their values. */
export function targetedIn(res: OperationContext['res']): [name: string, value: string][] {
  const names = res.getHeaderNames().filter((name) => TARGETED.test(name));
  return names.map((name) => [name, String(res.getHeader(name))]);
}

/** The value of `Cache-Control` that keeps a response out of shared caches, with the other directives of a value. */
export function privateControl(control: string): string {
  const parts = control.split(',').map((part) => part.trim());
  if (parts.some((part) => KEPT_OUT.test(part))) return control;
  return ['private', ...parts.filter((part) => part !== '' && !FOR_SHARED.test(part))].join(', ');
}
