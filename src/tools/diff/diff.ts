import { routeOf } from '../../shared/contract/operation.ts';
import type { Severity } from '../../shared/comparison/checks.ts';
import { SEVERITIES, severityOf } from '../../shared/comparison/checks.ts';
import type { ContractPart } from '../openapi/compare/contract.ts';
import { compareOperations } from '../openapi/compare/operations/operations.ts';
import type { Found } from '../openapi/compare/operations/found.ts';
import type { Finding, LocatedContract, Witness } from './finding.ts';
import type { Severities } from './severities.ts';
import { findSeverity } from './severities.ts';
import type { Witnesses } from './witness/witness.ts';
import { createWitnesses } from './witness/witness.ts';

/** How to compare. */
export interface DiffOptions {
  /** Severities by the name of a check; they override the published ones. */
  readonly severities?: Severities;
  /** The date that a removal is compared with (default: now). */
  readonly today?: Date;
}

/** A change, with its witness if a request showed it. */
type Judged = Found & { readonly witness?: Witness };

/**
 * Compares two contracts, and lists the differences: breaks first, then by operation.
 *
 * A change in a named schema is one finding for all operations that use it. A warning with a witness is a proven break, so it is an error.
 *
 * @example diffContracts(main, now)[0]?.id // 'new-required-request-parameter'
 */
export function diffContracts(before: LocatedContract, after: LocatedContract, options: DiffOptions = {}): Finding[] {
  const { severities = new Map(), today = new Date() } = options;
  const { scope, pairs, changes } = compareOperations(before, after, today);
  const witnesses = createWitnesses(scope);
  const isReported = (change: Found): boolean => settingOf(severities, change, operationOf(change)) !== 'none';
  // The breaks that no rule knows have their witness already.
  const discovered = pairs.flatMap(([pair, known]) => witnesses.discover(pair, known));
  const groups = new Map<string, Judged[]>();
  for (const change of [...changes, ...discovered].filter(isReported)) {
    const key = changeKey(change);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  const findings = [...groups.values()].map((group) =>
    toFinding(group, witnessOf(group, witnesses), before, after, severities),
  );
  return mergeShared(findings).sort((a, b) => rank(a) - rank(b));
}

/** Merges the findings of a part that operations share, such as a parameter: the same change at the same place. */
function mergeShared(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const { id, message, operations, before, after } = finding;
    const places = [before, after].map((at) => at && [at.source.file, at.span.start, at.span.end]);
    const key = JSON.stringify([id, message, ...(before === undefined && after === undefined ? operations : places)]);
    const first = merged.get(key);
    if (first === undefined) merged.set(key, finding);
    else {
      const [one, other] = [first, finding].toSorted((a, b) => rank(a) - rank(b)) as [Finding, Finding];
      const witness = one.witness ?? other.witness;
      const all = [...new Set([...first.operations, ...operations])];
      merged.set(key, { ...one, operations: all, ...(witness !== undefined && { witness }) });
    }
  }
  return [...merged.values()];
}

function rank({ severity }: Finding): number {
  return SEVERITIES.indexOf(severity);
}

/** The first witness of some changes, which are the same in several operations. */
function witnessOf(group: readonly Judged[], witnesses: Witnesses): Witness | undefined {
  for (const change of group) {
    const isSearched =
      change.refuses === true || ((change.severity ?? severityOf(change.id)) !== 'info' && change.widens !== true);
    const witness = change.witness ?? (isSearched ? witnesses.find(change) : undefined);
    if (witness !== undefined) return witness;
  }
  return undefined;
}

/** A change in a named schema is the same for all operations with the same direction. */
function changeKey(change: Judged): string {
  const { id, direction, part, message } = change;
  const { definition } = part;
  if (definition !== undefined) return JSON.stringify([id, direction, definition, message]);
  return JSON.stringify([id, operationOf(change), part, message]);
}

function toFinding(
  group: readonly Judged[],
  witness: Witness | undefined,
  before: LocatedContract,
  after: LocatedContract,
  severities: Severities,
): Finding {
  const [first] = group as [Judged];
  const operations = [...new Set(group.map(operationOf))];
  const severityIn = (operation: string) => settingOf(severities, first, operation) ?? published(group, witness);
  const levels = operations.map(severityIn);
  const locate = (contract: LocatedContract, operation: Found['before']): Finding['before'] =>
    operation && contract.locate({ ...first.part, operation } as ContractPart);
  const [old, now] = [locate(before, first.before), locate(after, first.after)];
  return {
    id: first.id,
    severity: SEVERITIES.find((level) => levels.includes(level))!,
    direction: first.direction,
    message: first.message,
    operations: operations.filter((operation) => operation !== ''),
    ...(first.widens === true && { widensAccess: true }),
    ...(old !== undefined && { before: old }),
    ...(now !== undefined && { after: now }),
    ...(witness !== undefined && { witness }),
  };
}

/** The operation of a change, as reports name it; empty for a change of an authentication scheme. */
function operationOf({ after, before }: Found): string {
  const operation = after ?? before;
  return operation === undefined ? '' : routeOf(operation);
}

/** The severity that a project has set. Wider access can only be accepted by operation, so that no setting for all of them hides it. */
function settingOf(severities: Severities, { id, widens }: Found, operation: string): ReturnType<typeof findSeverity> {
  return widens === true && typeof severities.get(id) !== 'object'
    ? undefined
    : findSeverity(severities, id, operation);
}

/**
 * The published severity. Wider access is an error, and so is a refused request, regardless of the severity of the check. So is a property that an event has
 * lost: its receivers can't request it.
 */
function published(group: readonly Judged[], witness: Witness | undefined): Severity {
  const [{ id, refuses, widens, severity }] = group as [Judged];
  if (id === 'response-optional-property-removed' && group.some(({ before }) => before?.event !== undefined))
    return 'error';
  return refuses === true || widens === true || witness !== undefined ? 'error' : (severity ?? severityOf(id)!);
}
