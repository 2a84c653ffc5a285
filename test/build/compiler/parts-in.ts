import type { Compilation } from '../../../src/build/compiler/compile.ts';
import type { Part } from '../../../src/build/compiler/language/line-parts.ts';
import { readParts } from '../../../src/build/compiler/language/line-parts.ts';

/** The parts of all directives, as they are in the file. */
export function partsIn({ comments }: Compilation): { file: string; part: Part; text: string }[] {
  return [...comments].flatMap(([file, all]) =>
    all.flatMap(({ at, directives }) =>
      directives.flatMap(readParts).map((part) => ({ file, part, text: at.source.text.slice(part.start, part.end) })),
    ),
  );
}
