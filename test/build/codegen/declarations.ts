import { generateDeclarations } from '../../../src/build/codegen/declarations/index.ts';
import { contractsOf, eventsOf } from '../../../src/build/compiler/compile.ts';
import { compileFiles } from '../../docs/examples.ts';

/** A contract's comment with a handler below it. */
export function operation(...lines: readonly string[]): string {
  return `/**\n${['What it does.', ...lines].map((line) => ` * ${line}\n`).join('')} */\nexport default function _() {}\n`;
}

/** The text of operations.d.ts for files by their paths below the project; nothing may be wrong with them. */
export function declarationsOf(files: Readonly<Record<string, string>>): string {
  const compilation = compileFiles(files);
  const errors = compilation.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const { schemas, definitions, document } = compilation;
  return generateDeclarations({
    operations: contractsOf(compilation),
    events: eventsOf(compilation),
    schemas,
    definitions,
    document,
  });
}
