import type { Location } from '../../build/compiler/diagnostics/source.ts';
import type { Severity } from '../../shared/comparison/checks.ts';
import type { Contract, Direction, ContractPart } from '../openapi/compare/contract.ts';

/** A contract with the lines that declare it. */
export interface LocatedContract extends Contract {
  /** Finds where a part is declared. */
  readonly locate: (part: ContractPart) => Location | undefined;
  /** The parts left out when it was read, one sentence each. */
  readonly notes?: readonly string[];
}

/** A difference between two contracts. */
export interface Finding {
  /** The name of a check of oasdiff, or one of the same form. */
  readonly id: string;
  readonly severity: Severity;
  readonly direction: Direction;
  /** A sentence, without the operation. */
  readonly message: string;
  /** The operations that have it: `GET /pets`. Empty for a change of an authentication scheme. */
  readonly operations: readonly string[];
  /** Set if more clients can call the operations than before. */
  readonly widensAccess?: true;
  /** The location in the baseline, and the one now. Absent if the part does not exist there. */
  readonly before?: Location;
  readonly after?: Location;
  readonly witness?: Witness;
}

/** A request that the baseline accepts and the new contract refuses. */
export interface Witness {
  readonly curl: string;
  /** The reason of the refusal. */
  readonly reason: string;
}
