import { responseNotes } from '../../../directives/effects.ts';
import { sizeText } from '../../../shared/contract/byte-size.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { ANY_TYPE } from '../../../shared/contract/operation.ts';

/** Describes limits of bodies and caching: `body: image/png up to 5mb`, `cached: private, max-age=60`. */
export function notesOf(contract: Operation): string[] {
  const limited = (contract.body?.content ?? []).flatMap(({ mediaType, maxBytes }) =>
    maxBytes === undefined ? [] : [`${mediaType === ANY_TYPE ? 'any' : mediaType} up to ${sizeText(maxBytes)}`],
  );
  return [...(limited.length === 0 ? [] : [`body: ${limited.join(', ')}`]), ...responseNotes(contract)];
}
