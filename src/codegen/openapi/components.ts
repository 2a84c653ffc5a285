import type { Components } from './document.ts';

/** Components by kind and name. */
type Kinds = { readonly [kind in keyof Components]: NonNullable<Components[kind]> };

/**
 * The components that something refers to, directly or by others; sorted by name.
 *
 * @param components What is there to be referred to.
 * @param users Whatever may refer to it.
 */
export function usedComponents(components: Kinds, users: unknown): Kinds {
  const used = new Set<string>();
  collectReferences(users, components, used);
  const kept = Object.entries(components).map(([kind, entries]) => {
    const names = Object.keys(entries).filter((name) => used.has(`${kind}/${name}`));
    return [kind, Object.fromEntries(names.sort().map((name) => [name, entries[name as never]]))] as const;
  });
  return Object.fromEntries(kept.filter(([, entries]) => Object.keys(entries).length > 0));
}

/** Finds `#/components/kind/name`, whatever field it is in (a discriminator's mapping has it too), and what those refer to. */
function collectReferences(value: unknown, components: Kinds, found: Set<string>): void {
  if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) collectReferences(item, components, found);
    return;
  }
  const reference = typeof value === 'string' ? /^#\/components\/([^/]+)\/([^/]+)/.exec(value) : null;
  if (reference === null) return;
  const [, kind, name] = reference as unknown as [string, keyof Components, string];
  if (found.has(`${kind}/${name}`)) return;
  found.add(`${kind}/${name}`);
  collectReferences(components[kind]?.[name], components, found);
}
