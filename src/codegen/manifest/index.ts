import type { Compilation, CompiledOperation } from '../../compiler/compile.ts';
import type { CompiledMiddleware } from '../../compiler/operations/middleware.ts';
import { resolverOf } from '../../schema/references.ts';
import { entryOf, usedSchemes } from './entry.ts';
import { literal } from '../literal.ts';
import { printRoutes, routeTables } from './routes.ts';
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
  /** What was written for an operation, wherever it stands in the list. */
  readonly operations: WeakMap<CompiledOperation, OperationText>;
  /** What was written last for an operation's input, by the operation's id. */
  readonly inputs: Map<string, InputText | undefined>;
  readonly shared: SharedCache;
  routes: { readonly of: string; readonly text: string } | undefined;
}

interface OperationText {
  /** The name that its handler is exported by. */
  readonly exportName: string;
  /** The module that exports it, as a literal. */
  readonly module: string;
  /** An object literal of what is plain data, without its end. */
  readonly entry: string;
  readonly input: InputText | undefined;
  /** With what it uses. */
  readonly responses: { readonly text: string; readonly uses: Uses } | undefined;
  readonly contract: string;
}

/** A cache with nothing in it. */
export function createManifestCache(): ManifestCache {
  return { operations: new WeakMap(), inputs: new Map(), shared: createSharedCache(), routes: undefined };
}

/**
 * Writes the module `virtual:operations`: the handlers' imports, the entries and routing tables by default, the contracts as `metadata`.
 *
 * The text depends on the operations alone, not on the order in which a disk lists them.
 */
export function generateManifest(compilation: Compilation, options: ManifestOptions): string {
  const { operations, schemas } = compilation;
  const cache = options.cache ?? createManifestCache();
  const texts = operations.map((operation) => operationText(operation, compilation, options, cache));
  const ids = operations.map((operation) => operation.contract.id);
  const middleware = middlewareText(ids, compilation.middleware, options.middlewareModuleOf);
  const shared = shareInputs(
    texts.map((text) => text.input),
    texts.flatMap((text) => text.responses?.uses ?? []),
    schemas,
    options,
    cache.shared,
  );
  const inputs = texts.flatMap(({ input }, i) => (input === undefined ? [] : [`let input${i};`]));
  const declarations = [...inputs, ...shared.declarations];
  return [
    ...shared.imports,
    ...(options.lazy ? [] : texts.map(importText)),
    ...middleware.imports,
    '',
    ...middleware.declarations,
    ...(middleware.declarations.length > 0 ? [''] : []),
    'export default {',
    '  version: 1,',
    `  strict: ${options.strict},`,
    '  operations: [',
    ...texts.map((text, i) => {
      const handler = options.lazy ? loadText(text) : `,"handler":handler${i}`;
      return `    ${text.entry}${handler}${middleware.fields[i]}${enforcementText(text, i, shared.inputs[i])}},`;
    }),
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
  { document, schemas }: Compilation,
  options: ManifestOptions,
  cache: ManifestCache,
): OperationText {
  const known = cache.operations.get(operation);
  if (known !== undefined) return known;
  const { contract, template, handler } = operation;
  const uses = createUses();
  const text = {
    exportName: exportOf(handler),
    module: JSON.stringify(options.moduleOf(operation)),
    entry: literal(entryOf(contract, template.names, document)).slice(0, -1),
    input: keepInput(contract.id, inputText(contract, resolverOf(schemas)), cache),
    responses: options.responses ? { text: responsesText(contract.responses, uses), uses } : undefined,
    contract: `  ${literal(contract)},`,
  };
  cache.operations.set(operation, text);
  return text;
}

/** The input that was written last where this one is written alike: what inputs share then stands. */
function keepInput(id: string, input: InputText | undefined, { inputs }: ManifestCache): InputText | undefined {
  const last = inputs.get(id);
  if (isSameInput(last, input)) return last;
  inputs.set(id, input);
  return input;
}

/** The export a handler is imported by; a rewritten CommonJS file has it as its default. */
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

/** What the runtime enforces; made at an operation's first request, so that a start reads none of it. */
function enforcementText({ responses }: OperationText, index: number, input: string | undefined): string {
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
  if (cache.routes?.of !== of) cache.routes = { of, text: printRoutes(routeTables(operations)) };
  return cache.routes.text;
}
