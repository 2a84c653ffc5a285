import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import { webhookPath } from '../../../shared/contract/webhooks.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { directoryTemplate } from './file-name.ts';
import type { Guarding } from './guarding.ts';
import { goesWithout, isReplacedBy } from './guarding.ts';
import type { CompiledOperation } from './resolve.ts';
import { isAround, isInWebhooks } from './tree-files.ts';

/**
 * Reports guards of `webhooks/` in the directory of the operations if the webhooks are next to it, and the other way round: the paths are the same. It is a
 * warning if the guard runs for other operations. If the operation has its own guard, this is intended.
 */
export function checkOtherTree(
  guarding: readonly Guarding[],
  operations: readonly CompiledOperation[],
  prefixes: Prefixes,
  report: Report,
): void {
  const reported = new Set<string>();
  for (const each of guarding) {
    const { directory, path, at, protection } = each;
    if (reported.has(path)) continue;
    const below = `${directoryTemplate(directory, prefixes).text}/`;
    const other =
      directory === ''
        ? undefined
        : operations.find(
            (operation) =>
              isInOtherTree(each, operation) &&
              operation.template.text.startsWith(below) &&
              !goesWithout(each, operation) &&
              !isReplacedAround(each, operation, guarding),
          );
    if (other === undefined) continue;
    const runs = operations.some(({ contract: { id } }) => isAround(directory, id));
    report(messages.otherTree(at, other.pathAt, runs, protection?.name));
    reported.add(path);
  }
}

/** Whether one of a guard and an operation is of webhooks, and the other one is not. */
export function isInOtherTree({ directory }: Pick<Guarding, 'directory'>, { contract }: CompiledOperation): boolean {
  return isInWebhooks(contract.id) !== isInWebhooks(directory);
}

/** Whether the guards around an operation replace one of the other tree. */
export function isReplacedAround(
  guard: Guarding,
  { contract }: CompiledOperation,
  guarding: readonly Guarding[],
): boolean {
  return isReplacedBy(
    guard,
    guarding.filter(({ directory }) => isAround(directory, contract.id)),
    contract.security,
  );
}

/** Whether the paths of a guard are below the prefix of webhooks. Other operations with parameters match webhooks by chance. */
export function isBelowWebhooks({ directory }: Pick<Guarding, 'directory'>, prefixes: Prefixes): boolean {
  return directoryTemplate(directory, prefixes).text.startsWith(`${webhookPath('', prefixes)}/`);
}
