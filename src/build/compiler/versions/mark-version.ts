import type { Operation } from '../../../shared/contract/operation.ts';
import { parsePathTemplate, templateKey } from '../../../shared/contract/path-template.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import type { Version } from '../api-version.ts';

/** The operations of a version, by those that they are made of, so that the same operation has the same one in the next run. */
const marked = new WeakMap<CompiledOperation, { readonly version: string; readonly made: CompiledOperation }>();

/** Adds the facts of a version to all its operations: its name, and the dates of its end. */
export function markVersion(
  operations: readonly CompiledOperation[],
  version: Version | undefined,
  base: string,
): readonly CompiledOperation[] {
  if (version === undefined) return operations;
  const key = JSON.stringify([version, base]);
  return operations.map((operation) => {
    const known = marked.get(operation);
    if (known?.version === key) return known.made;
    const contract = inVersion(operation.contract, version);
    const made = { ...operation, contract, sharedRoute: sharedRouteOf(contract, version, base) };
    marked.set(operation, { version: key, made });
    return made;
  });
}

function sharedRouteOf({ method, path, webhook }: Operation, { prefix }: Version, base: string): string {
  if (prefix === undefined || webhook !== undefined) return `${method} ${path}`;
  const outer = base.replace(/\/$/, '');
  return `${method} ${outer}${path.slice(outer.length + prefix.length + 1) || '/'}`;
}

/** The same for the operations of a method and a shape of path, in each version. */
export function routeShape({ contract, sharedRoute = '' }: CompiledOperation): string {
  const path = sharedRoute.slice(contract.method.length + 1);
  return `${contract.method} ${templateKey(parsePathTemplate(path).template)}`;
}

function inVersion(contract: Operation, { name, header, deprecated, sunset }: Version): Operation {
  // Webhooks have no versions.
  if (contract.webhook !== undefined) return contract;
  const deprecatedOn = earlier(contract.deprecatedOn, deprecated);
  const gone = earlier(contract.sunset, sunset);
  const isEnding = contract.deprecated !== undefined || deprecated !== undefined || sunset !== undefined;
  return {
    ...contract,
    version: name,
    ...(header !== undefined && { versionHeader: header }),
    ...(isEnding && { deprecated: contract.deprecated ?? true }),
    ...(deprecatedOn !== undefined && { deprecatedOn }),
    ...(gone !== undefined && { sunset: gone }),
  };
}

/** The earlier one of two dates: an operation ends on its own date, or on that of its version if that is earlier. */
function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}
