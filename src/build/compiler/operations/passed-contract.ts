import { internal as internalDirective } from '../../../directives/internal/describe-internal.ts';
import { since as sinceDirective } from '../../../directives/since/describe-since.ts';
import { operationId as idDirective } from '../../../directives/texts/operation-id.ts';
import { summary as summaryDirective } from '../../../directives/texts/summary.ts';
import { tool as toolDirective } from '../../../directives/tool/describe-tool.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared } from '../diagnostics/source.ts';
import type { DeclaredParameter, Declarations } from '../language/declared.ts';
import type { Described } from '../language/described.ts';
import { declaredValues } from '../language/described.ts';
import { isWholeBody } from './body-groups.ts';
import { checkParsedBodies } from './context-reads.ts';
import { contractFrame } from './contract-frame.ts';
import type { DirectoryContract } from './directory.ts';
import { mayBePassedOn } from './handler.ts';
import { checkImportedGuards } from './ineffective-guards.ts';
import type { MiddlewareResult } from './middleware.ts';
import { isAround } from './tree-files.ts';
import type { Modules } from './module-reader.ts';
import { BODY_METHODS } from './parameters.ts';
import type { ParsedOperation, ParseResult } from './parse.ts';
import type { Origin } from './passed-from.ts';
import { possibleOriginsOf } from './passed-from.ts';
import { passGuards } from './passed-guards.ts';
import { checkUnreadCalls } from './unread-calls.ts';
import type { ShownValue } from '../module/value.ts';
import { ALL } from '../module/value.ts';

/** The operations whose handlers others pass on, and so their contracts: by the path of the file that passes it on. */
export type PassedContracts = ReadonlyMap<string, PassedContract>;

interface PassedContract {
  readonly other: ParsedOperation;
  /** The specifier that leads to its file. */
  readonly from: string;
}

/** An operation that passes on another one, with its own lines alone. */
export interface PassedOperation {
  readonly operation: ParsedOperation;
  /** The path of the other one. */
  readonly other: string;
  /** The specifier that leads to its file. */
  readonly from: string;
}

/**
 * Completes the operations that pass on functions of other files: see {@link passGuards} and {@link passContracts}. Reports calls of other files' guards that
 * refuse nothing.
 *
 * @returns The operations, and those of them that have the lines of others.
 */
export function passOthers(
  {
    wrapping,
    parsed,
    replaced,
  }: {
    readonly wrapping: readonly MiddlewareResult[];
    readonly parsed: readonly ParseResult[];
    readonly replaced: readonly ParseResult[];
  },
  modules: Modules,
  report: Report,
): { readonly found: ParsedOperation[]; readonly others: readonly PassedOperation[] } {
  const passed = findPassed({ parsed, replaced }, modules, report);
  const guarded = passGuards({ wrapping, parsed }, passed, modules, report);
  checkUnreadCalls(wrapping, guarded, modules, report);
  checkImportedGuards([...wrapping, ...parsed.flatMap(({ operation }) => operation ?? [])], modules, report);
  checkParsedBodies(usingContext(wrapping, guarded), modules, report);
  const others = guarded.flatMap((operation): PassedOperation[] => {
    const found = passed.get(operation.path);
    return found === undefined ? [] : [{ operation, other: found.other.path, from: found.from }];
  });
  const contracts = wrapping.flatMap(({ contract }) => contract ?? []);
  return { found: passContracts(guarded, passed, contracts, report), others };
}

/** The functions of operations and `_middleware` files that get the context. */
function usingContext(wrapping: readonly MiddlewareResult[], operations: readonly ParsedOperation[]): ShownValue[] {
  const guards = [...wrapping.map(({ middleware }) => middleware?.guard), ...operations.map(({ guard }) => guard)];
  return [
    ...wrapping.flatMap(({ using = [] }) => using),
    ...operations.map(({ handler }) => ({ source: handler.at.source, value: handler.value })),
    ...guards.flatMap((each) => (each?.value === undefined ? [] : [{ source: each.at.source, value: each.value }])),
  ];
}

/**
 * Finds the files that are another operation in another place: `export { default } from './other.ts'`, where the other file is an operation and this is
 * its handler. Helpers between them pass it on too. A handler that the text does not show may be any operation that the file imports.
 */
