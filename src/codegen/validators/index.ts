import type { Schema } from '../../contract/operation.ts';
import { deferred, literalKey } from '../literal.ts';
import { conditionOf, functionName } from './condition.ts';
import type { InputText } from './input.ts';
import { referencesIn, schemaData } from '../../schema/data.ts';
import { referenceTo, referredName, resolverOf } from '../../schema/references.ts';
import type { AnySchema } from '../../schema/types.ts';
import type { Uses } from './scope.ts';
import { createUses, thunk, writeFunction } from './scope.ts';

export { inputText, isSameInput, type InputText } from './input.ts';
export { responsesText } from './responses.ts';
export { createUses, type Uses } from './scope.ts';

type Schemas = ReadonlyMap<string, Schema>;

/** What was written before. */
export interface SharedCache {
  /** Of schemas, by their references. */
  readonly schemas: Map<string, SchemaText>;
  /** What inputs shared, and of which inputs, other uses and schemas. */
  last: { readonly of: readonly unknown[]; readonly shared: Shared } | undefined;
}

interface SchemaText {
  readonly of: AnySchema;
  readonly condition: string;
  readonly data: string;
  readonly uses: Uses;
}

/** Where generated code imports from what it uses. */
export interface HelperModules {
  /** The module of the validation layer. */
  readonly validationModule: string;
  /** The module that reads multipart forms. */
  readonly multipartModule: string;
}

/** What is declared beside the operations, once for all of them. */
export interface Shared {
  /** The import of the helpers; none where none is used. */
  readonly imports: readonly string[];
  readonly declarations: readonly string[];
  /** An expression for each input, in the order of the inputs. */
  readonly inputs: readonly (string | undefined)[];
}

/** A cache with nothing in it. */
export function createSharedCache(): SharedCache {
  return { schemas: new Map(), last: undefined };
}

/**
 * Writes what inputs share: parameters that several have, the schemas that they refer to, the helpers.
 *
 * @param others What else the operations use.
 */
export function shareInputs(
  inputs: readonly (InputText | undefined)[],
  others: readonly Uses[],
  schemas: Schemas,
  modules: HelperModules,
  cache: SharedCache,
): Shared {
  const of = [inputs.length, ...inputs, ...others, ...schemas.values()];
  const { last } = cache;
  if (last?.of.length === of.length && of.every((each, i) => each === last.of[i])) return last.shared;
  const shared = writeShared(inputs, others, schemas, modules, cache);
  cache.last = { of, shared };
  return shared;
}

function writeShared(
  inputs: readonly (InputText | undefined)[],
  others: readonly Uses[],
  schemas: Schemas,
  modules: HelperModules,
  cache: SharedCache,
): Shared {
  const uses = createUses();
  const repeated = nameRepeated(inputs.flatMap((input) => input?.parameters ?? []));
  if (repeated.size > 0) uses.helpers.add('once');
  for (const used of [...inputs.flatMap((input) => input?.uses ?? []), ...others]) addUses(uses, used);
  const named = declareSchemas(uses, schemas, cache.schemas);
  return {
    imports: [
      ...importText(uses.helpers, modules.validationModule),
      ...importText(uses.readers, modules.multipartModule),
    ],
    declarations: [...[...repeated].map(([text, name]) => `const ${name} = once(${thunk(text)});`), ...named],
    inputs: inputs.map((input) => input && inputExpression(input, repeated)),
  };
}

function importText(names: ReadonlySet<string>, module: string): string[] {
  return names.size === 0 ? [] : [`import { ${[...names].sort().join(', ')} } from ${JSON.stringify(module)};`];
}

/** The names of the texts that stand there more than once. */
function nameRepeated(texts: readonly string[]): Map<string, string> {
  const seen = new Set<string>();
  const names = new Map<string, string>();
  for (const text of texts) {
    if (seen.has(text) && !names.has(text)) names.set(text, `parameter${names.size}`);
    seen.add(text);
  }
  return names;
}

function inputExpression({ parameters, body, declarations }: InputText, repeated: ReadonlyMap<string, string>): string {
  const texts = parameters.map((text) => (repeated.has(text) ? `${repeated.get(text)}()` : text));
  const input = `{ parameters: [${texts.join(', ')}]${body === undefined ? '' : `, body: ${body}`} }`;
  return declarations.length === 0 ? input : `(() => { ${declarations.join(' ')} return ${input}; })()`;
}

function addUses(all: Uses, more: Uses): void {
  for (const helper of more.helpers) all.helpers.add(helper);
  for (const reader of more.readers) all.readers.add(reader);
  for (const reference of more.conditions) all.conditions.add(reference);
  for (const name of more.schemas) all.schemas.add(name);
}

/** Declares what is used of the named schemas, and what those use: conditions as functions that call each other, and the schemas as data. */
function declareSchemas(uses: Uses, schemas: Schemas, cache: SharedCache['schemas']): string[] {
  const resolve = resolverOf(schemas);
  const write = (reference: string): SchemaText => {
    const schema = resolve(reference) ?? missing(reference);
    const known = cache.get(reference);
    const text = known?.of === schema ? known : schemaText(reference, schema);
    cache.set(reference, text);
    return text;
  };
  // A set may grow while it is walked.
  const conditions = new Map<string, string>();
  for (const reference of uses.conditions) {
    const text = write(reference);
    conditions.set(reference, text.condition);
    addUses(uses, text.uses);
  }
  const data = new Map<string, string>();
  for (const name of uses.schemas) {
    const reference = referenceTo(name)['$ref'] as string;
    data.set(name, write(reference).data);
    for (const other of referencesIn(resolve(reference)!)) uses.schemas.add(other);
  }
  if (data.size === 0) return sortedTexts(conditions);
  uses.helpers.add('once');
  const entries = [...data].sort(byKey).map(([name, text]) => `  ${literalKey(name)}: once(${thunk(text)}),`);
  return [...sortedTexts(conditions), 'const components = {', '  __proto__: null,', ...entries, '};'];
}

function schemaText(reference: string, schema: AnySchema): SchemaText {
  const uses = createUses();
  const test = writeFunction(uses, (scope) => conditionOf(schema, 0, scope));
  // A function declaration, so that schemas may refer to each other in any order.
  const body = test.startsWith('(v) => ') ? test.slice('(v) => '.length) : `${test}(v)`;
  const block = body.startsWith('{') ? body : `{ return ${body}; }`;
  const data = referredName({ $ref: reference }) === undefined ? '' : deferred(schemaData(schema));
  // Joined, it is one text; put together by templates it would be so only when it is read, each time.
  return { of: schema, condition: ['function', `${functionName(reference)}(v)`, block].join(' '), data, uses };
}

function missing(reference: string): never {
  throw new TypeError(`nothing defines ${reference}, which a schema refers to`);
}

function sortedTexts(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].sort(byKey).map(([, text]) => text);
}

function byKey([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}
