/** How many operations share a function, which the first request to one of them compiles. */
export const GROUP_SIZE = 32;

/** Declarations at the top level of a manifest, and functions that create contracts. */
export interface ContractsText {
  readonly shared: readonly string[];
  readonly groups: readonly string[];
  /** The name of each group's function. */
  readonly names: readonly string[];
}

/** A declaration of a function, a pick, a repeated parameter, or the schemas. */
const DECLARED = /^(?:const|function) ([\w$]+)/;
const REFERENCE = /(?:is_|pick_|take_|parameter|components|branches)[\w$]*/g;

/**
 * Groups contracts in functions, each with the declarations that no other group uses.
 *
 * V8 passes over a function that is not called, in half the time that it takes to compile it. So start-up does not depend on the contracts.
 *
 * @param contracts An expression for each operation.
 * @param declarations The declarations that contracts and declarations refer to.
 */
export function groupContracts(contracts: readonly string[], declarations: readonly string[]): ContractsText {
  const byName = new Map(declarations.map((text) => [DECLARED.exec(text)![1]!, text]));
  const references = new Map<string, readonly string[]>();
  const referencesOf = (name: string): readonly string[] => {
    const known = references.get(name) ?? namesIn(byName.get(name)!, byName);
    references.set(name, known);
    return known;
  };
  const groups = Array.from({ length: Math.ceil(contracts.length / GROUP_SIZE) }, (_, i) =>
    contracts.slice(i * GROUP_SIZE, (i + 1) * GROUP_SIZE),
  );
  /** The group that uses a declaration, or -1 if there are several. */
  const owners = new Map<string, number>();
  for (const [group, texts] of groups.entries()) {
    const used = new Set(texts.flatMap((text) => namesIn(text, byName)));
    for (const name of used) {
      owners.set(name, owners.has(name) ? -1 : group);
      // The set grows during the loop.
      for (const other of referencesOf(name)) used.add(other);
    }
  }
  const shared: string[] = [];
  const owned = groups.map((): string[] => []);
  for (const [name, text] of byName) {
    const owner = owners.get(name);
    if (owner !== undefined) (owned[owner] ?? shared).push(text);
  }
  return {
    shared: shared.map(deferred),
    groups: groups.map((texts, i) => groupText(nameOf(i), owned[i]!, texts)),
    names: groups.map((_, i) => nameOf(i)),
  };
}

function nameOf(group: number): string {
  return `contracts${group}`;
}

function groupText(name: string, declarations: readonly string[], contracts: readonly string[]): string {
  const lines = contracts.map((text) => `    () => (${text}),`);
  return [`function ${name}() {`, ...declarations.map((text) => `  ${text}`), '  return [', ...lines, '  ];', '}'].join(
    '\n',
  );
}

/** Turns a constant that is a function into one that creates it at the first call. */
function deferred(declaration: string): string {
  const [, name, expression] = /^const ([\w$]+) = (.*);$/s.exec(declaration) ?? [];
  if (name === undefined || name === 'components' || name === 'branches') return declaration;
  return `function ${name}(v, k) { return (${name}.made ??= ${expression})(v, k); }`;
}

function namesIn(text: string, declared: ReadonlyMap<string, string>): string[] {
  return (text.match(REFERENCE) ?? []).filter((name) => declared.has(name));
}
