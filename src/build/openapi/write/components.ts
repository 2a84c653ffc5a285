import type { Components } from '../document.ts';

type ComponentsByKind = { readonly [kind in keyof Components]: NonNullable<Components[kind]> };

/**
 * Selects the components that are referenced, directly or through other components, sorted by name.
 *
 * @param components All candidates.
 * @param users The part of the document that contains the references.
 */
export function usedComponents(components: ComponentsByKind, users: unknown): ComponentsByKind {
  const used = new Set<string>();
  collectReferences(users, components, used);
  const selected = Object.entries(components).map(([kind, entries]) => {
    const names = Object.keys(entries).filter((name) => used.has(`${kind}/${name}`));
    return [kind, Object.fromEntries(names.sort().map((name) => [name, entries[name as never]]))] as const;
  });
  return Object.fromEntries(selected.filter(([, entries]) => Object.keys(entries).length > 0));
}

/** Collects references of the form `#/components/kind/name` transitively, from any field: a discriminator's mapping also contains them. */
function collectReferences(users: unknown, components: ComponentsByKind, found: Set<string>): void {
  const pending = [users];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value)) pending.push(item);
      continue;
    }
    const reference = typeof value === 'string' ? /^#\/components\/([^/]+)\/([^/]+)/.exec(value) : null;
    if (reference === null) continue;
    const [, kind, name] = reference as unknown as [string, keyof Components, string];
    if (found.has(`${kind}/${name}`)) continue;
    found.add(`${kind}/${name}`);
    pending.push(components[kind]?.[name]);
  }
}
