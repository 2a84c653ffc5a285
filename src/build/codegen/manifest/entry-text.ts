import type { Compilation, CompiledEvent, CompiledOperation } from '../../compiler/compile.ts';
import type { ContractCode, EntryData } from '../../../shared/contract/manifest.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import type { FacesCache } from '../../../shared/schema/faces.ts';
import { droppedBy } from '../../../shared/schema/faces.ts';
import type { PicksText } from '../picks/index.ts';
import type { PickSchemas } from '../picks/index.ts';
import { sharedNames, responsePicks } from '../picks/index.ts';
import type { Code } from '../declaration.ts';
import { entryOf } from './entry.ts';
import type { EventText } from './event-entries.ts';
import { eventText } from './event-entries.ts';
import { nameText } from '../identifier.ts';
import { literal } from '../literal.ts';
import type { InputText, SharedCache, Uses } from '../validators/index.ts';
import { createSharedCache, createUses, inputText, isSameInput, responsesText } from '../validators/index.ts';

/** Options of the text of an operation. */
export interface TextOptions {
  /** Resolves the module of a handler. */
  readonly moduleOf: (operation: CompiledOperation) => string;
  /** Whether the manifest is for the dev server. */
  readonly isDev?: boolean;
  /** Whether to include response schemas (default: false, because they increase the bundle size). */
  readonly responses?: boolean;
}

/** Generated text of previous calls. */
export interface ManifestCache {
  /** The texts of each operation, independent of its index. */
  readonly data: WeakMap<CompiledOperation, DataText>;
  readonly code: WeakMap<CompiledOperation, CodeText>;
  readonly events: WeakMap<CompiledEvent, EventText>;
  /** The latest input text, by operation id. */
  readonly inputs: Map<string, InputText | undefined>;
  readonly shared: SharedCache;
  routes: { readonly key: string; readonly text: string } | undefined;
  problem: PicksText | undefined;
  faces: FacesCache | undefined;
}

/** The text of an operation's data. */
export interface DataText {
  readonly entry: EntryData;
  readonly text: string;
}

/** The text of an operation's code. */
export interface CodeText {
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
    events: new WeakMap(),
    inputs: new Map(),
    shared: createSharedCache(),
    routes: undefined,
    problem: undefined,
    faces: undefined,
  };
}

export function dataText(
  operation: CompiledOperation,
  document: Compilation['document'],
  { responses = false, isDev = false }: TextOptions,
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

export function codeText(
  operation: CompiledOperation,
  faced: Operation,
  schemas: PickSchemas,
  options: TextOptions,
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

/** The text of an event. */
export function eventTextOf(
  event: CompiledEvent,
  faced: Operation,
  schemas: PickSchemas,
  { events }: ManifestCache,
): EventText {
  const cached = events.get(event);
  if (cached?.faced === faced) return cached;
  const text = eventText(faced, schemas);
  events.set(event, text);
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

export function importText({ exportName, module }: CodeText, index: number): string {
  const handler = `handler${index}`;
  if (exportName === 'default') return `import ${handler} from ${module};`;
  return `import { ${nameText(exportName)} as ${handler} } from ${module};`;
}

/** @param wrap Makes an expression of the handler from that of its export. */
export function loadText({ exportName, module }: CodeText, wrap: (handler: string) => string): string {
  return `() => import(${module}).then((module) => ${wrap(`module[${JSON.stringify(exportName)}]`)})`;
}

/** The parts of a contract that the runtime enforces. */
export function contractCode({ responses, picks, dropped }: CodeText, input: Code | undefined): Code {
  const texts: Texts<ContractCode> = { input: input?.text, picks: picks?.text, responses: responses?.text, dropped };
  const fields = fieldsText(texts);
  const uses = [picks, responses].flatMap((part) => (part === undefined ? [] : sharedNames(part.uses)));
  return { text: fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`, uses: [...(input?.uses ?? []), ...uses] };
}

/** An expression for each key of a type; undefined for those that are omitted. */
export type Texts<T> = { readonly [Key in keyof T]: string | undefined };

/** The properties of an object literal. */
export function fieldsText<T>(texts: Texts<T>): string[] {
  return Object.entries<string | undefined>(texts).flatMap(([key, text]) =>
    text === undefined ? [] : [text === key ? key : `${key}: ${text}`],
  );
}
