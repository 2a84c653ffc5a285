import type { CompilationCache } from './cache.ts';
import { parseDefinitionsOnce, parseEventOnce, parseMiddlewareOnce, parseOperationOnce } from './reuse/parse-once.ts';
import type { EventResult } from './events/parse-event.ts';
import type { FilesByKind } from './files-by-kind.ts';
import type { MiddlewareResult } from './operations/middleware.ts';
import type { OperationFile, ParseResult } from './operations/parse.ts';
import type { ParseSettings } from './operations/parse-settings.ts';
import { overlayOperations } from './versions/overlay-operations.ts';
import type { Stage } from './api-version.ts';
import { rankOf } from './api-version.ts';

/** The inputs of the results of files in addition to their texts. */
interface Parsing {
  readonly cache: CompilationCache;
  readonly directory: string;
  readonly definitionsDirectory: string;
  readonly settings: ParseSettings;
}

/** The results of each file. */
interface ParsedFiles {
  readonly parsed: readonly ParseResult[];
  /** The operations that files of an older version replace. */
  readonly replaced: readonly ParseResult[];
  readonly wrapping: readonly MiddlewareResult[];
  readonly sent: readonly EventResult[];
  readonly defined: readonly ReturnType<typeof parseDefinitionsOnce>[];
}

/** Parses each file by itself. */
export function parseFiles(
  { operationFiles, middlewareFiles, eventFiles, definitionFiles }: FilesByKind,
  { cache, directory, definitionsDirectory, settings }: Parsing,
  stage: Stage | undefined,
): ParsedFiles {
  const all = operationFiles.map((file) => parseOperationOnce(cache, file, directory, settings));
  const parsed = overlayOperations(all, stage);
  return {
    parsed,
    replaced: parsed.length === all.length ? [] : all.filter((each) => !parsed.includes(each)),
    wrapping: middlewareFiles.map((file) => parseMiddlewareOnce(cache, file, directory, settings)),
    sent: eventFiles.map((file) => parseEventOnce(cache, file, directory, settings.custom)),
    defined: definitionFiles.map((file) => parseDefinitionsOnce(cache, file, definitionsDirectory, settings.custom)),
  };
}

/** The `_middleware` files of older versions wrap those of today. */
export function outermostFirst(kinds: FilesByKind, stage: Stage | undefined): FilesByKind {
  if (stage === undefined) return kinds;
  const byRank = (a: OperationFile, b: OperationFile): number => rankOf(a.path, stage) - rankOf(b.path, stage);
  return { ...kinds, middlewareFiles: kinds.middlewareFiles.toSorted(byRank) };
}
