import { createPickSearch } from '../codegen/picks/combinations.ts';
import type { TooMany } from '../codegen/picks/combinations.ts';
import type { Compilation } from '../compiler/compile.ts';
import { contractsOf, eventsOf } from '../compiler/compile.ts';
import { errorsIn, sortDiagnostics } from '../compiler/diagnostics/diagnostic.ts';
import * as messages from '../compiler/diagnostics/messages.ts';
import type { Location } from '../compiler/diagnostics/source.ts';

/** Creates a function that adds the error of a contract whose properties combine in too many ways. */
export function createPickCheck(): (compilation: Compilation) => Compilation {
  const findTooMany = createPickSearch();
  return (compilation) => {
    const { diagnostics, schemas } = compilation;
    // A contract with errors is not complete.
    if (errorsIn(diagnostics).length > 0) return compilation;
    const found = findTooMany([...contractsOf(compilation), ...eventsOf(compilation)], schemas);
    if (found === undefined) return compilation;
    const { name = '', id = name, limit } = found;
    const limited = messages.propertyLimit(tooManyAt(found, compilation), name === '' ? id : name, limit);
    return { ...compilation, diagnostics: sortDiagnostics([...diagnostics, limited]) };
  };
}

function tooManyAt({ name, id }: TooMany, { operations, events, definitions }: Compilation): Location {
  const definition = name === undefined ? undefined : definitions.schemas.get(name);
  const event = events.find(({ contract }) => contract.id === id);
  const operation = operations.find(({ contract }) => contract.id === id) ?? operations[0];
  return definition?.at ?? event?.at ?? operation!.handler.at;
}
