import type { Paginated } from '../../../shared/contract/list-contract.ts';
import type { InputError } from '../../../shared/contract/problem.ts';
import type { QueryTexts } from '../../../shared/validation/query.ts';
import type { OperationContext } from '../context.ts';

/** The position in a list with a cursor: the cursor's text, if there is one. */
export interface Position {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Reads the parameters that page a list: see list-input.ts. */
export type ReadList = (
  ctx: OperationContext,
  texts: QueryTexts,
  from: number,
  list: Paginated,
  errors: InputError[],
) => Position | undefined;
