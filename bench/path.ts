import { fileURLToPath } from 'node:url';

/** A file beside this one. */
export function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
