import { parsePathTemplate, templateKey } from '../../../shared/contract/path-template.ts';
import { decodePath } from '../../../build/openapi/servers.ts';
import type { Notes } from './notes.ts';
import type { At } from './origins.ts';
import { withoutFragment } from '../../../shared/contract/path-spelling.ts';

/** A description has percent-encoded paths. The server answers a path with and without a slash at its end. */
export function servedPath(path: string): string {
  return decodePath(path.replace(/(?<=.)\/$/, ''));
}

/** The same for paths that match the same requests of a method: `GET /pets/{}`. */
export function requestKey(method: string, path: string): string {
  return `${method} ${templateKey(parsePathTemplate(path).template)}`;
}

/** Where an operation of a description is served. */
interface Served {
  readonly method: string;
  readonly path: string;
  readonly webhook?: string;
  readonly at: At;
}

/**
 * The operations without the fragments of their paths, which no request has: RFC 9110, 7.1. Some descriptions distinguish operations of one path by a fragment;
 * they keep it, because a server gets the same requests for all of them.
 */
export function withoutFragments<T extends Served>(operations: readonly T[], notes: Notes): T[] {
  if (!operations.some(hasFragment)) return [...operations];
  const keys = operations.map(({ method, path }) => requestKey(method, servedPath(withoutFragment(path))));
  return operations.map((operation, i) => {
    if (!hasFragment(operation)) return operation;
    if (keys.indexOf(keys[i]!) === keys.lastIndexOf(keys[i]!)) {
      notes.mend(operation.at, 'a request has no fragment, so the path is read without "#" and what follows');
      return { ...operation, path: withoutFragment(operation.path) };
    }
    notes.add(operation.at, 'a request has no fragment, and other operations have the path before "#"');
    return operation;
  });
}

function hasFragment({ path, webhook }: Served): boolean {
  return webhook === undefined && path.includes('#');
}
