import { isGenericUse } from '../../../shared/schema/draft.ts';
import { referenceTo, splitReference } from '../../../shared/schema/references.ts';
import type { SchemaDefinition } from './model.ts';

type Definitions = ReadonlyMap<string, SchemaDefinition>;

/** Gives the default exports of other files, which each file can import by its own name, the names of their definitions. */
export function linkDefaults(definitions: Definitions): Definitions {
  const imports = [...definitions.values()].some(({ references }) => references.some(({ defaultOf }) => defaultOf));
  if (!imports) return definitions;
  const defaults = new Map<string, string>();
  for (const { name, importedAs, at } of definitions.values())
    if (importedAs === 'default') defaults.set(withoutExtension(at.source.file), name);
  return new Map([...definitions].map(([name, definition]) => [name, linkDefault(definition, defaults)]));
}

function linkDefault(definition: SchemaDefinition, defaults: ReadonlyMap<string, string>): SchemaDefinition {
  const names = new Map<string, string>();
  const references = definition.references.map((reference) => {
    const { name, defaultOf } = reference;
    const found =
      defaultOf === undefined
        ? undefined
        : defaults.get(withoutExtension(`${definition.at.source.file}/../${defaultOf}`));
    if (found === undefined || found === name) return reference;
    names.set(name, found);
    return { ...reference, name: found };
  });
  return names.size === 0 ? definition : { ...definition, references, schema: renamed(definition.schema, names) };
}

/** The keywords whose values are data. */
const DATA = new Set(['const', 'enum', 'default', 'example', 'examples']);

/** A schema, with its drafts, that refers to definitions by other names. */
function renamed<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, names)) as T;
  if (typeof value !== 'object' || value === null) return value;
  // The tag of a draft is a symbol, which a spread copies.
  const copy = { ...value } as { [key: string]: unknown };
  for (const [key, item] of Object.entries(value)) if (!DATA.has(key)) copy[key] = renamed(item, names);
  const { $ref } = copy;
  const split = typeof $ref === 'string' ? splitReference($ref) : undefined;
  const target = split && names.get(split.name);
  if (target !== undefined)
    copy['$ref'] = `${referenceTo(target).$ref}${String($ref).slice(referenceTo(split!.name).$ref.length)}`;
  if (isGenericUse(copy)) return { ...copy, generic: names.get(copy.generic) ?? copy.generic } as T;
  return copy as T;
}

/** A path in its shortest form, without the extension of a module: `a/../b.ts` is `b`. */
function withoutExtension(path: string): string {
  const steps: string[] = [];
  for (const step of path.replace(/\.[cm]?[jt]sx?$/, '').split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}
