import { routeTables } from '../../src/build/codegen/manifest/routes.ts';
import type { Method } from '../../src/shared/contract/operation.ts';
import { parsePathTemplate } from '../../src/shared/contract/path-template.ts';

/** The routing tables of operations whose paths are texts. */
export function tablesOf(
  operations: readonly { readonly method: Method; readonly path: string }[],
): ReturnType<typeof routeTables> {
  return routeTables(
    operations.map(({ method, path }) => ({
      contract: { method },
      template: parsePathTemplate(path).template,
    })),
  );
}
