import type { Compilation } from '../../build/compiler/compile.ts';
import { compileOperations, contractsOf, eventsOf } from '../../build/compiler/compile.ts';
import { isOperationFile } from '../../build/compiler/operations/file-name.ts';
import type { BaseDocument } from '../../shared/contract/base-document.ts';
import { contractOfTree } from '../openapi/compare/contracts.ts';
import { compareOperations, takesProtection } from '../openapi/compare/operations/operations.ts';
import { NO_CUSTOM } from '../../directives/custom/custom-directives.ts';
import { lostDirectives } from '../../directives/effects.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { readableExtensions, routeOf } from '../../shared/contract/operation.ts';
import { requirementText, securityText, suffices } from '../../shared/contract/security-requirements.ts';
import type { ExistingFiles } from './existing-tree.ts';

/**
 * Lists the operations that more clients can call after an import, or that are less protected: their comments, their directories or the document required
 * more.
 */
export function findWidenedAccess(before: ExistingFiles, after: Compilation): string[] {
  return [...findWeakened(before, after), ...findUnguarded(before, after)];
}

/** The new operations whose `@security` accepts callers that the one of their directory refuses. */
function findUnguarded(before: ExistingFiles, { operations }: Compilation): string[] {
  const known = new Set(before.operations.map(({ path }) => path));
  return operations.flatMap(({ contract, declarations, inherited }) => {
    const outer = inherited?.layer.security.map(({ value }) => value) ?? [];
    if (outer.length === 0 || known.has(contract.id)) return [];
    return declarations.security
      .filter(({ value }) => !outer.some((one) => suffices(value, one)))
      .map(
        ({ value }) =>
          `${routeOf(contract)}: the new operation accepts ${requirementText(value)}, but its directory requires ${securityText(outer)}`,
      );
  });
}

function findWeakened(before: ExistingFiles, after: Compilation): string[] {
  if (!before.operations.some(({ path }) => isOperationFile(path))) return [];
  const { operations: files, shown, ...others } = before;
  const places = shown && { directory: shown.directory, definitionsDirectory: shown.definitions };
  const { changes, pairs } = compareOperations(
    contractOf(compileOperations({ ...others, ...places, files })),
    contractOf(after),
    new Date(),
  );
  const weaker = changes
    .filter(takesProtection)
    .map(({ before: operation, message }) => `${routeOf(operation!)}: ${message}`);
  const lost = pairs.flatMap(([{ before: one, after: other }]) =>
    [...lostDirectives(one, other), ...lostExtensions(one, other, before.custom)].map(
      (name) => `${routeOf(one)}: the operation no longer has "@${name}"`,
    ),
  );
  return [...weaker, ...lost];
}

/** The names of the extensions that an operation has lost, if middleware can read them: they could be the roles that it requires. Those of directives are not. */
function lostExtensions(before: Operation, { extensions = {} }: Operation, custom = NO_CUSTOM): string[] {
  const ofDirectives = (before.custom ?? []).flatMap(({ name, values }) => {
    const sent = custom.rows.get(name)?.sent(values, before);
    return sent !== undefined && 'value' in sent ? Object.keys(sent.value.extensions ?? {}) : [];
  });
  return readableExtensions(before).flatMap(([name]) =>
    name in extensions || ofDirectives.includes(name) ? [] : [name],
  );
}

function contractOf(compilation: Compilation): ReturnType<typeof contractOfTree>['contract'] {
  const { schemas, document, custom } = compilation;
  const operations = [...contractsOf(compilation), ...eventsOf(compilation)];
  return contractOfTree({ operations, schemas, document: document as BaseDocument, custom }, '').contract;
}
