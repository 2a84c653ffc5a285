import type { Operation } from '../../../../shared/contract/operation.ts';
import type { Resolve } from '../../../../shared/schema/json-types.ts';
import type { Severity } from '../../../../shared/comparison/checks.ts';
import type { Contract, Direction, ContractPart } from '../contract.ts';
import type { IsSame } from '../../../../shared/comparison/sameness.ts';
import type { Change, CompareSchemas, Site } from '../../../../shared/comparison/site.ts';
import { isRequest } from '../../../../shared/comparison/site.ts';

/** Both versions of an operation. */
export interface Pair {
  readonly before: Operation;
  readonly after: Operation;
}

/** A change of one operation. */
export interface Found {
  readonly id: string;
  readonly direction: Direction;
  readonly message: string;
  readonly before: Operation | undefined;
  readonly after: Operation | undefined;
  readonly part: Omit<ContractPart, 'operation'>;
  /** The keywords whose violation it can cause. */
  readonly keywords: readonly string[];
  /** Whether the server refuses requests that it accepted, although no value shows it. */
  readonly refuses?: true;
  /** Whether more clients can call the operation than before, or clients see or set what was kept from them. */
  readonly widens?: true;
  /** Of the check of a custom directive. */
  readonly severity?: Severity;
  /** Of a body. */
  readonly mediaType?: string;
}

/** The state of a comparison of two contracts. */
export interface Scope {
  readonly before: Contract;
  readonly after: Contract;
  readonly resolveBefore: Resolve;
  readonly resolveAfter: Resolve;
  readonly isSame: IsSame;
  readonly compareSchemas: CompareSchemas;
  readonly today: Date;
}

/** The word for an operation in messages. */
export function wordFor({ webhook, event }: Operation): 'operation' | 'webhook' | 'event' {
  if (event !== undefined) return 'event';
  return webhook === undefined ? 'operation' : 'webhook';
}

/** Makes a change of a part that is not in a schema. */
export function found(
  id: string,
  direction: Direction,
  { before, after }: Partial<Pair>,
  part: Found['part'],
  message: string,
  others: Partial<Found> = {},
): Found {
  return { id, direction, message, before, after, part, keywords: [], ...others };
}

/** The changes of a body that show clients what was kept from them, or let them set it. */
const EXPOSURES =
  /^(?:response-(?:required|optional)-property-became-not-write-only|request-(?:required|optional)-property-became-not-read-only|response-(?:body|property)-additional-properties-allowed)$/;

/** Makes a change of a schema. */
export function foundInSchema(
  { id, site, message, keywords }: Change,
  { before, after }: Pair,
  part: Found['part'],
  mediaType?: string,
): Found {
  const { path, definition } = site;
  return {
    id,
    direction: isRequest(site) ? 'request' : 'response',
    message,
    before,
    after,
    part: { ...part, path, ...(definition !== undefined && { definition }) },
    keywords,
    ...(site.subject.endsWith('body') && EXPOSURES.test(id) && { widens: true }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

/** The site of a whole schema. */
export function siteOf(subject: Site['subject'], label: string, isHeader = false): Site {
  return { subject, label, isHeader, path: [], definition: undefined, open: [] };
}
