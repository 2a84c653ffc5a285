import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { contractOf } from '../../../src/tools/diff/baseline/revision.ts';
import { diffContracts } from '../../../src/tools/diff/diff.ts';
import type { DiffOptions } from '../../../src/tools/diff/diff.ts';
import type { Finding, LocatedContract } from '../../../src/tools/diff/finding.ts';

/** Files of a project: path below `app/operations`, or below `definitions/` -> text. Those of `../lib/` are other modules. */
export type Files = Readonly<Record<string, string>>;

/** The contract of files. A comment alone is an operation. */
export function contractOfFiles(files: Files, name = 'before'): LocatedContract {
  const entries = Object.entries(files).map(([path, text]) => ({ path, text }));
  const complete = (path: string, text: string): string =>
    /_middleware\.|^\.\.\/events\//.test(path) ? text : withHandler(text);
  const isDefinition = ({ path }: { path: string }): boolean => path.startsWith('definitions/');
  const isOther = ({ path }: { path: string }): boolean => path.startsWith('../lib/');
  const compilation = compileOperations({
    files: entries
      .filter((file) => !isDefinition(file) && !isOther(file))
      .map(({ path, text }) => ({ path, text: complete(path, text) })),
    definitions: entries
      .filter(isDefinition)
      .map(({ path, text }) => ({ path: path.slice('definitions/'.length), text })),
    readFile: (path) => entries.find((file) => isOther(file) && path === file.path.replace('..', 'app'))?.text,
  });
  const errors = compilation.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return contractOf(compilation, name);
}

export function withHandler(text: string): string {
  return /export default/.test(text) ? text : `${text}\nexport default (ctx) => ctx.input;`;
}

/** The differences of two trees. */
export function diffFiles(before: Files, after: Files, options: DiffOptions = {}): Finding[] {
  return diffContracts(contractOfFiles(before), contractOfFiles(after, 'after'), options);
}
