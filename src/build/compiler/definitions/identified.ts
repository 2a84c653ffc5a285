import { mapReferences, referenceTo } from '../../../shared/schema/references.ts';
import { followUri } from '../../../shared/schema/resources.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Reference } from '../language/declared.ts';
import type { SchemaDefinition } from './model.ts';
import { reachable, schemaNames } from './reachable.ts';

type Definitions = ReadonlyMap<string, SchemaDefinition>;

/** Resolves the references between files of JSON Schema that name each other by their identifiers (`$id`, `$anchor`). */
export function linkFiles(definitions: Definitions, report: Report): Definitions {
  const linked = new Map(
    [...definitions].map(([name, definition]) => [name, linkFile(definition, definitions, report)]),
  );
  for (const definition of linked.values()) checkDynamic(definition, linked, report);
  return linked;
}

function linkFile(definition: SchemaDefinition, definitions: Definitions, report: Report): SchemaDefinition {
  const { external = [] } = definition.identified ?? {};
  if (external.length === 0) return definition;
  const references = [...definition.references];
  const targets = new Map<string, string>();
  for (const each of external) {
    const { uri, text } = each.value;
    const target = findIdentified(uri, definitions);
    if (target === undefined) report(messages.unresolvedReference(each.at, text, 'elsewhere'));
    else references.push({ ...target, arity: 0, at: each.at });
    targets.set(uri, referenceTo(target?.name ?? definition.name, target?.pointer).$ref);
  }
  const schema = mapReferences(definition.schema, (reference) => targets.get(reference) ?? reference);
  return { ...definition, schema, references };
}

/** Finds an identified schema; one that two files claim counts as unknown. */
function findIdentified(
  uri: string,
  definitions: Definitions,
): Required<Pick<Reference, 'name' | 'pointer'>> | undefined {
  const found = [...definitions.values()].flatMap(({ name, schema, identified }) => {
    const pointer = identified && followUri(schema, identified.identifiers, uri);
    return pointer === undefined ? [] : [{ name, pointer }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** A `$dynamicRef` means `$ref` only if no file on the way to it has the same dynamic anchor: JSON Schema 2020-12, Core, 8.2.3.2. */
function checkDynamic({ name, identified }: SchemaDefinition, definitions: Definitions, report: Report): void {
  for (const { value, at } of identified?.dynamicReferences ?? []) {
    const others = [...definitions.values()].filter(
      (other) => other.name !== name && other.identified?.dynamicAnchors.has(value) === true,
    );
    const used = reachable(others.flatMap(schemaNames), (other) => definitions.get(other), schemaNames);
    if (used.has(name)) report(messages.unresolvedReference(at, `#${value}`, 'dynamic'));
  }
}
