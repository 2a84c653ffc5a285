import type { OverlaidDefinitions } from '../cache.ts';
import type { FileDefinitions } from '../definitions/model.ts';
import { NO_DEFINITIONS } from '../definitions/model.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ParsedLayer } from '../api-version.ts';
import { isSameList } from '../../../shared/schema/same-list.ts';

/**
 * Replaces the definitions of today by those of older versions with the same names.
 *
 * @param last The result of the last run, which is the same if no file has changed.
 */
export function overlayDefinitions(
  today: readonly FileDefinitions[],
  layers: readonly ParsedLayer[],
  last: OverlaidDefinitions | undefined,
): OverlaidDefinitions {
  const parts = [today, ...layers.map(({ definitions }) => definitions)];
  if (last?.parts.length === parts.length && parts.every((part, i) => isSameList(part, last.parts[i]!))) return last;
  return { parts, files: layers.reduce((files, { definitions }) => layOver(files, definitions), today) };
}

function layOver(files: readonly FileDefinitions[], layer: readonly FileDefinitions[]): readonly FileDefinitions[] {
  const names = {
    schemas: new Set(layer.flatMap(({ schemas }) => schemas.map(({ name }) => name))),
    parameters: new Set(layer.flatMap(({ parameters }) => parameters.map(({ name }) => name))),
    responses: new Set(layer.flatMap(({ responses }) => responses.map(({ name }) => name))),
  };
  const below = files.map((file) => ({
    ...file,
    schemas: file.schemas.filter(({ name }) => !names.schemas.has(name)),
    parameters: file.parameters.filter(({ name }) => !names.parameters.has(name)),
    responses: file.responses.filter(({ name }) => !names.responses.has(name)),
    // They have been checked with the definitions of today.
    samples: [],
  }));
  return layDocument([...below, ...layer.map(withoutDocument)], layer);
}

function layDocument(files: readonly FileDefinitions[], layer: readonly FileDefinitions[]): readonly FileDefinitions[] {
  const own = layer.flatMap(({ document }) => document ?? [])[0];
  if (own === undefined) return files;
  const base = files.flatMap(({ document }) => document ?? [])[0] ?? { ...own, value: {}, security: [], schemes: [] };
  const info = { ...base.value.info, ...own.value.info };
  const { security: _, components: _components, 'x-problem': _problem, ...described } = own.value;
  const document = { ...base, value: { ...base.value, ...described, ...(own.value.info !== undefined && { info }) } };
  return [...files.map(withoutDocument), { ...NO_DEFINITIONS, document }];
}

function withoutDocument(file: FileDefinitions): FileDefinitions {
  if (file.document === undefined) return file;
  const { document: _, ...others } = file;
  return others;
}

/** Reports the parts that an older version can't define: the document's rules of access, and the format of problems. */
export function checkLayers(layers: readonly ParsedLayer[], report: Report): void {
  for (const file of layers.flatMap(({ definitions }) => definitions)) {
    const fields = Object.keys(file.document?.value ?? {}).filter((field) => !isDescription(field));
    if (fields.length > 0) report(messages.versionDocument(file.document!.at, fields));
    for (const { name, at } of file.schemas) if (name === 'Problem') report(messages.versionProblem(at));
  }
}

/** Whether a field of the document only describes the API. */
function isDescription(field: string): boolean {
  return ['openapi', 'info', 'servers', 'tags', 'externalDocs'].includes(field) || /^x-(?!problem$)/.test(field);
}
