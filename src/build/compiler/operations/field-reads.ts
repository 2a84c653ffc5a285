import type { Operation, Parameter, SecurityRequirement } from '../../../shared/contract/operation.ts';
import { securityOf } from '../../../shared/contract/operation.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { FieldRead } from '../calls/context-uses.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { errorsIn } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { formatLocation } from '../diagnostics/source.ts';
import type { Guard } from './guard-export.ts';
import type { CompiledMiddleware, Wrapped } from './middleware.ts';
import { guardsOf, middlewareAround } from './middleware.ts';

/** A tree with all of its operations. */
interface Tree {
  readonly operations: readonly (Wrapped & {
    readonly contract: Operation;
    readonly guard: Guard | undefined;
    readonly handler: { readonly at: Location; readonly fieldReads: readonly FieldRead[] };
  })[];
  readonly middleware: readonly CompiledMiddleware[];
  readonly document: BaseDocument;
}

type VerifiedTree = Pick<Tree, 'document'> & { readonly operations: readonly { readonly contract: Operation }[] };

/** A read, and the contracts for which it runs. */
interface Read extends Run {
  readonly read: FieldRead;
}

interface Run {
  readonly contracts: Operation[];
  readonly security: SecurityRequirement[];
}

/**
 * Warns of reads of `ctx.auth`, `ctx.params` and `ctx.input` by a name that no operation requires or declares for which the function runs, in any version: a rule that
 * refuses some values would let everybody in.
 */
export function findUnsetReads(
  compilation: Tree & { readonly older?: readonly Tree[]; readonly diagnostics: readonly Diagnostic[] },
): Diagnostic[] {
  // A file with a mistake is not among the operations.
  if (errorsIn(compilation.diagnostics).length > 0) return [];
  const trees = [compilation, ...(compilation.older ?? [])];
  const found = new Map<string, Read>();
  const all: Run = { contracts: [], security: [] };
  for (const { operations, middleware, document } of trees)
    for (const operation of operations) {
      const required = securityOf(operation.contract, document);
      all.contracts.push(operation.contract);
      all.security.push(...required);
      const guards = guardsOf(operation, middleware);
      const around = middlewareAround(operation, middleware).flatMap((each) => each.parameterReads);
      for (const read of [...around, ...[operation.handler, ...guards].flatMap((each) => each.fieldReads)]) {
        const { contracts, security } = getOrAdd(found, formatLocation(read.at), () => ({
          read,
          contracts: [],
          security: [],
        }));
        contracts.push(operation.contract);
        security.push(...required);
      }
    }
  const hasSchemes = Object.keys(compilation.document.components?.securitySchemes ?? {}).length > 0;
  const passed = trees.flatMap(({ operations, document }) => {
    const files = new Set(operations.map(({ handler }) => handler.at.source.file));
    return operations.flatMap((each) => passedReads(each, files, hasSchemes ? document : undefined));
  });
  const unset = [...found.values()].flatMap((each) => {
    const { value, at } = each.read;
    if (isForOthers(each.read, all)) return [];
    if (value === 'auth') return hasSchemes ? [messages.authTest(at)] : [];
    return value.startsWith('auth.') ? unsetScheme(each, hasSchemes) : unsetParameter(each);
  });
  const reported = new Set(unset.map(({ at }) => formatLocation(at)));
  const spelled = trees.flatMap((tree) =>
    tree.operations.flatMap((operation) => spelledReads(operation, tree, reported)),
  );
  return [...unset, ...spelled, ...passed];
}

/**
 * Warns of the reads of parameters in verifiers that no operation has which requires their schemes, in any version.
 *
 * @param reads Of `ctx.params`, with the scheme of the verifier.
 */
export function unsetInVerifiers(
  reads: readonly (FieldRead & { readonly scheme: string })[],
  compilation: VerifiedTree & { readonly older?: readonly VerifiedTree[]; readonly diagnostics: readonly Diagnostic[] },
): Diagnostic[] {
  if (errorsIn(compilation.diagnostics).length > 0) return [];
  const operations = [compilation, ...(compilation.older ?? [])].flatMap((tree) =>
    tree.operations.map(({ contract }) => ({ contract, security: securityOf(contract, tree.document) })),
  );
  const all: Run = { contracts: operations.map(({ contract }) => contract), security: [] };
  const found = new Map<string, Read>();
  for (const read of reads) {
    const { contracts } = getOrAdd(found, formatLocation(read.at), (): Read => ({ read, contracts: [], security: [] }));
    for (const { contract, security } of operations)
      if (!contracts.includes(contract) && security.some((each) => Object.hasOwn(each, read.scheme)))
        contracts.push(contract);
  }
  return [...found.values()].flatMap((each) =>
    each.contracts.length === 0 || isForOthers(each.read, all) ? [] : unsetParameter(each),
  );
}

