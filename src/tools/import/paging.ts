import { cursorParameters } from '../../shared/contract/cursor.ts';
import type { Operation, Parameter, Response } from '../../shared/contract/operation.ts';
import type { PagingLimits } from '../../shared/contract/list-contract.ts';
import { ALWAYS_COUNTED, pagingParameters } from '../../shared/contract/paging.ts';
import { isSuccessStatus } from '../../shared/contract/statuses.ts';
import { isRuntimeHeader } from '../../build/openapi/server/sent-headers.ts';
import type { ParsedOperation } from '../../build/compiler/operations/parse.ts';
import type { AnySchema } from '../../shared/schema/json-types.ts';
import { choicesIn } from './included-choices.ts';
import { comparableText } from './texts.ts';
import { isSameSchema } from './write/canonical.ts';

/** An operation, and the built-in sets of parameters that its comment includes. */
export interface Included {
  readonly contract: Operation;
  readonly includes: readonly string[];
}

/**
 * Recognizes a list with the parameters of `paging` or of a cursor, and those with which clients choose its rows: its comment includes them, and the server adds their headers. They have the
 * same texts, so only the document of a tree has them.
 *
 * @param cursor The include of the cursor that the operation has in the tree, because no document has its keys.
 * @param schemas The named schemas of the description.
 */
export function withPaging(
  contract: Operation,
  limits: PagingLimits,
  cursor: string | undefined,
  schemas: ReadonlyMap<string, AnySchema>,
): Included {
  const none = { contract, includes: [] };
  const sizes = sizesOf(contract);
  if (sizes === undefined || !contract.responses.some(hasLink)) return none;
  const has = (parameter: Parameter): boolean => contract.parameters.some((one) => isSameParameter(one, parameter));
  const pages = pagingParameters(sizes);
  const hasPages = pages.every((one) => has(one) || (one.name === 'total' && has({ ...one, ...ALWAYS_COUNTED })));
  const choices = choicesIn(contract, schemas, isSameParameter);
  // A cursor without keys follows the order that clients choose.
  const include = choices.hasOrder ? 'cursor' : cursor;
  const cursors = include === undefined ? [] : cursorParameters(sizes, !hasPages);
  const hasCursor = cursors.length > 0 && cursors.every(has);
  if (!hasPages && !hasCursor) return none;
  const isOwnSize = sizes.defaultSize !== limits.defaultSize || sizes.maxSize !== limits.maxSize;
  const all = [...(hasPages ? pages : []), ...(hasCursor ? cursors : []), ...choices.parameters];
  const included = all.map(({ name }) => name);
  const isIncluded = ({ in: place, name }: Parameter): boolean =>
    place === 'query' && included.includes(name) && !(name === 'page_size' && isOwnSize);
  return {
    contract: {
      ...contract,
      parameters: contract.parameters.filter((one) => !isIncluded(one)),
      responses: contract.responses.map((response) => (hasLink(response) ? withoutHeaders(response) : response)),
    },
    includes: [...choices.includes, ...(hasPages ? ['paging'] : []), ...(hasCursor ? [include!] : [])],
  };
}

/** The include of a cursor in a comment: `cursor (created_at desc, id)`. */
export function cursorInclude({ declarations: { listSets } }: ParsedOperation): string | undefined {
  const cursor = listSets.find(({ value }) => value.set === 'cursor')?.value;
  const keys = cursor?.entries.map(({ value: { property, words } }) =>
    [property, ...words].map(({ value }) => value).join(' '),
  );
  return keys && `cursor (${keys.join(', ')})`;
}

function sizesOf({ parameters }: Operation): PagingLimits | undefined {
  const size = parameters.find((one) => one.in === 'query' && one.name === 'page_size')?.schema;
  const { default: defaultSize, maximum: maxSize } = size ?? {};
  return typeof defaultSize === 'number' && typeof maxSize === 'number' ? { defaultSize, maxSize } : undefined;
}

function isSameParameter(one: Parameter, other: Parameter): boolean {
  return (
    one.in === other.in &&
    one.name === other.name &&
    one.required === other.required &&
    isSameSchema(bare(one), bare(other)) &&
    comparableText(one.description ?? '') === comparableText(other.description ?? '')
  );
}

/** The schema without the range of safe integers, which reading leaves out. */
function bare({ schema: { maximum, ...others } }: Parameter): Parameter['schema'] {
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? others : { maximum, ...others };
}

const HEADERS = ['link', 'x-total-count'];

function hasLink({ status, content, headers = [] }: Response): boolean {
  const isLink = (header: (typeof headers)[number]): boolean => /^link$/i.test(header.name) && isRuntimeHeader(header);
  return isSuccessStatus(status) && content.length > 0 && headers.some(isLink);
}

function withoutHeaders({ headers = [], ...response }: Response): Response {
  const own = headers.filter((header) => !HEADERS.includes(header.name.toLowerCase()) || !isRuntimeHeader(header));
  return { ...response, ...(own.length > 0 && { headers: own }) };
}
