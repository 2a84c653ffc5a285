import type { Code, Declaration } from '../declaration.ts';

/** How many operations share a function, which the first request to one of them compiles. */
export const GROUP_SIZE = 32;

/** Declarations at the top level of a manifest, and functions that create contracts. */
export interface ContractsText {
  readonly shared: readonly string[];
  readonly groups: readonly string[];
  /** The name of each group's function. */
  readonly names: readonly string[];
  /** The same of the events. */
  readonly eventNames: readonly string[];
}

/**
 * Groups contracts in functions, each with the declarations that no other group uses.
 *
 * V8 skips a function that isn't called, in half the time that it takes to compile it. So the time of the start hardly depends on the contracts.
 *
 * @param contracts An expression for each operation.
 * @param declarations The declarations that contracts and declarations refer to.
 * @param events An expression for each event. Events have separate groups.
 */
export function groupContracts(
  contracts: readonly Code[],
  declarations: readonly Declaration[],
  events: readonly Code[] = [],
): ContractsText {
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  const ofOperations = inGroups(contracts);
  const groups = [...ofOperations, ...inGroups(events)];
  /** The group that uses a declaration, or -1 if there are several. */
  const owners = new Map<string, number>();
  for (const [group, codes] of groups.entries()) {
    const used = new Set(codes.flatMap(({ uses }) => uses));
    for (const name of used) {
      owners.set(name, owners.has(name) ? -1 : group);
      // The set grows during the loop.
      for (const other of byName.get(name)!.uses) used.add(other);
    }
  }
  const names = groups.map((_, i) => (i < ofOperations.length ? `contracts${i}` : `events${i - ofOperations.length}`));
  const shared: Declaration[] = [];
  const owned = groups.map((): Declaration[] => []);
  for (const declaration of declarations) {
    const owner = owners.get(declaration.name);
    if (owner !== undefined) (owned[owner] ?? shared).push(declaration);
  }
  return {
    shared: shared.map(deferred),
    groups: groups.map((codes, i) => groupText(names[i]!, owned[i]!, codes)),
    names: names.slice(0, ofOperations.length),
    eventNames: names.slice(ofOperations.length),
  };
}

function inGroups(codes: readonly Code[]): Code[][] {
  return Array.from({ length: Math.ceil(codes.length / GROUP_SIZE) }, (_, i) =>
    codes.slice(i * GROUP_SIZE, (i + 1) * GROUP_SIZE),
  );
}

function groupText(name: string, declarations: readonly Declaration[], contracts: readonly Code[]): string {
  const lines = contracts.map(({ text }) => `    () => (${text}),`);
  return [
    `function ${name}() {`,
    ...declarations.map(({ text }) => `  ${text}`),
    '  return [',
    ...lines,
    '  ];',
    '}',
  ].join('\n');
}

/** Turns a constant that is a function into one that creates it at the first call. */
function deferred({ name, text, made }: Declaration): string {
  return made === undefined ? text : `function ${name}(v, k) { return (${name}.made ??= ${made})(v, k); }`;
}