function findPassed(
  { parsed, replaced }: { readonly parsed: readonly ParseResult[]; readonly replaced: readonly ParseResult[] },
  modules: Modules,
  report: Report,
): PassedContracts {
  const operations = parsed.flatMap(({ operation }) => operation ?? []);
  if (!operations.some(({ handler }) => mayBePassedOn(handler))) return new Map();
  const gone = new Set(replaced.flatMap(({ operation }) => operation ?? []));
  const handlerOf = handlersOf([...gone, ...operations]);
  return new Map(
    operations.flatMap(({ path, handler }) => {
      if (!mayBePassedOn(handler)) return [];
      const isOther = (origin: Origin): boolean => ![undefined, path].includes(handlerOf(origin)?.path);
      const origins = possibleOriginsOf(handler.at.source.file, handler.exportName, modules, isOther).filter(isOther);
      const [first, ...more] = origins;
      if (first === undefined) return [];
      const other = handlerOf(first)!;
      if (gone.has(other)) {
        report(messages.passedReplaced(handler.at, first.from));
        return [];
      }
      const second = more.find((each) => handlerOf(each) !== other);
      if (second !== undefined) report(messages.passedSeveral(handler.at, first.from, second.from));
      return [[path, { other, from: first.from }] as const];
    }),
  );
}

/** Finds the operation whose handler an origin is. */
export function handlersOf(operations: readonly ParsedOperation[]): (origin: Origin) => ParsedOperation | undefined {
  const byFile = new Map(operations.map((operation) => [operation.handler.at.source.file, operation]));
  return ({ found, names }) => {
    const other = found === undefined || found === 'package' ? undefined : byFile.get(found.file);
    return names[0] === ALL || other?.handler.exportNames.includes(names.join('.')) === true ? other : undefined;
  };
}

/**
 * Gives the operations that pass on others the contracts of these, under their own lines, and their `authorize`. The comment of a file that passes on a
 * function of any other module is its own.
 *
 * @returns The operations, each with its whole contract.
 */
function passContracts(
  operations: readonly ParsedOperation[],
  passed: PassedContracts,
  contracts: readonly DirectoryContract[],
  report: Report,
): ParsedOperation[] {
  const byPath = new Map(operations.map((operation) => [operation.path, operation]));
  const complete = (operation: ParsedOperation, seen: ReadonlySet<string>): ParsedOperation => {
    const target = passed.get(operation.path);
    const other = target && byPath.get(target.other.path);
    if (other === undefined || seen.has(other.path)) return operation;
    const whole = complete(other, new Set([...seen, other.path]));
    return withContract(operation, whole, carried(operation, whole, contracts));
  };
  return operations.map((operation) => {
    const made = complete(operation, new Set([operation.path]));
    const { other, from } = passed.get(operation.path) ?? {};
    if (made !== operation) checkPassed(operation, complete(other!, new Set()), from!, report);
    else if (isBare(operation)) {
      const { handler, route } = operation;
      report(messages.missingContract(handler.at, contractFrame(route.method?.value, route.template.names)));
    }
    return made;
  });
}

/** Whether a file passes on a function, and has no comment. */
function isBare({ handler }: ParsedOperation): boolean {
  return mayBePassedOn(handler) && handler.comment === undefined;
}

/** Reports an operation that has no separate name, and one with other path parameters. */
function checkPassed(operation: ParsedOperation, other: ParsedOperation, from: string, report: Report): void {
  const { handler, route, declarations } = operation;
  const [names, others] = [route.template.names, other.route.template.names];
  if ([...names].sort().join('/') !== [...others].sort().join('/'))
    report(messages.passedParameters(handler.at, from, others, route.template.text));
  const id = idOf(other);
  if (id !== undefined && declaredValues(declarations.described, idDirective).length === 0)
    report(messages.passedId(handler.at, handler.comment?.at, id));
}

function idOf({ handler, declarations }: ParsedOperation): string | undefined {
  return declaredValues(declarations.described, idDirective)[0]?.value ?? handler.name;
}

/** The operations with the contracts of others, so that the same two have the same one in the next run. */
const completed = new WeakMap<
  ParsedOperation,
  { readonly other: ParsedOperation; readonly along: Described; readonly made: ParsedOperation }
>();

function withContract(operation: ParsedOperation, other: ParsedOperation, along: Described): ParsedOperation {
  const known = completed.get(operation);
  if (known?.other === other && isSameDescribed(known.along, along)) return known.made;
  const { guard } = other;
  const made: ParsedOperation = {
    ...operation,
    handler: { ...operation.handler, fieldReads: other.handler.fieldReads },
    guard: operation.guard ?? (guard && { isCommonJs: other.handler.isCommonJs, ...guard, typedAs: [] }),
    declarations: under(operation, other, along),
  };
  completed.set(operation, { other, along, made });
  return made;
}

