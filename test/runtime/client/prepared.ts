import { writePath } from '../../../src/runtime/client/address.ts';
import { writeCookies } from '../../../src/runtime/client/cookies.ts';
import type { PreparedRequest } from '../../../src/runtime/client/request.ts';
import { prepareRequest as prepare } from '../../../src/runtime/client/request.ts';
import type { QueryStyles } from '../../../src/shared/contract/operation.ts';
import type { ClientRequest } from '../../../src/runtime/client/types.ts';
import { encodeForm } from '../../../src/runtime/client/forms.ts';
import { styled } from '../../../src/runtime/client/styles.ts';

/** The parts of a client whose operations need all of them. */
export const PARTS = { path: writePath, encodeBody: encodeForm, styled, writeCookies };

/** Prepares a request with all parts of the client. */
export function prepareRequest(
  operation: string,
  mediaType?: string,
  input: ClientRequest = {},
  styles?: QueryStyles,
): PreparedRequest {
  return prepare(
    operation,
    { ...(mediaType && { body: mediaType }), ...(styles && { styles }) },
    input,
    undefined,
    PARTS,
  );
}
