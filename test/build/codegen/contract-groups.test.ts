import { describe, expect, it } from 'vitest';
import { constantFunction } from '../../../src/build/codegen/declaration.ts';
import { GROUP_SIZE, groupContracts } from '../../../src/build/codegen/manifest/contract-groups.ts';
import type { ContractCode } from '../../../src/shared/contract/manifest.ts';
import { createEntries } from '../../../src/shared/contract/manifest.ts';

describe('contracts in groups', () => {
  const contracts = Array.from({ length: GROUP_SIZE + 1 }, (_, i) =>
    i === 0
      ? { text: '{ input: [is_A, pick_B, parameter0()] }', uses: ['is_A', 'pick_B', 'parameter0'] }
      : i === GROUP_SIZE
        ? { text: '{ input: [pick_B] }', uses: ['pick_B'] }
        : { text: '{}', uses: [] },
  );
  const declarations = [
    { name: 'is_A', text: 'function is_A(v) { return is_A$2e$x(v) }', uses: ['is_A$2e$x'] },
    { name: 'is_A$2e$x', text: 'function is_A$2e$x(v) { return v === "A" }', uses: [] },
    { name: 'is_Unused', text: 'function is_Unused(v) { return is_A(v) }', uses: ['is_A'] },
    constantFunction('parameter0', 'once(() => ({ name: "a" }))', []),
    constantFunction('pick_B', 'pickObject((v) => ({ c: pick_C(v.c, "c") }))', ['pick_C']),
    constantFunction('pick_C', 'pickObject((v) => ({ d: v.d }))', []),
  ];
  const { shared, groups, names } = groupContracts(contracts, declarations);

  it('contracts in groups hold what only they use, and share the rest', () => {
    expect(names).toEqual(['contracts0', 'contracts1']);
    expect(groups[0]).toMatch(
      /^function contracts0\(\) \{\n {2}function is_A\(.*\n {2}function is_A\$2e\$x\(.*\n {2}const parameter0/,
    );
    expect(groups[0]!.match(/\(\) => \(\{/g)!.length).toBe(GROUP_SIZE + 1);
    expect(groups[1]).toBe('function contracts1() {\n  return [\n    () => ({ input: [pick_B] }),\n  ];\n}');
    expect(shared.map((text) => text.slice(0, 16))).toEqual(['function pick_B(', 'function pick_C(']);
    expect([...shared, ...groups].join('\n')).not.toContain('is_Unused');
  });

  it('create what they share once, at the first call', () => {
    const made: unknown[] = [];
    const pickObject = (copy: (v: unknown) => unknown) => (made.push(copy), (v: unknown, k: string) => [copy(v), k]);
    // oxlint-disable-next-line no-new-func -- the test runs what a bundle would contain
    const pick = new Function('pickObject', `${shared.join('\n')}; return pick_B;`)(pickObject) as (
      v: unknown,
      k?: string,
    ) => unknown;
    expect(made).toEqual([]);
    const picked = [{ c: [{ d: 1 }, 'c'] }, 'x'];
    expect([pick({ c: { d: 1 } }, 'x'), pick({ c: { d: 1 } }, 'x')]).toEqual([picked, picked]);
    expect(made.length).toBe(2);
  });
});

describe('entries', () => {
  it('create a group at its first use, and each contract once', () => {
    const log: string[] = [];
    const contract = (name: string) => (): Partial<ContractCode> => (log.push(name), { input: { parameters: [] } });
    const entries = createEntries({
      data: ['a', 'b', 'c'].map((id) => JSON.stringify({ id, method: 'GET', path: `/${id}`, names: [] })),
      handlers: [() => 1, () => 2, () => 3],
      middleware: [undefined, [() => 4], undefined],
      contracts: [
        () => (log.push('first'), [contract('a'), contract('b')]),
        () => (log.push('second'), [() => ({ picks: {} })]),
      ],
      size: 2,
    });
    expect(entries.map((entry) => entry.handler!(0, 0))).toEqual([1, 2, 3]);
    expect(entries.map((entry) => entry.middleware !== undefined)).toEqual([false, true, false]);
    expect(JSON.parse(JSON.stringify(entries[1]))).toEqual({
      id: 'b',
      method: 'GET',
      path: '/b',
      names: [],
      middleware: [null],
    });
    expect(log).toEqual([]);
    expect([entries[1]!.input, entries[1]!.picks, entries[1]!.input]).toEqual([
      { parameters: [] },
      undefined,
      { parameters: [] },
    ]);
    expect([entries[2]!.input, entries[2]!.picks, entries[0]!.responses]).toEqual([undefined, {}, undefined]);
    expect(log).toEqual(['first', 'b', 'second', 'a']);
  });
});
