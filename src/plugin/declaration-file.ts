import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DECLARATIONS_HEADER } from '../codegen/declarations/index.ts';
import type { Compilation } from '../compiler/compile.ts';
import type { Session } from '../project/session.ts';

/**
 * Writes operations.d.ts where its text is another than it was. What cannot be written is a warning: the types are old then, and the build is right.
 *
 * @param compilation Without errors: with them the last types stand.
 * @param dts The file, relative to the root, or false for none.
 */
export function writeDeclarations(
  session: Session,
  compilation: Compilation,
  dts: string | false,
  root: string,
  warn: (message: string) => void,
): void {
  if (dts === false) return;
  const file = resolve(root, dts);
  const text = session.declarations(compilation);
  try {
    const before = readIfThere(file);
    // git may have given it other line ends.
    if (before?.replaceAll('\r\n', '\n') === text) return;
    if (before !== undefined && before.trim() !== '' && !before.startsWith(DECLARATIONS_HEADER)) {
      warn(
        `${dts} is there already and was not written by unplugin-operations, so it is left as it is. Name another file with the option "dts", or remove it.`,
      );
      return;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    warn(`${dts} cannot be written, so the types of the operations are not up to date: ${(error as Error).message}`);
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
