import type { Operation } from '../../shared/contract/operation.ts';
import type { CustomDirectives } from './custom-directives.ts';
import { customUse } from './custom-row.ts';

/** The custom directives that an operation of a document was written from. */
export function documentedUses(operation: Operation, { rows }: CustomDirectives): Pick<Operation, 'custom'> {
  const custom = [...rows.values()].flatMap((row) => {
    const values = row.undocument(operation);
    return values.length === 0 ? [] : [customUse(row, values, [])];
  });
  return custom.length === 0 ? {} : { custom };
}
