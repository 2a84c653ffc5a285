import type { Compilation, CompiledOperation } from '../../compiler/compile.ts';
import type { FeatureName } from '../../contract/features.ts';
import type { ContractCode, EntryData, Manifest } from '../../contract/manifest.ts';
import { contractsOf } from '../../compiler/compile.ts';
import { PROBLEM } from '../../schema/problem.ts';
import type { Operation, Schema } from '../../contract/operation.ts';
import type { CompiledMiddleware } from '../../compiler/operations/middleware.ts';
import { resolverOf } from '../../schema/references.ts';
import type { FacesCache } from '../../schema/faces.ts';
import { droppedBy, renewFaces } from '../../schema/faces.ts';
import type { PicksText } from '../picks/index.ts';
import { problemPick, responsePicks, Schemas } from '../picks/index.ts';
import { entryOf, problemFormat, usedSchemes } from './entry.ts';
import { FEATURE_NAMES, FEATURES } from './feature-table.ts';
import { isIdentifier } from '../identifier.ts';
import { literal, quoteJson } from '../literal.ts';
import { GROUP_SIZE, groupContracts } from './contract-groups.ts';
import { printRoutes, routeTables } from './routes.ts';
import type { MiddlewareText } from './middleware.ts';
import { middlewareText } from './middleware.ts';
import type { InputText, SharedCache, Uses } from '../validators/index.ts';
import {
  createSharedCache,
  createUses,
  inputText,
  isSameInput,
  responsesText,
  shareInputs,
} from '../validators/index.ts';

/** Options of {@link generateManifest}. */
export interface ManifestOptions {
  /** Whether `/pets/` and `/pets` are different paths. */
  readonly strict: boolean;
  /** Whether to import a handler's module at its first request. */
  readonly lazy: boolean;
  /** Resolves a module of this package, by its path below `src`: `validation/index`. */
  readonly helperOf: (path: string) => string;
  /** Resolves the module of a handler. */
  readonly moduleOf: (operation: CompiledOperation) => string;
  /** Resolves the module of a `_middleware` file. */
  readonly middlewareModuleOf: (middleware: CompiledMiddleware) => string;
  /** Whether the manifest is for the dev server. */
  readonly isDev?: boolean;
  /** Whether operations have only their data, because the dev server loads their code on demand. */
  readonly onDemand?: boolean;
  /** Whether to include response schemas (default: false, because they increase the bundle size). */
  readonly responses?: boolean;
  /** A cache of generated text. Use one cache per set of options. */
  readonly cache?: ManifestCache;
}

/** Generated text of previous calls. */
export interface ManifestCache {
  /** The texts of each operation, independent of its index. */
  readonly data: WeakMap<CompiledOperation, DataText>;
  readonly code: WeakMap<CompiledOperation, CodeText>;
  /** The latest input text, by operation id. */
  readonly inputs: Map<string, InputText | undefined>;
  readonly shared: SharedCache;
  routes: { readonly key: string; readonly text: string } | undefined;
  problem: PicksText | undefined;
  faces: FacesCache | undefined;
}

/** The text of an operation's data. */
interface DataText {
  readonly entry: EntryData;
  readonly text: string;
}

/** The text of an operation's code. */
interface CodeText {
  /** The faces that it was written by. */
  readonly faced: Operation;
  /** The export name of the handler. */
  readonly exportName: string;
  /** The module of the handler, as a string literal. */
  readonly module: string;
  readonly input: InputText | undefined;
  readonly picks: PicksText | undefined;
  /** The response schemas, with the helpers that they use. */
  readonly responses: { readonly text: string; readonly uses: Uses } | undefined;
  readonly contract: string;
  /** The names of properties that do not travel, for the warnings of the checks. */
  readonly dropped: string | undefined;
}

/** Creates an empty cache. */
export function createManifestCache(): ManifestCache {
  return {
    data: new WeakMap(),
    code: new WeakMap(),
    inputs: new Map(),
    shared: createSharedCache(),
    routes: undefined,
    problem: undefined,
    faces: undefined,
  };
}

/**
 * Generates the module `virtual:operations`. Its default export is the manifest, and `metadata` has the contracts.
 *
 * The text does not depend on the order in which the disk lists files.
 *
 * @throws {TypeError} If a contract contains a value that cannot be written as code.
 */
