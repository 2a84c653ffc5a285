import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../../src/build/openapi/write/index.ts';
import type { Compilation } from '../../src/build/compiler/compile.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import { createSession } from '../../src/build/project/session.ts';
import { locateProject } from '../../src/build/project/project.ts';
import { OPTIONS } from '../playground/options.ts';

/** The IDs of the operations whose responses are streams, which may have no end. */
export function streamsOf({ operations }: Compilation): Set<string> {
  const streams = operations.filter(({ contract }) =>
    contract.responses.some(({ content }) => content.some(({ stream }) => stream !== undefined)),
  );
  return new Set(streams.map(({ contract }) => contract.operationId ?? contract.id));
}

/** Compiles the bookshop, as `operations check` and `operations openapi` do. Its document is that of the last version. */
export function compilePlayground(): {
  compilation: Compilation;
  document: OpenApiDocument;
  documents: ReadonlyMap<string, OpenApiDocument>;
} {
  const session = createSession(
    locateProject(resolveOptions(OPTIONS), fileURLToPath(new URL('../../playground', import.meta.url))),
  );
  const compilation = session.compile();
  const documents = new Map(
    [compilation, ...compilation.older!].map((each) => [each.version!, session.openApi(each)] as const),
  );
  return { compilation, document: documents.get('v2')!, documents };
}
