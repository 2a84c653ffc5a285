/** How caches can keep the responses of an operation, as `@cache` declares it. */
export interface CachePolicy {
  /** The value of `Cache-Control`: `public, max-age=60`. */
  readonly control: string;
  /** Set if the response is the same for everyone, although the operation requires or reads credentials. */
  readonly sameForEveryone?: true;
}

/** The caching of successful responses. */
export interface SentCaching {
  /** The value of `Cache-Control`, unless the handler sets its own. */
  readonly control: string;
}

/** Whether caches keep the responses of a method: RFC 9110, 9.2.3; RFC 10008, 2.7. */
export function isCached(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'QUERY';
}
