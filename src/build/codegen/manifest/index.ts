import type { Compilation } from '../../compiler/compile.ts';
import { routeOf } from '../../../shared/contract/operation.ts';
import type { Manifest } from '../../../shared/contract/manifest.ts';
import { customText } from './custom-text.ts';
import { contractsOf, eventsOf } from '../../compiler/compile.ts';
import { PROBLEM } from '../../../shared/schema/problem.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { CompiledMiddleware } from '../../compiler/operations/middleware.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { renewFaces } from '../../../shared/schema/faces.ts';
import type { PicksText } from '../picks/index.ts';
import { problemPick, PickSchemas } from '../picks/index.ts';
import { problemFormat, usedSchemes } from './entry.ts';
import { eventsText } from './event-entries.ts';
import type { FeatureName } from './feature-table.ts';
import { FEATURE_NAMES, FEATURES } from './feature-table.ts';
import { literal, quoteJson } from '../literal.ts';
import type { ContractsText } from './contract-groups.ts';
import { GROUP_SIZE, groupContracts } from './contract-groups.ts';
import { printRoutes, routeTables } from './routes.ts';
import { servedIn, versionImports, versionsText } from './served-versions.ts';
import type { MiddlewareText } from './middleware.ts';
import type { ConvertersText } from './converters.ts';
import { convertersText } from './converters.ts';
import { middlewareText } from './middleware.ts';
import type { Uses } from '../validators/index.ts';
import { shareInputs } from '../validators/index.ts';
import type { CodeText, DataText, ManifestCache, TextOptions, Texts } from './entry-text.ts';
import {
  codeText,
  contractCode,
  createManifestCache,
  dataText,
  eventTextOf,
  fieldsText,
  importText,
  loadText,
} from './entry-text.ts';
import { namedImport } from '../declaration.ts';

/** Options of {@link generateManifest}. */
export interface ManifestOptions extends TextOptions {
  /** Whether `/pets/` and `/pets` are different paths. */
  readonly strict: boolean;
  /** Whether to import a handler's module at its first request. */
  readonly lazy: boolean;
  /** Resolves a module of this package, by its path below `src`: `validation/index`. */
  readonly helperOf: (path: string) => string;
  /** Resolves the module of a `_middleware` file. */
  readonly middlewareModuleOf: (middleware: CompiledMiddleware) => string;
  /** Resolves the module of a definition of an older version, by the file that diagnostics show. */
  readonly converterModuleOf?: (file: string) => string;
  /** Whether operations have only their data, because the dev server loads their code on demand. */
  readonly onDemand?: boolean;
  /** A cache of generated text. Use one cache per set of options. */
  readonly cache?: ManifestCache;
}

/**
 * Generates the module `virtual:operations`. Its default export is the manifest, and `metadata` has the contracts.
 *
 * The text does not depend on the order in which the disk lists files.
 *
 * @throws {TypeError} If a contract contains a value that cannot be written as code.
 */
export function generateManifest(compilation: Compilation, options: ManifestOptions): string {
  const { operations, events, document } = compilation;
  const cache = options.cache ?? createManifestCache();
  const loaded = options.onDemand === true ? [] : operations;
  const contractsIn = [...contractsOf({ ...compilation, operations: loaded }), ...eventsOf(compilation)];
  cache.faces = renewFaces(cache.faces, contractsIn, compilation.schemas);
  const { operations: faced, schemas } = cache.faces.faced;
  const analyzed = new PickSchemas(resolverOf(schemas));
  const data = operations.map((operation) => dataText(operation, document, options, cache));
  const undeclared = data.length === 0 ? undefined : undeclaredPick(schemas.get('Problem') ?? PROBLEM, analyzed, cache);
  const code = loaded.map((operation, i) => codeText(operation, faced[i]!, analyzed, options, cache));
  const sent = events.map((event, i) => eventTextOf(event, faced[loaded.length + i]!, analyzed, cache));
  const middleware = middlewareText(loaded, compilation.middleware, options);
  const shared = shareInputs(
    code.map((text) => text.input),
    [...usesOf(code, undeclared), ...sent.flatMap(({ parts }) => parts)],
    schemas,
    cache.shared,
  );
  const contracts = groupContracts(
    code.map((text, i) => contractCode(text, shared.inputs[i])),
    shared.declarations,
    sent,
  );
  const features = usedFeatures(data);
  const converters = convertersText(loaded, options);
  const custom = customText(data, compilation.custom);
  const schemes = usedSchemes(contractsOf(compilation), document);
  const declared = Object.keys(document.components?.securitySchemes ?? {});
  const entries = entriesText(data, code, contracts.names, middleware, { ...options, wrap: converters.wrap });
  const fields: Texts<Manifest> = {
    version: '1',
    isDev: options.isDev === true ? 'true' : undefined,
    strict: String(options.strict),
    operations: converters.isUsed ? 'operations' : entries,
    features: features.length === 0 ? '{}' : `{ ${features.map((name) => custom.fields[name] ?? name).join(', ')} }`,
    pickProblem: undeclared?.text,
    problem: literalOf(problemFormat(compilation)),
    securitySchemes: literalOf(schemes),
    unusedSchemes: literalOf(declared.filter((name) => !Object.hasOwn(schemes, name))),
    directives: literalOf([...compilation.custom.rows.keys()]),
    routes: routesText(compilation, cache),
    versions: versionsText(compilation),
    events: eventsText(eventsOf(compilation), contracts.eventNames),
  };
  const imports = [
    ...makersText(data.length > 0, sent.length > 0, options.helperOf(VALIDATION)),
    ...namedImport(shared.helpers, options.helperOf(VALIDATION)),
    ...features.flatMap((name) => namedImport([name], options.helperOf(FEATURES[name].module))),
    ...custom.imports,
    ...(options.lazy ? [] : code.map(importText)),
    ...middleware.imports,
    ...converters.imports,
    ...versionImports(compilation, options.helperOf),
  ];
  const named = converters.isUsed ? [`const operations = ${entries};`, ''] : [];
  return moduleText(imports, [...middlewareLines(middleware), ...named], fieldsText(fields), contracts, code);
}