export function generateManifest(compilation: Compilation, options: ManifestOptions): string {
  const { operations, document } = compilation;
  const cache = options.cache ?? createManifestCache();
  const loaded = options.onDemand === true ? [] : operations;
  cache.faces = renewFaces(cache.faces, contractsOf({ ...compilation, operations: loaded }), compilation.schemas);
  const { operations: faced, schemas } = cache.faces.faced;
  const analyzed = new Schemas(resolverOf(schemas));
  const data = operations.map((operation) => dataText(operation, document, options, cache));
  const undeclared = data.length === 0 ? undefined : undeclaredPick(schemas.get('Problem') ?? PROBLEM, analyzed, cache);
  const code = loaded.map((operation, i) => codeText(operation, faced[i]!, analyzed, options, cache));
  const ids = loaded.map((operation) => operation.contract.id);
  const middleware = middlewareText(ids, compilation.middleware, options.middlewareModuleOf);
  const shared = shareInputs(
    code.map((text) => text.input),
    usesOf(code, undeclared),
    schemas,
    options.helperOf(VALIDATION),
    cache.shared,
  );
  const contracts = groupContracts(
    code.map((text, i) => contractText(text, shared.inputs[i])),
    shared.declarations,
  );
  const features = usedFeatures(data);
  const fields: Texts<Manifest> = {
    version: '1',
    isDev: options.isDev === true ? 'true' : undefined,
    strict: String(options.strict),
    operations: entriesText(data, code, contracts.names, middleware, options),
    features: features.length === 0 ? '{}' : `{ ${features.join(', ')} }`,
    pickProblem: undeclared?.text,
    problem: literalOf(problemFormat(compilation)),
    securitySchemes: literalOf(usedSchemes(contractsOf(compilation), document)),
    routes: routesText(operations, cache),
  };
  return [
    ...(data.length === 0 ? [] : [`import { createEntries } from ${JSON.stringify(options.helperOf(VALIDATION))};`]),
    ...shared.imports,
    ...features.map((name) => `import { ${name} } from ${JSON.stringify(options.helperOf(FEATURES[name].module))};`),
    ...(options.lazy ? [] : code.map(importText)),
    ...middleware.imports,
    '',
    ...middleware.declarations,
    ...(middleware.declarations.length > 0 ? [''] : []),
    'export default {',
    ...fieldsText(fields).map((field) => `  ${field},`),
    '};',
    '',
    ...contracts.groups.flatMap((text) => [text, '']),
    ...contracts.shared,
    ...(contracts.shared.length > 0 ? [''] : []),
    'export const metadata = [',
    ...code.map((text) => text.contract),
    '];',
    '',
  ].join('\n');
}

function usesOf(code: readonly CodeText[], undeclared: PicksText | undefined): Uses[] {
  const all = [...code.flatMap(({ responses, picks }) => [responses, picks]), undeclared];
  return all.flatMap((text) => text?.uses ?? []);
}

/** The module of the validation layer. */
const VALIDATION = 'validation/index';

/** The features of the operations, in the order of the table. */
function usedFeatures(data: readonly DataText[]): FeatureName[] {
  const used = new Set(data.flatMap(({ entry }) => entry.features ?? []));
  return FEATURE_NAMES.filter((name) => used.has(name));
}

/** An expression for each key of a type; undefined for those that are omitted. */
type Texts<T> = { readonly [Key in keyof T]: string | undefined };

/** The properties of an object literal. */
function fieldsText<T>(texts: Texts<T>): string[] {
  return Object.entries<string | undefined>(texts).flatMap(([key, text]) =>
    text === undefined ? [] : [text === key ? key : `${key}: ${text}`],
  );
}

/** A literal of a value; undefined if it is undefined or empty. */
function literalOf(value: object | undefined): string | undefined {
  return value === undefined || Object.keys(value).length === 0 ? undefined : literal(value);
}

/** The pick of responses with an undeclared status, cached until it changes. */
function undeclaredPick(problem: Schema, schemas: Schemas, cache: ManifestCache): PicksText {
  const pick = problemPick(problem, schemas);
  if (cache.problem?.text !== pick.text) cache.problem = pick;
  return cache.problem;
}

