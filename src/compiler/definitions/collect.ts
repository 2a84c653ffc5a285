import type { DeclaredParameter, DeclaredResponse } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import type { BaseDocument, FileDefinitions, SchemaDefinition, SetDefinition } from './model.ts';

/** What can be referred to by name. */
export interface Definitions {
  readonly schemas: ReadonlyMap<string, SchemaDefinition>;
  readonly parameters: ReadonlyMap<string, SetDefinition<DeclaredParameter>>;
  readonly responses: ReadonlyMap<string, SetDefinition<DeclaredResponse>>;
  readonly document: BaseDocument;
}

const NO_DOCUMENT: BaseDocument = {};

/** Puts the definitions of all files together; a name defined twice is reported, one that is built in is replaced. */
export function collectDefinitions(
  builtIn: FileDefinitions,
  files: readonly FileDefinitions[],
  report: Report,
): Definitions {
  const documents = files.flatMap((file) => file.document ?? []);
  for (const other of documents.slice(1))
    report(messages.definedTwice(other.at, 'document', 'openapi', documents[0]!.at));
  return {
    schemas: byName(
      builtIn.schemas,
      files.flatMap((file) => file.schemas),
      'schema',
      report,
    ),
    parameters: byName(
      builtIn.parameters,
      files.flatMap((file) => file.parameters),
      'parameter set',
      report,
    ),
    responses: byName(
      builtIn.responses,
      files.flatMap((file) => file.responses),
      'response set',
      report,
    ),
    document: documents[0]?.value ?? NO_DOCUMENT,
  };
}

function byName<T extends { readonly name: string; readonly at: Location }>(
  builtIn: readonly T[],
  defined: readonly T[],
  what: string,
  report: Report,
): Map<string, T> {
  const own = new Map<string, T>();
  for (const item of defined) {
    const first = own.get(item.name);
    if (!/^[\w.-]+$/.test(item.name)) report(messages.definitionName(item.at, item.name));
    else if (first !== undefined) report(messages.definedTwice(item.at, what, item.name, first.at));
    else own.set(item.name, item);
  }
  return new Map([...builtIn.map((item) => [item.name, item] as const), ...own]);
}
