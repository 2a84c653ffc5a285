import { posix } from 'node:path';
import type { SourceText } from '../../build/compiler/diagnostics/source.ts';
import { CLIENT } from '../../build/project/virtual-modules.ts';

/** Finds the modules that make the generated client. For a module that imports others, finds whether a request leads to one of them. */
export function clientModulesIn(
  sources: readonly SourceText[],
): (importer: SourceText) => (request: string) => boolean {
  const stems = new Set(sources.filter(({ text }) => text.includes(CLIENT)).map(({ file }) => stemOf(file)));
  return ({ file }) =>
    (request) =>
      request === CLIENT || stems.has(stemOf(posix.join(posix.dirname(file), request)));
}

function stemOf(file: string): string {
  return file.replace(/\.\w+$/, '');
}
