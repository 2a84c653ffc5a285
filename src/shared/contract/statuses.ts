import type { Response } from './operation.ts';

/**
 * Finds the declaration for a status. An exact status precedes its range, which precedes `default`: OpenAPI 3.1, Responses Object.
 *
 * @param declared Looks up a declared name: `404`, `4XX` or `default`.
 * @example findByStatus(404, (name) => responses.find((response) => response.status === name))
 */
export function findByStatus<T>(status: number, declared: (name: string) => T | undefined): T | undefined {
  return declared(String(status)) ?? declared(`${Math.floor(status / 100)}XX`) ?? declared('default');
}

/**
 * Chooses the response for a handler's result: the first 2xx with a body, or else the first 2xx.
 *
 * @param read The status of a response, and whether it has a body.
 */
export function findSuccess<T>(
  responses: readonly T[],
  read: (response: T) => { readonly status: string; readonly hasBody: boolean },
): T | undefined {
  const successes = responses.filter((response) => isSuccessStatus(read(response).status));
  return successes.find((response) => read(response).hasBody) ?? successes[0];
}

/** The response for a handler's result: see {@link findSuccess}. */
export function successOf(responses: readonly Response[]): Response | undefined {
  return findSuccess(responses, ({ status, content }) => ({ status, hasBody: content.length > 0 }));
}

/** The successful responses of a client; `default` if no others are declared. */
export function successesOf(responses: readonly Response[]): readonly Response[] {
  const successes = responses.filter(({ status }) => isSuccessStatus(status));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
}

/** The status that is sent for a declared one: 200 for `2XX` and for `default`. */
export function sentStatus(status: string): number {
  return status === 'default' ? 200 : Number(status.replace('XX', '00'));
}

/** Whether a declared status is that of a request that went well: `201` or `2XX`. */
export function isSuccessStatus(status: string): boolean {
  return status.startsWith('2');
}

/** Whether a sent status is that of a request that went well: RFC 9110, 15.3. */
export function isSuccessful(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether a text names a status that can be declared: `404`, `4XX` or `default`. */
export function isStatusName(text: string): boolean {
  return /^(?:[1-5](?:\d\d|XX)|default)$/.test(text);
}

/** Whether a response with a status has no body: RFC 9110, 6.4.1. */
export function hasNoBody(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || status === 304;
}
