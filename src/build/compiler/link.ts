import type { PathEffect } from '../../directives/directive-description.ts';
import { PATH_EFFECTS } from '../../directives/effects.ts';
import type { Operation, Schema } from '../../shared/contract/operation.ts';
import type { PagingLimits } from '../../shared/contract/list-contract.ts';
import { expandOr } from '../../shared/schema/expand.ts';
import { droppedFromBody } from '../../shared/schema/faces.ts';
import { isAny } from '../../shared/schema/object.ts';
import type { UsedNames } from './definitions/consistency.ts';
import { checkDefinitions, checkParts, checkUnused } from './definitions/consistency.ts';
import type { Definitions, DefinitionKind } from './definitions/collect.ts';
import { collectDefinitions, KINDS } from './definitions/collect.ts';
import { checkCycles } from './definitions/cycles.ts';
import { checkEndlessValues } from './definitions/endless-values.ts';
import type { FileDefinitions, SchemaDefinition } from './definitions/model.ts';
import type { Diagnostic, Report } from './diagnostics/diagnostic.ts';
import * as messages from './diagnostics/messages.ts';
import { nearest } from './diagnostics/report.ts';
import type { Declared } from './diagnostics/source.ts';
import type { Declarations } from './language/declared.ts';
import { checkOperations } from './operations/clashes.ts';
import type { ParsedEvent } from './events/parse-event.ts';
import type { CompiledEvent } from './events/resolve-event.ts';
import { resolveEvent } from './events/resolve-event.ts';
import type { DirectoryContract } from './operations/directory.ts';
import type { Inherited } from './operations/inherit.ts';
import { resolveDirectory } from './operations/inherit.ts';
import type { CompiledMiddleware } from './operations/middleware.ts';
import { isAround } from './operations/tree-files.ts';
import type { ParsedOperation } from './operations/parse.ts';
import type { CompiledOperation } from './operations/resolve.ts';
import { resolveOperation } from './operations/resolve.ts';
import type { CheckValue } from './operations/samples.ts';
import { checkSamples, createValueCheck } from './operations/samples.ts';
import { withWholeSchemas } from './language/whole-samples.ts';
import { examplesOf } from '../../shared/contract/operation.ts';

