import { checkSplit } from '../../../src/runtime/client/address.ts';
import type { PreparedRequest } from '../../../src/runtime/client/request.ts';
import { prepareRequest as prepare } from '../../../src/runtime/client/request.ts';
import type { ClientRequest } from '../../../src/runtime/client/types.ts';
import { encodeForm } from '../../../src/runtime/client/forms.ts';

/** The parts of a client whose operations need all of them. */
export const PARTS = { checkSplit, encodeBody: encodeForm };

/** Prepares a request with all parts of the client. */
export function prepareRequest(
  operation: string,
  mediaType?: string,
  input?: ClientRequest,
  joined?: readonly string[],
): PreparedRequest {
  return prepare(
    operation,
    { ...(mediaType && { body: mediaType }), ...(joined && { joined }) },
    input,
    undefined,
    PARTS,
  );
}