function dataText(
  operation: CompiledOperation,
  document: Compilation['document'],
  { responses = false, isDev = false }: ManifestOptions,
  { data }: ManifestCache,
): DataText {
  const cached = data.get(operation);
  if (cached !== undefined) return cached;
  const { contract, template } = operation;
  const entry = entryOf(contract, template.names, document, responses, isDev);
  const text = { entry, text: JSON.stringify(entry) };
  data.set(operation, text);
  return text;
}

function codeText(
  operation: CompiledOperation,
  faced: Operation,
  schemas: Schemas,
  options: ManifestOptions,
  cache: ManifestCache,
): CodeText {
  const cached = cache.code.get(operation);
  if (cached?.faced === faced) return cached;
  const { contract, handler } = operation;
  const uses = createUses();
  const text = {
    faced,
    exportName: exportOf(handler),
    module: JSON.stringify(options.moduleOf(operation)),
    input: reuseInput(contract.id, inputText(faced, schemas), cache),
    picks: responsePicks(faced.responses, schemas),
    responses: options.responses ? { text: responsesText(faced.responses, uses), uses } : undefined,
    contract: `  ${literal(contract)},`,
    dropped: options.responses && faced !== contract ? literal(droppedBy(faced, schemas.resolve)) : undefined,
  };
  cache.code.set(operation, text);
  return text;
}

/** Returns the cached input if it is equal, so that the cache of shared schemas stays valid. */
function reuseInput(id: string, input: InputText | undefined, { inputs }: ManifestCache): InputText | undefined {
  const last = inputs.get(id);
  if (isSameInput(last, input)) return last;
  inputs.set(id, input);
  return input;
}

/** The export name of a handler. A rewritten CommonJS file exports it as default. */
function exportOf({ isCommonJs, exportName }: CompiledOperation['handler']): string {
  return isCommonJs ? 'default' : exportName;
}

function importText({ exportName, module }: CodeText, index: number): string {
  const handler = `handler${index}`;
  if (exportName === 'default') return `import ${handler} from ${module};`;
  const name = isIdentifier(exportName) ? exportName : JSON.stringify(exportName);
  return `import { ${name} as ${handler} } from ${module};`;
}

function loadText({ exportName, module }: CodeText): string {
  return `() => import(${module}).then((module) => module[${JSON.stringify(exportName)}])`;
}

/** The operations, with as little code as possible: V8 compiles code at start-up, but only scans text. */
function entriesText(
  data: readonly DataText[],
  code: readonly CodeText[],
  contracts: readonly string[],
  { lists, guards }: MiddlewareText,
  { lazy }: ManifestOptions,
): string {
  if (data.length === 0) return '[]';
  const loads = ['loads: [', ...code.map((text) => `  ${loadText(text)},`), '],'];
  const handlers = [`handlers: [${code.map((_, i) => `handler${i}`).join(', ')}],`];
  const lines = [
    'data: [',
    ...data.map(({ text }) => `  ${quoteJson(text)},`),
    '],',
    ...(code.length === 0 ? [] : lazy ? loads : handlers),
    ...listsText('middleware', lists),
    ...listsText('authorize', guards),
    `contracts: [${contracts.join(', ')}],`,
    `size: ${GROUP_SIZE},`,
  ];
  return ['createEntries({', ...lines.map((line) => `    ${line}`), '  })'].join('\n');
}

/** A field with a list for each operation; empty if none has one. */
function listsText(name: string, lists: readonly (string | undefined)[]): string[] {
  return lists.some((list) => list !== undefined) ? [`${name}: [${lists.map(String).join(', ')}],`] : [];
}

/** The parts of a contract that the runtime enforces. */
function contractText({ responses, picks, dropped }: CodeText, input: string | undefined): string {
  const texts: Texts<ContractCode> = { input, picks: picks?.text, responses: responses?.text, dropped };
  const fields = fieldsText(texts);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** The routing tables, cached until a method or path changes. */
function routesText(operations: readonly CompiledOperation[], cache: ManifestCache): string {
  const key = operations.map(({ contract }) => `${contract.method} ${contract.path}`).join('\n');
  if (cache.routes?.key !== key) cache.routes = { key, text: printRoutes(routeTables(operations)) };
  return cache.routes.text;
}
