import type { OpenStream, OperationInput, ResponseCheck, ResponsePicks } from './enforcement.ts';
import type { AnyHandler, OperationEntry } from './operation.ts';

/** The plain data of an operation entry. */
export type EntryData = Omit<
  OperationEntry,
  'handler' | 'load' | 'input' | 'picks' | 'responses' | 'middleware' | 'openStream'
>;

/** The parts of an operation entry that are code. */
export type ContractCode = Pick<OperationEntry, 'input' | 'picks' | 'responses'>;

/** The operations of a manifest. All lists have the same order. */
export interface GeneratedEntries {
  /** The JSON text of each operation's {@link EntryData}. */
  readonly data: readonly string[];
  readonly handlers?: readonly AnyHandler[];
  readonly loads?: readonly (() => Promise<AnyHandler>)[];
  readonly middleware?: readonly (readonly AnyHandler[] | undefined)[];
  /** Present if one of the operations is a stream. */
  readonly openStream?: OpenStream;
  /** Functions that return the contracts of the next operations, `size` of them each. */
  readonly contracts: readonly (() => readonly (() => ContractCode)[])[];
  readonly size: number;
}

/** Creates the entries of a manifest. */
export function createEntries({
  data,
  handlers,
  loads,
  middleware,
  openStream,
  contracts,
  size,
}: GeneratedEntries): OperationEntry[] {
  const groups: (readonly (() => ContractCode)[])[] = [];
  const contractOf = (index: number): ContractCode => {
    const group = Math.floor(index / size);
    return (groups[group] ??= contracts[group]!())[index % size]!();
  };
  return data.map((text, index) => {
    const entry = JSON.parse(text) as EntryData;
    return Object.assign(
      new LazyContract(() => contractOf(index)) as ContractCode,
      entry,
      { handler: handlers?.[index] },
      loads && { load: loads[index]! },
      middleware?.[index] && { middleware: middleware[index] },
      entry.stream && openStream && { openStream },
    );
  });
}

/** A contract that is created when it is first read: V8 compiles a function when it is called. */
class LazyContract {
  readonly #create: () => ContractCode;
  #contract: ContractCode | undefined;

  constructor(create: () => ContractCode) {
    this.#create = create;
  }

  get input(): OperationInput | undefined {
    return (this.#contract ??= this.#create()).input;
  }

  get picks(): ResponsePicks | undefined {
    return (this.#contract ??= this.#create()).picks;
  }

  get responses(): (() => readonly ResponseCheck[]) | undefined {
    return (this.#contract ??= this.#create()).responses;
  }
}