function isSameDescribed(one: Described, other: Described): boolean {
  return one.size === other.size && [...one].every(([row, lines]) => other.get(row) === lines);
}

/** The lines of directories that hide an operation or limit where it is served. */
const CARRIED = [internalDirective, sinceDirective];

/** Those lines of the other operation's directories, unless directories around both, or around the operation itself, have them. */
function carried(
  { path }: ParsedOperation,
  { path: other }: ParsedOperation,
  contracts: readonly DirectoryContract[],
): Described {
  return new Map(
    CARRIED.flatMap((row) => {
      const having = contracts.filter(({ declarations }) => declarations.described.has(row));
      if (having.some(({ directory }) => isAround(directory, path))) return [];
      const from = having.findLast(({ directory }) => isAround(directory, other));
      return from === undefined ? [] : [[row, from.declarations.described.get(row)!] as const];
    }),
  );
}

/** The lines of an operation over those of another one. */
function under({ declarations: own, route }: ParsedOperation, other: ParsedOperation, along: Described): Declarations {
  const { declarations: outer } = other;
  const [method] = own.methods.length > 0 || route.method !== undefined ? [] : [other.route.method];
  const hasBody = own.consumes.length > 0 || own.parameters.some(({ value }) => isWholeBody(value));
  const methodOf = route.method?.value ?? own.methods[0]?.value ?? method?.value ?? outer.methods[0]?.value ?? 'GET';
  const isOfBody = ({ in: place, name }: DeclaredParameter): boolean =>
    place === 'body' ||
    (place === undefined && !route.template.names.includes(name) && BODY_METHODS.includes(methodOf));
  const parameters = hasBody ? outer.parameters.filter(({ value }) => !isOfBody(value)) : outer.parameters;
  const sets = new Set(own.listSets.map(({ value }) => value.set));
  const statuses = new Set(own.responses.map(({ value }) => value.status));
  return {
    description: own.description ?? outer.description,
    methods:
      own.methods.length > 0 || route.method !== undefined ? own.methods : [...(method ? [method] : outer.methods)],
    parameters: [
      ...parameters.filter((one) => !own.parameters.some((each) => isSameName(each, one))),
      ...own.parameters,
    ],
    parameterIncludes: distinct(outer.parameterIncludes, own.parameterIncludes),
    listSets: [...outer.listSets.filter(({ value }) => !sets.has(value.set)), ...own.listSets],
    responses: [...own.responses, ...outer.responses.filter(({ value }) => !statuses.has(value.status))],
    responseIncludes: distinct(outer.responseIncludes, own.responseIncludes),
    untyped: own.untyped,
    headers: [...outer.headers.filter((one) => !own.headers.some((each) => isSameHeader(each, one))), ...own.headers],
    described: describedUnder(own, outer, along),
    security: own.security.length > 0 ? own.security : outer.security,
    consumes: hasBody ? own.consumes : outer.consumes,
    produces: own.produces.length > 0 ? own.produces : outer.produces,
    extensions: [
      ...outer.extensions.filter(({ value: [name] }) => !own.extensions.some(({ value }) => value[0] === name)),
      ...own.extensions,
    ],
    references: [...outer.references, ...own.references],
    samples: [...outer.samples, ...own.samples],
  };
}

/**
 * The operation's own directives replace the same ones of the other. A name belongs to one operation only, and so does a tool: an operation becomes one only if
 * its comment declares it.
 */
function describedUnder(own: Declarations, outer: Declarations, along: Described): Described {
  const merged = new Map([...along, ...outer.described]);
  const isTool = declaredValues(outer.described, toolDirective).some(({ value }) => value !== 'none');
  for (const row of [
    idDirective,
    ...(isTool ? [toolDirective] : []),
    ...(own.description === undefined ? [] : [summaryDirective]),
  ])
    merged.delete(row);
  return new Map([...merged, ...own.described]);
}

function isSameName({ value: a }: Declared<DeclaredParameter>, { value: b }: Declared<DeclaredParameter>): boolean {
  return a.name === b.name && (a.in === undefined || b.in === undefined || a.in === b.in);
}

function isSameHeader(
  { value: a }: { readonly value: { readonly name: string } },
  { value: b }: { readonly value: { readonly name: string } },
): boolean {
  return a.name.toLowerCase() === b.name.toLowerCase();
}

function distinct(outer: readonly Declared<string>[], own: readonly Declared<string>[]): readonly Declared<string>[] {
  return [...outer.filter(({ value }) => !own.some((each) => each.value === value)), ...own];
}
