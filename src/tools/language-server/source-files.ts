import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import type { SourceText } from '../../build/compiler/diagnostics/source.ts';
import { toPosix } from '../../build/project/files.ts';
import type { OpenProject } from './open-project.ts';

const LEFT_OUT = /^(?:\.|node_modules$|dist$|build$|coverage$)/;
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Reads the modules of a project, as open editors have them; without dependencies, output and hidden files. */
export function sourceFilesIn(project: OpenProject): SourceText[] {
  return list(project.root).flatMap((file) => {
    const shown = toPosix(relative(project.root, file));
    const text = project.textOf(shown);
    return text === undefined ? [] : [{ file: shown, text }];
  });
}

function list(directory: string, into: string[] = []): string[] {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) list(path, into);
    else if (entry.isFile() && SOURCE.test(entry.name) && !entry.name.endsWith('.d.ts')) into.push(path);
  }
  return into;
}
