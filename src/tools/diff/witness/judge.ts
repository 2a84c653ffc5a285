import { routeTables } from '../../../build/codegen/manifest/routes.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { parsePathTemplate } from '../../../shared/contract/path-template.ts';
import { pathToMatch } from '../../../shared/contract/refusal.ts';
import { matchOperation } from '../../../shared/contract/routes.ts';
import type { Scope } from '../../openapi/compare/operations/found.ts';
import { createCompiledChecks } from './compiled-checks.ts';
import { inputPath } from './curl.ts';
import { createPatternGuard } from './slow-patterns.ts';
import type { Checker, Input } from './wire.ts';
import { refusals } from './wire.ts';

/**
 * Makes a function that returns whether the new contract refuses a request, as its server would: by its routes and its compiled validators.
 *
 * Another operation than before can match the request, and accept it. Credentials do not count.
 */
export function createJudge(
  { after, resolveAfter }: Scope,
  components: Checker['components'],
): (before: Operation, input: Input) => boolean {
  const operations = after.operations.map((contract) => ({
    contract,
    template: parsePathTemplate(contract.path).template,
  }));
  const routing = { operations, routes: routeTables(operations), strict: false };
  const checker = { resolve: resolveAfter, components, accepts: createCompiledChecks(after) };
  const isBounded = createPatternGuard(after.schemas);
  return (before, input) => {
    const path = pathToMatch(routing, inputPath(before, input));
    const match = path === undefined ? undefined : matchOperation(routing, before.method, path);
    if (match === undefined) return true;
    if (!isBounded(match.operation.contract)) return false;
    const others = [...input.parameters].filter(([key]) => !key.startsWith('path '));
    const parameters = new Map([...others, ...match.values.map((value, i) => [`path ${i}`, value] as const)]);
    try {
      return refusals(match.operation.contract, { ...input, parameters }, checker).length > 0;
    } catch {
      // A schema that cannot be checked shows nothing.
      return false;
    }
  };
}
