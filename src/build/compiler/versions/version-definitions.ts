import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import type { CompilationCache } from '../cache.ts';
import { rememberResult } from '../file-results.ts';
import { isDefinitionFile, parseDefinitionFile } from '../definitions/definition-file.ts';
import type { FileDefinitions } from '../definitions/model.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import { checkLayers, overlayDefinitions } from './overlay-definitions.ts';
import type { Layer, ParsedLayer, Stage } from '../api-version.ts';

/** The definitions of a version: those of today, with those of the older versions over them. */
export function definitionsOf(
  cache: CompilationCache,
  today: readonly FileDefinitions[],
  stage: Stage | undefined,
  custom: CustomDirectives,
  report: Report,
): readonly FileDefinitions[] {
  if (stage === undefined || stage.layers.length === 0) return today;
  const layers = stage.layers.map((layer) => parseLayer(cache, layer, custom));
  for (const { diagnostics } of layers) diagnostics.forEach(report);
  checkLayers(layers, report);
  cache.overlaid = overlayDefinitions(today, layers, cache.overlaid);
  return cache.overlaid.files;
}

function parseLayer(
  cache: CompilationCache,
  { version, directory, definitions }: Layer,
  custom: CustomDirectives,
): ParsedLayer & { readonly diagnostics: readonly Diagnostic[] } {
  const results = cache.layers.get(version) ?? new Map<string, never>();
  cache.layers.set(version, results);
  const files = definitions.filter(({ path }) => isDefinitionFile(path));
  const parsed = files.map((file) => rememberResult(results, file, () => parseDefinitionFile(file, directory, custom)));
  return {
    version,
    definitions: parsed.map((each) => each.definitions),
    diagnostics: parsed.flatMap((each) => each.diagnostics),
  };
}
