import { routeTables } from '../../build/codegen/manifest/routes.ts';
import type { Compilation } from '../../build/compiler/compile.ts';
import { isOperationFile, locateOperation } from '../../build/compiler/operations/file-name.ts';
import { joinVersions } from '../../build/compiler/versions/join-versions.ts';
import type { Method } from '../../shared/contract/operation.ts';
import type { PathTemplate } from '../../shared/contract/path-template.ts';
import type { Prefixes } from '../../shared/contract/webhooks.ts';
import type { Routing } from '../../shared/contract/routes.ts';

/** The route of a file, and whether the served tree has it. */
export interface FileRouting {
  readonly contract: { readonly id: string; readonly method: Method };
  readonly template: PathTemplate;
  readonly isServed: boolean;
}

/**
 * Routes the served operations and those that the tree cannot serve because of an error. Without them, a request to a new file with a mistake
 * would match another operation, such as `/pets/{id}`.
 *
 * @param servedOnes The served compilation, of all versions or of the last one.
 * @param files The files of the latest compilation, below the tree.
 * @returns undefined if every file is served.
 */
export function routeUnserved(
  servedOnes: Compilation,
  latestOnes: Compilation,
  files: readonly string[],
  prefixesOf: (path: string) => Prefixes,
): Routing<FileRouting> | undefined {
  const [served, latest] = [joinVersions(servedOnes), joinVersions(latestOnes)];
  const known = new Set(served.operations.map(({ contract }) => contract.id));
  const compiled = new Map(latest.operations.map((operation) => [operation.contract.id, operation]));
  const unserved = files.flatMap((path): FileRouting[] => {
    if (known.has(path) || !isOperationFile(path)) return [];
    const operation = compiled.get(path);
    if (operation !== undefined) return [{ ...operation, isServed: false }];
    const route = locateOperation(path, { file: path, text: path, isPath: true }, prefixesOf(path), () => {});
    // A file that cannot be parsed may name its method in its comment.
    const method = route?.method?.value ?? 'GET';
    return route === undefined ? [] : [{ contract: { id: path, method }, template: route.template, isServed: false }];
  });
  if (unserved.length === 0) return undefined;
  const operations = [...served.operations.map((operation) => ({ ...operation, isServed: true })), ...unserved];
  return { operations, routes: routeTables(operations) };
}
