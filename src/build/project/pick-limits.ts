import { findTooMany } from '../codegen/picks/combinations.ts';
import type { TooMany } from '../codegen/picks/combinations.ts';
import type { Compilation } from '../compiler/compile.ts';
import { contractsOf } from '../compiler/compile.ts';
import { sortDiagnostics } from '../compiler/diagnostics/diagnostic.ts';
import * as messages from '../compiler/diagnostics/messages.ts';
import type { Location } from '../compiler/diagnostics/source.ts';
import { isSameList } from '../../shared/schema/same-list.ts';

/** Creates a function that adds the error of a contract whose properties combine in too many ways. It remembers the result for the same contract. */
export function createPickCheck(): (compilation: Compilation) => Compilation {
  let last: { readonly contract: readonly unknown[]; readonly found: TooMany | undefined } | undefined;
  return (compilation) => {
    const { diagnostics, schemas } = compilation;
    // A contract with errors is not complete.
    if (diagnostics.some(({ severity }) => severity === 'error')) return compilation;
    const operations = contractsOf(compilation);
    const contract = [...operations, ...[...schemas].flat()];
    if (last === undefined || !isSameList(last.contract, contract))
      last = { contract, found: findTooMany(operations, schemas) };
    const { found } = last;
    if (found === undefined) return compilation;
    const { name = '', id = name, limit } = found;
    const limited = messages.propertyLimit(placeOf(found, compilation), name === '' ? id : name, limit);
    return { ...compilation, diagnostics: sortDiagnostics([...diagnostics, limited]) };
  };
}

function placeOf({ name, id }: TooMany, { operations, definitions }: Compilation): Location {
  const definition = name === undefined ? undefined : definitions.schemas.get(name);
  const operation = operations.find(({ contract }) => contract.id === id) ?? operations[0]!;
  return definition?.at ?? operation.handler.at;
}
