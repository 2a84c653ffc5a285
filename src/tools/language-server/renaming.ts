import type { Edit } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { Location } from '../../build/compiler/diagnostics/source.ts';

/** The edits of a rename, and the files and directories that are renamed. */
export interface Renaming {
  readonly edits: readonly Edit[];
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** Where code may use the name in a way that no edit changes. */
  readonly unsure?: readonly Location[];
}

/** The changes of a rename at an offset. */
export interface Renamable {
  readonly at: Location;
  readonly name: string;
  /** @throws {Error} If the name is invalid, or if there is one already. */
  rename(to: string): Renaming;
}
