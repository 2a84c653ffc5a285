import { OVERVIEW } from '../../build/project/dev-paths.ts';
import { meantOf } from '../../build/project/explain-request.ts';
import { didYouMeanPath } from '../../build/project/meant-path.ts';
import { operationsAt } from '../../shared/contract/routes.ts';
import { normalizePath } from '../../shared/contract/path-spelling.ts';
import { requestPath } from './request-path.ts';
import type { Tree } from './tree.ts';

/** The path of an operation that the unknown path of a request may be a misspelling of. */
export function meantPathOf(tree: Tree, url: string): string | undefined {
  const served = tree.served();
  return served && meantOf(served, normalizePath(requestPath(url)));
}

/** The detail of the 404 of a path that no operation has. */
export function unknownPathDetail(tree: Tree, url: string): string {
  const hint = didYouMeanPath(meantPathOf(tree, url));
  return `No operation has the path ${requestPath(url)}.${hint} ${OVERVIEW} lists all operations.`;
}

/** A function with {@link unknownPathDetail} for the paths that no operation has: another 404 is that of a middleware. */
export function unknownPathOf(tree: Tree): (url: string) => string | undefined {
  return (url) => {
    const isKnown = operationsAt(tree.routing(), normalizePath(requestPath(url))).size > 0;
    return isKnown ? undefined : unknownPathDetail(tree, url);
  };
}
