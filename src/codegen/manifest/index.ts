import type { Compilation, CompiledOperation } from '../../compiler/compile.ts';
import { contractsOf } from '../../compiler/compile.ts';
import type { CompiledMiddleware } from '../../compiler/operations/middleware.ts';
import { resolverOf } from '../../schema/references.ts';
import type { PicksText } from '../picks/index.ts';
import { responsePicks, Schemas } from '../picks/index.ts';
import { entryOf, problemFormat, usedSchemes } from './entry.ts';
import { literal } from '../literal.ts';
import { printRoutes, routeTables } from './routes.ts';
import { middlewareText } from './middleware.ts';
import { safetyImports, safetyText } from './safe-writes.ts';
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
  /** The object literal of the plain data, without the closing brace. */
  readonly entry: string;
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
  const fields = texts.flatMap(({ input, picks }, i) => [
    ...(input === undefined ? [] : [`let input${i};`]),
    ...(picks === undefined ? [] : [`let picks${i};`]),
  ]);
  const declarations = [...fields, ...shared.declarations];
  return [
    ...shared.imports,
    ...safetyImports(contractsOf(compilation), options),
    ...(options.responses ? [`import { checks } from ${JSON.stringify(options.checksModule)};`] : []),
    ...(options.lazy ? [] : texts.map(importText)),
    ...middleware.imports,
    '',
    ...middleware.declarations,
    ...(middleware.declarations.length > 0 ? [''] : []),
    'export default {',
    '  version: 1,',
    ...(options.isDev === true ? ['  isDev: true,'] : []),
    `  strict: ${options.strict},`,
    '  operations: [',
    ...texts.map((text, i) => {
      const handler = options.lazy ? loadText(text) : `,"handler":handler${i}`;
      return `    ${text.entry}${handler}${middleware.fields[i]}${enforcementText(text, i, shared.inputs[i])}},`;
    }),
    '  ],',
    ...(options.responses ? ['  checks,'] : []),
    ...problemText(compilation),
    ...schemesText(compilation),
    `  routes: ${routesText(operations, cache)},`,
    '};',
    '',
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
  const text = {
    exportName: exportOf(handler),
    module: JSON.stringify(options.moduleOf(operation)),
    entry: literal(entryOf(contract, template.names, document)).slice(0, -1) + safetyText(contract),
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
  return `,"handler":undefined,"load":() => import(${module}).then((module) => module[${JSON.stringify(exportName)}])`;
}

/** The fields that the runtime enforces. They are created at an operation's first request, to keep start-up fast. */
function enforcementText({ responses, picks }: OperationText, index: number, input: string | undefined): string {
  return [
    input === undefined ? '' : `,get input() { return (input${index} ??= ${input}); }`,
    picks === undefined ? '' : `,get picks() { return (picks${index} ??= ${picks.text}); }`,
    responses === undefined ? '' : `,responses: ${responses.text}`,
  ].join('');
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
