import type { Compilation, CompiledOperation } from '../compiler/compile.ts';
import type { CompiledMiddleware } from '../compiler/middleware.ts';
import { entryOf, usedSchemes } from './entry.ts';
import { literal } from './literal.ts';
import { printRoutes, routeTables } from './matcher.ts';
import { middlewareText } from './middleware.ts';
import type { HelperModules, InputText, SchemaCache, Uses } from './validators/index.ts';
import { createUses, inputText, resolverOf, responsesText, shareInputs } from './validators/index.ts';

/** What the manifest's text depends on, beside the operations. */
export interface ManifestOptions extends HelperModules {
  readonly strict: boolean;
  /** Whether a handler's module is evaluated at its first request. */
  readonly lazy: boolean;
  /** The module a handler is imported from. */
  readonly moduleOf: (operation: CompiledOperation) => string;
  /** The module that a `_middleware` file is imported from. */
  readonly middlewareModuleOf: (middleware: CompiledMiddleware) => string;
  /** Whether entries say what they may answer; false where not said, for it takes room. */
  readonly responses?: boolean;
  /** Keeps the texts of what has not changed from one time to the next; of one set of options only. */
  readonly cache?: ManifestCache;
}

/** Texts that were written before. */
export interface ManifestCache {
  /** What was written for an operation at its place in the list. */
  readonly operations: WeakMap<CompiledOperation, OperationText>;
  /** What was written for the schemas. */
  readonly schemas: SchemaCache;
  routes: { readonly of: string; readonly text: string } | undefined;
}

interface OperationText {
  readonly index: number;
  readonly import: string;
  /** An object literal without its end: the fields of its enforcement follow. */
  readonly entry: string;
  readonly input: InputText | undefined;
  /** With what it uses. */
  readonly responses: { readonly text: string; readonly uses: Uses } | undefined;
  readonly contract: string;
}

/** A cache with nothing in it. */
export function createManifestCache(): ManifestCache {
  return { operations: new WeakMap(), schemas: new Map(), routes: undefined };
}

/**
 * Writes the module `virtual:operations`: the handlers' imports, the entries and routing tables by default, the contracts as `metadata`.
 *
 * The text depends on the operations alone, not on the order in which a disk lists them.
 */
export function generateManifest(compilation: Compilation, options: ManifestOptions): string {
  const { operations, schemas } = compilation;
  const cache = options.cache ?? createManifestCache();
  const texts = operations.map((operation, i) => operationText(operation, i, compilation, options, cache));
  const ids = operations.map((operation) => operation.contract.id);
  const middleware = middlewareText(ids, compilation.middleware, options.middlewareModuleOf);
  const shared = shareInputs(
    texts.map((text) => text.input),
    texts.flatMap((text) => text.responses?.uses ?? []),
    schemas,
    options,
    cache.schemas,
  );
  const inputs = texts.filter((text) => text.input !== undefined);
  const declarations = [...inputs.map(({ index }) => `let input${index};`), ...shared.declarations];
  return [
    ...shared.imports,
    ...(options.lazy ? [] : texts.map((text) => text.import)),
    ...middleware.imports,
    '',
    ...middleware.declarations,
    ...(middleware.declarations.length > 0 ? [''] : []),
    'export default {',
    '  version: 1,',
    `  strict: ${options.strict},`,
    '  operations: [',
    ...texts.map((text, i) => `    ${text.entry}${middleware.fields[i]}${enforcementText(text, shared.inputs[i])}},`),
    '  ],',
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
  index: number,
  { document, schemas }: Compilation,
  options: ManifestOptions,
  { operations }: ManifestCache,
): OperationText {
  const known = operations.get(operation);
  if (known?.index === index) return known;
  const uses = createUses();
  const text = {
    index,
    import: `import ${importClause(operation, index)} from ${moduleText(operation, options)};`,
    entry: printEntry(operation, index, document, options),
    input: inputText(operation.contract, `schema${index}`, resolverOf(schemas)),
    responses: options.responses ? { text: responsesText(operation.contract.responses, uses), uses } : undefined,
    contract: `  ${literal(operation.contract)},`,
  };
  operations.set(operation, text);
  return text;
}

/** What the runtime enforces; made at an operation's first request, so that a start reads none of it. */
function enforcementText({ index, responses }: OperationText, input: string | undefined): string {
  const made = input === undefined ? '' : `,get input() { return (input${index} ??= ${input}); }`;
  return responses === undefined ? made : `${made},responses: ${responses.text}`;
}

function schemesText({ operations, document }: Compilation): string[] {
  const schemes = usedSchemes(
    operations.map((operation) => operation.contract),
    document,
  );
  return Object.keys(schemes).length === 0 ? [] : [`  securitySchemes: ${literal(schemes)},`];
}

/** The tables change only where a method or a path does. */
function routesText(operations: readonly CompiledOperation[], cache: ManifestCache): string {
  const of = operations.map(({ contract }) => `${contract.method} ${contract.path}`).join('\n');
  if (cache.routes?.of !== of)
    cache.routes = { of, text: printRoutes(routeTables(operations.map((operation) => operation.contract))) };
  return cache.routes.text;
}

function importClause({ handler }: CompiledOperation, index: number): string {
  const name = exportOf(handler);
  if (name === 'default') return `handler${index}`;
  return `{ ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)} as handler${index} }`;
}

/** The export a handler is imported by; a rewritten CommonJS file has it as its default. */
function exportOf({ isCommonJs, exportName }: CompiledOperation['handler']): string {
  return isCommonJs ? 'default' : exportName;
}

function moduleText(operation: CompiledOperation, options: ManifestOptions): string {
  return JSON.stringify(options.moduleOf(operation));
}

/** The fields of an entry; the object is left open. */
function printEntry(
  operation: CompiledOperation,
  index: number,
  document: Compilation['document'],
  options: ManifestOptions,
): string {
  const data = literal(entryOf(operation.contract, operation.template.names, document)).slice(0, -1);
  if (!options.lazy) return `${data},"handler":handler${index}`;
  return `${data},"handler":undefined,"load":() => import(${moduleText(operation, options)}).then((module) => module[${JSON.stringify(exportOf(operation.handler))}])`;
}