function middlewareLines({ declarations }: MiddlewareText): readonly string[] {
  return declarations.length === 0 ? [] : [...declarations, ''];
}

function moduleText(
  imports: readonly string[],
  constants: readonly string[],
  fields: readonly string[],
  contracts: ContractsText,
  code: readonly CodeText[],
): string {
  return [
    ...imports,
    '',
    ...constants,
    'export default {',
    ...fields.map((field) => `  ${field},`),
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

/** Imports the functions that make the lists of operations and events. */
function makersText(hasOperations: boolean, hasEvents: boolean, module: string): string[] {
  const names = [...(hasOperations ? ['createEntries'] : []), ...(hasEvents ? ['createEventEntries'] : [])];
  return namedImport(names, module);
}

function usesOf(code: readonly CodeText[], undeclared: PicksText | undefined): Uses[] {
  const all = [...code.flatMap(({ responses, picks }) => [responses, picks]), undeclared];
  return all.flatMap((text) => text?.uses ?? []);
}

/** The module of the validation layer. */
const VALIDATION = 'shared/validation/index';

/** The features of the operations, in the order of the table. */
function usedFeatures(data: readonly DataText[]): FeatureName[] {
  const used = new Set(data.flatMap(({ entry }) => entry.features ?? []));
  return FEATURE_NAMES.filter((name) => used.has(name));
}

/** A literal of a value; undefined if it is undefined or empty. */
function literalOf(value: object | undefined): string | undefined {
  return value === undefined || Object.keys(value).length === 0 ? undefined : literal(value);
}

/** The pick of responses with an undeclared status, cached until it changes. */
function undeclaredPick(problem: Schema, schemas: PickSchemas, cache: ManifestCache): PicksText {
  const pick = problemPick(problem, schemas);
  if (cache.problem?.text !== pick.text) cache.problem = pick;
  return cache.problem;
}

/** The operations, with as little code as possible: V8 compiles code at start-up, but only scans text. */
function entriesText(
  data: readonly DataText[],
  code: readonly CodeText[],
  contracts: readonly string[],
  { lists, guards }: MiddlewareText,
  { lazy, wrap }: Pick<ManifestOptions, 'lazy'> & Pick<ConvertersText, 'wrap'>,
): string {
  if (data.length === 0) return '[]';
  const loads = ['loads: [', ...code.map((text, i) => `  ${loadText(text, (handler) => wrap(i, handler))},`), '],'];
  const handlers = [`handlers: [${code.map((_, i) => wrap(i, `handler${i}`)).join(', ')}],`];
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

/** The routing tables, cached until a method or path changes. If requests name a version, they are those of the last one. */
function routesText({ operations, ...versions }: Compilation, cache: ManifestCache): string {
  const key = operations.map(({ contract }) => routeOf(contract)).join('\n');
  if (cache.routes?.key !== key)
    cache.routes = { key, text: printRoutes(routeTables(operations, servedIn(versions, versions.version))) };
  return cache.routes.text;
}
