import type { Diagnostic } from './diagnostic.ts';
import { error } from './report.ts';
import type { Location } from './source.ts';

// Mistakes of `@tool`.

export const duplicateTool = (at: Location, name: string, first: Location): Diagnostic =>
  error('duplicate-tool', at, `Duplicate tool name "${name}". Rename one of the two: "@tool another_name".`, {
    message: 'first used here',
    at: first,
  });