/** The definitions of all files, put together. */
export interface LinkedDefinitions {
  readonly definitions: Definitions;
  readonly limits: PagingLimits;
  /** The named schemas without type parameters, fully expanded. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly checkValue: CheckValue;
  readonly diagnostics: readonly Diagnostic[];
}

/** An operation with its definitions resolved, and the diagnostics of its own file. */
export interface LinkedOperation {
  readonly operation: CompiledOperation;
  readonly diagnostics: readonly Diagnostic[];
}

/** An event with its definitions resolved, and the diagnostics of its own file. */
export interface LinkedEvent {
  readonly event: CompiledEvent;
  readonly diagnostics: readonly Diagnostic[];
}

/** The contract of a directory with its definitions resolved, and the diagnostics of its own file. */
export interface LinkedDirectory {
  readonly inherited: Inherited;
  /** The contract of the directory around it. */
  readonly parent: Inherited | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The definitions that operations use, directly or through others. */
export interface DefinitionUse {
  /** The schemas in use. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Warnings about definitions that no operation uses; they hold if every file of the tree has an operation. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Names of definitions, by kind. */
export type Names = Readonly<Record<DefinitionKind, readonly string[]>>;

/**
 * Puts the definitions of all files together.
 *
 * @param builtIn The definitions that the compiler itself provides.
 * @param expanded Returns a schema that is already expanded, if there is one.
 */
export function linkDefinitions(
  files: readonly FileDefinitions[],
  builtIn: FileDefinitions,
  limits: PagingLimits,
  expanded: (definitions: Definitions) => (name: string) => Schema | undefined,
): LinkedDefinitions {
  return collectDiagnostics((report) => {
    const definitions = collectDefinitions(builtIn, files, report);
    checkDefinitions(definitions, report);
    const schemas = expandSchemas(definitions.schemas, report, expanded(definitions));
    const circular = checkCycles(schemas, definitions.schemas, report);
    checkEndlessValues(schemas, definitions.schemas, circular, report);
    for (const kind of KINDS)
      for (const { references } of definitions[kind].values()) checkParts(references, schemas, report);
    const checkValue = createValueCheck(schemas, (name) => definitions.schemas.get(name));
    for (const { samples } of files) checkSamples(samples, checkValue, report);
    return { definitions, limits, schemas, checkValue };
  });
}

/** Resolves the definitions that the contract of a directory names. */
export function linkDirectory(
  contract: DirectoryContract,
  parent: Inherited | undefined,
  linked: LinkedDefinitions,
): LinkedDirectory {
  return collectDiagnostics((report) => {
    const inherited = resolveDirectory(contract, parent, linked.definitions, report);
    checkDeclared(contract.declarations, linked, report);
    return { inherited, parent };
  });
}

/** Resolves the definitions that an operation names, and adds the contracts of its directories. */
export function linkOperation(
  parsed: ParsedOperation,
  inherited: Inherited | undefined,
  linked: LinkedDefinitions,
): LinkedOperation {
  return collectDiagnostics((report) => {
    const operation = resolveOperation(parsed, inherited, linked.definitions, linked.limits, report);
    const { samples } = parsed.declarations;
    const { content = [] } = operation.contract.body ?? {};
    const schemas = content.map(({ schema }) => schema);
    const beside = content.flatMap((one) => examplesOf(one).map((value) => [value, one.schema] as const));
    checkDeclared({ ...parsed.declarations, samples: withWholeSchemas(samples, schemas, beside) }, linked, report);
    checkBodyReads(parsed.bodyReads, operation.contract, linked, report);
    return { operation };
  });
}

/** Resolves the definitions that an event names. */
export function linkEvent(parsed: ParsedEvent, linked: LinkedDefinitions): LinkedEvent {
  return collectDiagnostics((report) => {
    const event = resolveEvent(parsed, linked.definitions, report);
    checkDeclared(parsed.declarations, linked, report);
    return { event };
  });
}

/** Reports reads of properties that requests never have. */
function checkBodyReads(
  reads: readonly Declared<string>[],
  contract: Operation,
  { schemas }: LinkedDefinitions,
  report: Report,
): void {
  if (reads.length === 0 || contract.body === undefined) return;
  const dropped = droppedFromBody(contract, schemas);
  for (const { value, at } of reads) if (dropped.includes(value)) report(messages.readOnlyInput(at, value));
}

function checkDeclared({ references, samples }: Declarations, linked: LinkedDefinitions, report: Report): void {
  checkParts(references, linked.schemas, report);
  checkSamples(samples, linked.checkValue, report);
}

/** Finds operations that conflict: the same method and path, or the same operationId. */
export function findClashes(operations: readonly CompiledOperation[]): readonly Diagnostic[] {
  return collectDiagnostics((report) => {
    checkOperations(operations, report);
    return {};
  }).diagnostics;
}

/** Finds the definitions that operations use, by the names in their comments. */
export function findUse(names: UsedNames, { definitions, schemas }: LinkedDefinitions): DefinitionUse {
  return collectDiagnostics((report) => {
    const used = checkUnused(definitions, names, report);
    return { schemas: new Map([...schemas].filter(([name]) => used.has(name))) };
  });
}

/** The definitions that a comment names. */
export function declaredNames({ references, parameterIncludes, responseIncludes }: Declarations): Names {
  return {
    schemas: references.map(({ name }) => name),
    parameters: parameterIncludes.map(({ value }) => value),
    responses: responseIncludes.map(({ value }) => value),
  };
}

/** The comments that an operation's contract is made of, outermost first. */
export function declarationsOf({ inherited, declarations }: CompiledOperation): Declarations[] {
  return [...(inherited?.contracts ?? []).map((contract) => contract.declarations), declarations];
}

/**
 * The names of definitions in the comments of all operations and events, and those that misspelled names probably mean. It runs at each edit in an editor, so it
 * makes no lists.
 */
export function usedNames(
  operations: readonly CompiledOperation[],
  events: readonly CompiledEvent[],
  definitions: Definitions,
): UsedNames {
  // The runtime sends problems even if no comment declares them.
  const used = { schemas: new Set(['Problem']), parameters: new Set<string>(), responses: new Set<string>() };
  const misspelled = { schemas: new Set<string>(), parameters: new Set<string>(), responses: new Set<string>() };
  const add = (kind: keyof Names, name: string): unknown => {
    if (definitions[kind].has(name)) return used[kind].add(name);
    if (misspelled[kind].has(name)) return undefined;
    misspelled[kind].add(name);
    const likely = nearest(name, [...definitions[kind].keys()]);
    return likely === undefined ? undefined : used[kind].add(likely);
  };
  const contracts = new Set<DirectoryContract>();
  const addAll = ({ references, parameterIncludes, responseIncludes }: Declarations): void => {
    for (const { name } of references) add('schemas', name);
    for (const { value } of parameterIncludes) add('parameters', value);
    for (const { value } of responseIncludes) add('responses', value);
  };
  for (const { inherited, declarations } of operations) {
    for (const contract of inherited?.contracts ?? []) contracts.add(contract);
    addAll(declarations);
  }
  for (const { declarations } of [...contracts, ...events]) addAll(declarations);
  return used;
}

function expandSchemas(
  definitions: Definitions['schemas'],
  report: Report,
  expanded: (name: string) => Schema | undefined,
): Map<string, Schema> {
  const find = (name: string): SchemaDefinition | undefined => definitions.get(name);
  const concrete = [...definitions.values()].filter((definition) => definition.typeParameters.length === 0);
  return new Map(
    concrete.map(({ name, schema, at, identified }) => {
      // A file of JSON Schema has no drafts.
      if (identified !== undefined) return [name, schema];
      const known = expanded(name);
      // A schema that was too large has become any value; it is reported each time.
      if (known !== undefined && !isAny(known)) return [name, known];
      return [name, expandOr(schema, find, () => report(messages.expandedTooFar(at, name)))];
    }),
  );
}

function collectDiagnostics<T>(work: (report: Report) => T): T & { readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  return { ...work((diagnostic) => diagnostics.push(diagnostic)), diagnostics };
}

/** The authorized form of operations, as of {@link affected}. */
const authorized = new WeakMap<CompiledOperation, CompiledOperation>();

/** Marks the operations that have a guard, their own or that of a directory. */
export function linkAuthorized(
  operations: readonly CompiledOperation[],
  middleware: readonly CompiledMiddleware[],
): readonly CompiledOperation[] {
  const guards = middleware.filter(({ guard }) => guard !== undefined);
  return operations.map((operation) => {
    const isGuarded = guards.some(({ directory }) => isAround(directory, operation.contract.id));
    if (operation.guard === undefined && !isGuarded) return operation;
    const known = authorized.get(operation);
    if (known !== undefined) return known;
    const made: CompiledOperation = { ...operation, contract: { ...operation.contract, authorized: true } };
    authorized.set(operation, made);
    return made;
  });
}

/** The forms of operations that directives of others on their path make, so that the same operation has the same one in the next run. */
const affected = new Map(PATH_EFFECTS.map((effect) => [effect, new WeakMap<CompiledOperation, CompiledOperation>()]));

/** Adds the effects of an operation's directives on the others of its path: the writes of a path are conditional if its GET has a tag. */
export function linkPaths(operations: readonly CompiledOperation[]): readonly CompiledOperation[] {
  return PATH_EFFECTS.reduce(linkPath, operations);
}

function linkPath(operations: readonly CompiledOperation[], effect: PathEffect): readonly CompiledOperation[] {
  const { isFrom, isTo, fields } = effect;
  const before = affected.get(effect);
  const paths = new Set(operations.filter(({ contract }) => isFrom(contract)).map(({ templateKey }) => templateKey));
  if (paths.size === 0) return operations;
  return operations.map((operation) => {
    if (!paths.has(operation.templateKey) || !isTo(operation.contract)) return operation;
    const known = before?.get(operation);
    if (known !== undefined) return known;
    const made: CompiledOperation = { ...operation, contract: { ...operation.contract, ...fields } };
    before?.set(operation, made);
    return made;
  });
}
