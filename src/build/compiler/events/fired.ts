import { fires } from '../../../directives/fires/describe-fires.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { declaredValues } from '../language/described.ts';
import type { CompiledOperation } from '../operations/resolve.ts';

/** The operations with the events that exist, by what they have declared, so that the same operation has the same form in the next run. */
const linked = new WeakMap<CompiledOperation, Map<string, CompiledOperation>>();

/**
 * Leaves only the events that exist in the contracts of operations. Reports the others, but not in a project without events: `@fires` is JSDoc's own
 * word.
 *
 * @param isComplete Whether all events could be read.
 */
export function linkFired(
  operations: readonly CompiledOperation[],
  names: readonly string[],
  isComplete: boolean,
  report: Report,
): readonly CompiledOperation[] {
  const known = new Set(names);
  return operations.map((operation) => {
    const { fires: declared } = operation.contract;
    if (declared === undefined) return operation;
    if (known.size > 0 && isComplete)
      for (const { value, at } of firedIn(operation))
        if (!known.has(value)) report(messages.unknownEvent(at, value, names));
    const existing = declared.filter((name) => known.has(name));
    return existing.length === declared.length ? operation : withFired(operation, existing);
  });
}

function withFired(operation: CompiledOperation, names: readonly string[]): CompiledOperation {
  const forms = linked.get(operation) ?? new Map<string, CompiledOperation>();
  linked.set(operation, forms);
  const key = names.join();
  const { fires: _, ...others } = operation.contract;
  const contract: Operation = names.length === 0 ? others : { ...operation.contract, fires: names };
  const made = forms.get(key) ?? { ...operation, contract };
  forms.set(key, made);
  return made;
}

/** The names in the lines of an operation, each with its location. */
export function firedIn({ declarations }: Pick<CompiledOperation, 'declarations'>): Declared<string>[] {
  return declaredValues(declarations.described, fires).flatMap(({ value: names, at }) => {
    let from = at.span.end;
    return names.map((value) => {
      const start = at.source.text.indexOf(value, from);
      from = start + value.length;
      const place: Location = { source: at.source, span: { start, end: from } };
      return { value, at: place };
    });
  });
}
