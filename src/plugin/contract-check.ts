import { printableLines } from '../build/compiler/diagnostics/source.ts';
import type { Compilation } from '../build/compiler/compile.ts';
import { userError } from '../build/project/errors.ts';
import type { Project } from '../build/project/project.ts';

/** Compares the contract of a build with the baseline of the option `diff`; rejects if clients would break. */
export type ContractCheck = (context: Warner, compilation: Compilation, project: Project) => Promise<void>;

/** The part of a bundler's context that is used here. */
interface Warner {
  warn(message: string): void;
}

/** Creates a check that compares each compilation once. */
export function createContractCheck(): ContractCheck {
  let compared: Compilation | undefined;
  return async (context, compilation, project) => {
    if (project.options.diff === false || compared === compilation) return;
    compared = compilation;
    // Loaded only if it is needed.
    const { diffProject } = await import('../tools/diff/index.ts');
    const { text, fails, worst, notes } = await diffProject(compilation, project);
    for (const note of notes) context.warn(printableLines(note));
    if (fails) throw userError(`The contract has breaking changes\n\n${text}\n`);
    if (worst === 'warning') context.warn(text);
  };
}
