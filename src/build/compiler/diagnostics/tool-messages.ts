import type { Diagnostic } from './diagnostic.ts';
import { error } from './report.ts';
import type { Location } from './source.ts';

// Mistakes of `@tool`.

export const toolName = (at: Location, name: string): Diagnostic =>
  error(
    'invalid-tool',
    at,
    `"${name}" is not a valid tool name. Use up to 64 letters, digits, "_" and "-", or leave the name out: "@tool - description".`,
  );

export const toolDescription = (at: Location, text: string): Diagnostic =>
  error('invalid-tool', at, `The description of a tool follows a dash. Write "@tool - ${text.split('\n')[0]}".`);

export const directoryTool = (at: Location): Diagnostic =>
  error(
    'invalid-tool',
    at,
    'The "@tool" of a directory applies to many operations, so it has no name and no description. Write them in the comment of each operation.',
  );

export const duplicateTool = (at: Location, name: string, first: Location): Diagnostic =>
  error('duplicate-tool', at, `Duplicate tool name "${name}". Rename one of the two: "@tool another_name".`, {
    message: 'first used here',
    at: first,
  });

export const internalTool = (at: Location, internal: Location): Diagnostic =>
  error(
    'internal-tool',
    at,
    'An "@internal" operation is not documented, so it cannot be a tool. Remove one of the two directives.',
    { message: 'internal because of this', at: internal },
  );