/** Whether a function can be for other operations or apps than those that it is called for: it reads another field in the same place that is set. */
function isForOthers({ value, among }: FieldRead, all: Run): boolean {
  return among !== undefined && [value, ...among].some((field) => isSameKind(field, value) && isKnown(field, all));
}

/**
 * The reads of headers in guards that an operation declares in another spelling than others.
 *
 * @param reported The locations of reads that no operation declares.
 */
function spelledReads(
  operation: Tree['operations'][number],
  { middleware }: Tree,
  reported: ReadonlySet<string>,
): Diagnostic[] {
  const { contract, handler } = operation;
  return guardsOf(operation, middleware)
    .flatMap(({ fieldReads }) => fieldReads)
    .filter(({ at, among }) => among === undefined && !reported.has(formatLocation(at)))
    .flatMap(({ value, at }) => {
      const [place, name] = isParameter(value) ? placeOf(value) : ['', ''];
      if (place !== 'header' || declares(contract, value)) return [];
      const own = contract.parameters.find((one) => one.in === place && one.name.toLowerCase() === name.toLowerCase());
      return own === undefined ? [] : [messages.otherHeader(handler.at, own.name, name, at)];
    });
}

/**
 * The reads of an `authorize` from another operation that are undefined in this one, although that has them: a parameter, and all schemes that it reads.
 *
 * @param files Those of operations. Functions elsewhere can be for several, and so can those of directories.
 * @param document Undefined if there are no security schemes.
 */
function passedReads(
  { contract, guard, handler }: Tree['operations'][number],
  files: ReadonlySet<string>,
  document: BaseDocument | undefined,
): Diagnostic[] {
  const { file } = handler.at.source;
  const reads = (guard?.fieldReads ?? []).filter(
    ({ at: { source }, among }) => among === undefined && source.file !== file && files.has(source.file),
  );
  const schemes = reads.filter(({ value }) => value.startsWith('auth.'));
  const security = document === undefined ? [] : securityOf(contract, document);
  const isAuthenticated = schemes.some(({ value }) => security.some((each) => value.slice('auth.'.length) in each));
  const unset = document === undefined || isAuthenticated ? [] : schemes;
  return [...reads.filter(({ value }) => isParameter(value) && !declares(contract, value)), ...unset].map(
    ({ value, at }) => messages.passedRead(guard!.at.source.file === file ? guard!.at : handler.at, value, at),
  );
}

/** Whether a field is that of a parameter: `input.path.id`, and not `auth.token`. */
export function isParameter(field: string): boolean {
  return !/^auth(?:\.|$)/.test(field);
}

/** Whether an operation has the parameter of a field: `input.path.id`, or `params.id`. */
export function declares(contract: Pick<Operation, 'parameters'>, field: string): boolean {
  return parametersOf(contract, field).length > 0;
}

/** The parameters of an operation that a field is: one, or none. */
export function parametersOf({ parameters }: Pick<Operation, 'parameters'>, field: string): Parameter[] {
  const [place, name] = placeOf(field);
  return parameters.filter((one) => one.in === place && one.name === name);
}

/** Whether two fields are in the same place: `params.id` and `params.orgId`. */
function isSameKind(one: string, other: string): boolean {
  const place = /^.*\./;
  return one.match(place)?.[0] === other.match(place)?.[0];
}

/** Whether one of some operations has a field: `auth.token`, or `input.path.id`. */
function isKnown(field: string, { contracts, security }: Run): boolean {
  if (field.startsWith('auth.')) return security.some((each) => Object.hasOwn(each, field.slice('auth.'.length)));
  return isParameter(field) && contracts.some((each) => declares(each, field));
}

function placeOf(field: string): [place: string, name: string] {
  const [, place = 'path', name = ''] = /^(?:input\.(\w+)|params)\.(.*)$/s.exec(field)!;
  return [place, name];
}

function unsetScheme({ read: { value, at }, contracts, security }: Read, hasSchemes: boolean): Diagnostic[] {
  const scheme = value.slice('auth.'.length);
  const required = [...new Set(security.flatMap((requirement) => Object.keys(requirement)))];
  // Without schemes, middleware of the app can set the field.
  const isOwn = required.length === 0 && !hasSchemes;
  return isOwn || required.includes(scheme) ? [] : [messages.unsetAuth(at, scheme, required, contracts.length)];
}

function unsetParameter({ read: { value, at }, contracts }: Read): Diagnostic[] {
  // Names of headers are read as they are declared.
  const [place, name] = placeOf(value);
  const names = contracts
    .flatMap(({ parameters }) => parameters.filter((one) => one.in === place))
    .map((one) => one.name);
  return contracts.some((each) => declares(each, value))
    ? []
    : [messages.unsetInput(at, { field: value, place, name }, [...new Set(names)], contracts.length)];
}
