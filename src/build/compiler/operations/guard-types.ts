import { nameOfOperation, routeOf } from '../../../shared/contract/operation.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { directoryTemplate } from './file-name.ts';
import type { Guard } from './guard-export.ts';
import type { CompiledMiddleware } from './middleware.ts';
import { typeNameOf } from './type-name.ts';
import { isAround } from './tree-files.ts';

/** Reports the type of an operation's own guard if it names another operation, or a directory without this one. */
export function checkOwnType(guard: Guard | undefined, contract: Operation, report: Report): void {
  for (const { value, at } of guard?.typedAs ?? [])
    if (!isNamed(value, contract)) report(messages.otherGuarded(at, value, nameOfOperation(contract), undefined));
}

/** Reports the types of the guards of directories if they name only some of the operations that these run for. */
export function checkGuardTypes(
  middleware: readonly CompiledMiddleware[],
  operations: readonly { readonly contract: Operation; readonly pathAt: Location }[],
  prefixes: Prefixes,
  report: Report,
): void {
  for (const { directory, guard } of middleware)
    for (const { value, at } of guard?.typedAs ?? []) {
      const other = operations.find(({ contract }) => isAround(directory, contract.id) && !isNamed(value, contract));
      if (other === undefined) continue;
      const { text } = directoryTemplate(directory, prefixes);
      report(messages.otherGuarded(at, value, text, other.pathAt));
    }
}

/** Whether a name is that of an operation, or the path of a directory with it. */
function isNamed(name: string, operation: Operation): boolean {
  const { path } = operation;
  if (!name.startsWith('/')) return name === typeNameOf(operation) || name === routeOf(operation);
  return name === '/' || path === name || path.startsWith(`${name}/`);
}
