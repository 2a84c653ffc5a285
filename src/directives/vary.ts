import type { BaseDocument } from '../shared/contract/base-document.ts';
import type { Operation } from '../shared/contract/operation.ts';
import { securityOf } from '../shared/contract/operation.ts';
import { isPassingHeader } from '../shared/contract/passing-headers.ts';
import { isSuccessStatus } from '../shared/contract/statuses.ts';

/** Headers that caches evaluate themselves: conditions, ranges, and the client's instructions for the cache. */
const OF_CACHES = /^(?:if-(?:match|none-match|modified-since|unmodified-since|range)|range|cache-control|pragma)$/i;

/**
 * Lists the request headers that the responses of an operation depend on by its contract: RFC 9110, 12.5.5.
 *
 * @param document The base document, with the security schemes.
 */
export function varyOf(operation: Operation, document: BaseDocument): { vary?: string } {
  const { parameters, cache } = operation;
  const declared = parameters.flatMap(({ in: place, name }) => {
    if (place === 'cookie') return ['Cookie'];
    return place === 'header' && !isPassingHeader(name) && !OF_CACHES.test(name) ? [name] : [];
  });
  const credentials = cache?.sameForEveryone === true ? [] : credentialHeaders(operation, document);
  const names = [...credentials, ...declared, ...(isNegotiated(operation) ? ['Accept'] : [])];
  const vary = names.filter((name, i) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === i);
  return vary.length === 0 ? {} : { vary: vary.join(', ') };
}

/** The headers that have the credentials of an operation. Those in the query are a part of the URL. */
function credentialHeaders(operation: Operation, document: BaseDocument): string[] {
  const schemes = document.components?.securitySchemes ?? {};
  const names = securityOf(operation, document).flatMap((requirement) => Object.keys(requirement));
  return names.flatMap((name) => {
    const { type, in: place, name: field } = Object.hasOwn(schemes, name) ? schemes[name]! : {};
    if (type === 'mutualTLS') return [];
    if (type !== 'apiKey') return ['Authorization'];
    return place === 'cookie' ? ['Cookie'] : place === 'header' ? [String(field)] : [];
  });
}

/** Whether the handler chooses between several media types. */
function isNegotiated({ responses }: Operation): boolean {
  const types = responses
    .filter(({ status }) => isSuccessStatus(status))
    .flatMap(({ content }) => content.map(({ mediaType }) => mediaType.toLowerCase()));
  return new Set(types).size > 1;
}
