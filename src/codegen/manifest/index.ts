import type { Compilation, CompiledOperation } from '../../compiler/compile.ts';
import type { CompiledMiddleware } from '../../compiler/operations/middleware.ts';
import { resolverOf } from '../../schema/references.ts';
import type { PicksText } from '../picks/index.ts';
import { responsePicks, Schemas } from '../picks/index.ts';
import { entryOf, problemFormat, usedSchemes } from './entry.ts';
import { literal, quoteJson } from '../literal.ts';
import { GROUP_SIZE, groupContracts } from './contract-groups.ts';
import { printRoutes, routeTables } from './routes.ts';
import type { MiddlewareText } from './middleware.ts';
import { middlewareText } from './middleware.ts';
import type { HelperModules, InputText, SharedCache, Uses } from '../validators/index.ts';
import {
  createSharedCache,
  createUses,
  inputText,
  isSameInput,
  responsesText,
  shareInputs,
} from '../validators/index.ts';

/** Options of {@link generateManifest}. */
export interface ManifestOptions extends HelperModules {
  /** Whether `/pets/` and `/pets` are different paths. */
  readonly strict: boolean;
  /** Whether to import a handler's module at its first request. */
  readonly lazy: boolean;
  /** Resolves the module of a handler. */
  readonly moduleOf: (operation: CompiledOperation) => string;
  /** Resolves the module of a `_middleware` file. */
  readonly middlewareModuleOf: (middleware: CompiledMiddleware) => string;
  /** Whether the manifest is for the dev server. */
  readonly isDev?: boolean;
  /** Whether to include response schemas (default: false, because they increase the bundle size). */
  readonly responses?: boolean;
  /** A cache of generated text. Use one cache per set of options. */
  readonly cache?: ManifestCache;
}

/** Generated text of previous calls. */
export interface ManifestCache {
  /** The text of each operation, independent of its index. */
  readonly operations: WeakMap<CompiledOperation, OperationText>;
  /** The latest input text, by operation id. */
  readonly inputs: Map<string, InputText | undefined>;
  readonly shared: SharedCache;
  routes: { readonly key: string; readonly text: string } | undefined;
}

interface OperationText {
  /** The export name of the handler. */
  readonly exportName: string;
  /** The module of the handler, as a string literal. */
  readonly module: string;
  /** The JSON text of the plain data. */
  readonly entry: string;
  readonly isStream: boolean;
  readonly input: InputText | undefined;
  readonly picks: PicksText | undefined;
  /** The response schemas, with the helpers that they use. */
  readonly responses: { readonly text: string; readonly uses: Uses } | undefined;
  readonly contract: string;
}

/** Creates an empty cache. */
export function createManifestCache(): ManifestCache {
  return { operations: new WeakMap(), inputs: new Map(), shared: createSharedCache(), routes: undefined };
}

/**
 * Generates the module `virtual:operations`. Its default export is the manifest, and `metadata` has the contracts.
 *
 * The text does not depend on the order in which the disk lists files.
 *
 * @throws {TypeError} If a contract contains a value that cannot be written as code.
 */
export function generateManifest(compilation: Compilation, options: ManifestOptions): string {
  const { operations, schemas } = compilation;
  const cache = options.cache ?? createManifestCache();
  const analyzed = new Schemas(resolverOf(schemas));
  const texts = operations.map((operation) => operationText(operation, compilation.document, analyzed, options, cache));
  const ids = operations.map((operation) => operation.contract.id);
  const middleware = middlewareText(ids, compilation.middleware, options.middlewareModuleOf);
  const shared = shareInputs(
    texts.map((text) => text.input),
    texts.flatMap(({ responses, picks }) => [responses?.uses ?? [], picks?.uses ?? []].flat()),
    schemas,
    options,
    cache.shared,
  );
  const {
    names,
    groups,
    shared: declarations,
  } = groupContracts(
    texts.map((text, i) => contractText(text, shared.inputs[i])),
    shared.declarations,
  );
  const hasCursors = operations.some(({ contract }) => contract.paging?.cursor !== undefined);
  return [
    ...(texts.length === 0 ? [] : [`import { createEntries } from ${JSON.stringify(options.validationModule)};`]),
    ...shared.imports,
    ...(options.responses ? [`import { checks } from ${JSON.stringify(options.checksModule)};`] : []),
    ...(texts.some(({ isStream }) => isStream)
      ? [`import { openStream } from ${JSON.stringify(options.streamsModule)};`]
      : []),
    ...(hasCursors ? [`import { cursors } from ${JSON.stringify(options.cursorsModule)};`] : []),
    ...(options.lazy ? [] : texts.map(importText)),
    ...middleware.imports,
    '',
    ...middleware.declarations,
    ...(middleware.declarations.length > 0 ? [''] : []),
    'export default {',
    '  version: 1,',
    ...(options.isDev === true ? ['  isDev: true,'] : []),
    `  strict: ${options.strict},`,
    ...entriesText(texts, names, middleware, options),
    ...(options.responses ? ['  checks,'] : []),
    ...(hasCursors ? ['  cursors,'] : []),
    ...problemText(compilation),
    ...schemesText(compilation),
    `  routes: ${routesText(operations, cache)},`,
    '};',
    '',
    ...groups.flatMap((text) => [text, '']),
    ...declarations,
    ...(declarations.length > 0 ? [''] : []),
    'export const metadata = [',
    ...texts.map((text) => text.contract),
    '];',
    '',
  ].join('\n');
}

