import { rememberResult } from '../file-results.ts';
import { parseDefinitionFile } from '../definitions/definition-file.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { parseEvent } from '../events/parse-event.ts';
import type { EventResult } from '../events/parse-event.ts';
import { isSameContract } from '../operations/directory.ts';
import type { MiddlewareResult } from '../operations/middleware.ts';
import { parseMiddleware } from '../operations/middleware.ts';
import type { OperationFile, ParseResult } from '../operations/parse.ts';
import { parseOperation } from '../operations/parse.ts';
import type { ParseSettings } from '../operations/parse-settings.ts';
import type { ModuleFacts } from '../operations/module-facts.ts';
import { readFacts } from '../operations/module-facts.ts';
import type { CompilationCache } from '../cache.ts';

/** {@link parseOperation}, reusing the result of the same text. */
export function parseOperationOnce(
  cache: CompilationCache,
  file: OperationFile,
  directory: string,
  settings: ParseSettings,
): ParseResult {
  return rememberResult(cache.operations, file, () => parseOperation(file, directory, settings));
}

/** {@link parseMiddleware}, reusing the result of the same text. If the text is the same up to the end of the comment, the contract is the last one. */
export function parseMiddlewareOnce(
  cache: CompilationCache,
  file: OperationFile,
  directory: string,
  settings: ParseSettings,
): MiddlewareResult {
  const last = cache.middleware.get(file.path)?.result.contract;
  return rememberResult(cache.middleware, file, () => {
    const result = parseMiddleware(file, directory, settings);
    const isSame = last !== undefined && result.contract !== undefined && isSameContract(last, result.contract);
    return isSame ? { ...result, contract: last } : result;
  });
}

/** {@link parseEvent}, reusing the result of the same text. */
export function parseEventOnce(cache: CompilationCache, ...given: Parameters<typeof parseEvent>): EventResult {
  return rememberResult(cache.events, given[0], () => parseEvent(...given));
}

/** {@link parseDefinitionFile}, reusing the result of the same text. */
export function parseDefinitionsOnce(
  cache: CompilationCache,
  ...given: Parameters<typeof parseDefinitionFile>
): ReturnType<typeof parseDefinitionFile> {
  return rememberResult(cache.definitions, given[0], () => parseDefinitionFile(...given));
}

/** {@link readFacts}, reusing the result of the same text. */
export function readFactsOnce(cache: CompilationCache, { file, text, custom }: SourceText): ModuleFacts | undefined {
  return rememberResult(cache.modules, { path: file, text }, () => ({ facts: readFacts({ file, text, custom }) }))
    .facts;
}
