import type { ErrorPayload } from 'vite';
import type { Compilation } from '../../build/compiler/compile.ts';
import type { Diagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { McpData } from '../../shared/contract/mcp.ts';

/** The tree that the page shows. */
export interface ShownTree {
  /** The compilation that is served; undefined if the tree does not exist. */
  served(): Compilation | undefined;
  /** The file of an operation, absolute, with `/`. */
  fileOf(id: string): string;
  /** The errors of the latest compilation, or the exception that stopped it. */
  errors(): readonly Diagnostic[] | Error;
  /** The warnings of the latest compilation. */
  warnings(): readonly Diagnostic[];
  /** The tools of the served compilation. */
  tools(): McpData;
}

/** The error that Vite's overlay shows. */
export type ShownError = ErrorPayload['err'];