function operationText(
  operation: CompiledOperation,
  document: Compilation['document'],
  schemas: Schemas,
  options: ManifestOptions,
  cache: ManifestCache,
): OperationText {
  const cached = cache.operations.get(operation);
  if (cached !== undefined) return cached;
  const { contract, template, handler } = operation;
  const uses = createUses();
  const entry = entryOf(contract, template.names, document);
  const text = {
    exportName: exportOf(handler),
    module: JSON.stringify(options.moduleOf(operation)),
    entry: JSON.stringify(entry),
    isStream: entry.stream !== undefined,
    input: reuseInput(contract.id, inputText(contract, schemas), cache),
    picks: responsePicks(contract.responses, schemas),
    responses: options.responses ? { text: responsesText(contract.responses, uses), uses } : undefined,
    contract: `  ${literal(contract)},`,
  };
  cache.operations.set(operation, text);
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

function importText({ exportName, module }: OperationText, index: number): string {
  const handler = `handler${index}`;
  if (exportName === 'default') return `import ${handler} from ${module};`;
  const name = /^[A-Za-z_$][\w$]*$/.test(exportName) ? exportName : JSON.stringify(exportName);
  return `import { ${name} as ${handler} } from ${module};`;
}

function loadText({ exportName, module }: OperationText): string {
  return `() => import(${module}).then((module) => module[${JSON.stringify(exportName)}])`;
}

/** The operations, with as little code as possible: V8 compiles code at start-up, but only scans text. */
function entriesText(
  texts: readonly OperationText[],
  contracts: readonly string[],
  { lists }: MiddlewareText,
  { lazy }: ManifestOptions,
): string[] {
  if (texts.length === 0) return ['  operations: [],'];
  return [
    '  operations: createEntries({',
    '    data: [',
    ...texts.map(({ entry }) => `      ${quoteJson(entry)},`),
    '    ],',
    ...(lazy
      ? ['    loads: [', ...texts.map((text) => `      ${loadText(text)},`), '    ],']
      : [`    handlers: [${texts.map((_, i) => `handler${i}`).join(', ')}],`]),
    ...(lists.some((list) => list !== undefined) ? [`    middleware: [${lists.map(String).join(', ')}],`] : []),
    ...(texts.some(({ isStream }) => isStream) ? ['    openStream,'] : []),
    `    contracts: [${contracts.join(', ')}],`,
    `    size: ${GROUP_SIZE},`,
    '  }),',
  ];
}

/** The parts of a contract that the runtime enforces. */
function contractText({ responses, picks }: OperationText, input: string | undefined): string {
  const fields = [
    ...(input === undefined ? [] : [`input: ${input}`]),
    ...(picks === undefined ? [] : [`picks: ${picks.text}`]),
    ...(responses === undefined ? [] : [`responses: ${responses.text}`]),
  ];
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function problemText(compilation: Compilation): string[] {
  const format = problemFormat(compilation);
  return format === undefined ? [] : [`  problem: ${literal(format)},`];
}

function schemesText({ operations, document }: Compilation): string[] {
  const schemes = usedSchemes(
    operations.map((operation) => operation.contract),
    document,
  );
  return Object.keys(schemes).length === 0 ? [] : [`  securitySchemes: ${literal(schemes)},`];
}

/** The routing tables, cached until a method or path changes. */
function routesText(operations: readonly CompiledOperation[], cache: ManifestCache): string {
  const key = operations.map(({ contract }) => `${contract.method} ${contract.path}`).join('\n');
  if (cache.routes?.key !== key) cache.routes = { key, text: printRoutes(routeTables(operations)) };
  return cache.routes.text;
}
