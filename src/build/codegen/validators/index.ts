import type { Schema } from '../../../shared/contract/operation.ts';
import { referencesIn, schemaData } from '../../../shared/schema/data.ts';
import { referenceTo, referredName, resolverOf } from '../../../shared/schema/references.ts';
import type { AnySchema, Resolve } from '../../../shared/schema/json-types.ts';
import { deferred, literalKey } from '../literal.ts';
import type { PicksCache } from '../picks/index.ts';
import { declarePicks, sharedNames, renewPicks } from '../picks/index.ts';
import type { Code, Declaration } from '../declaration.ts';
import { constant, constantFunction } from '../declaration.ts';
import { conditionOf, functionName, interpreted } from './condition.ts';
import type { InputText } from './input.ts';
import type { Strategy } from './recursion.ts';
import { strategiesOf } from './recursion.ts';
import type { Uses } from './scope.ts';
import { addUses, createUses, thunk, writeFunction } from './scope.ts';

export { inputText, isSameInput, objectText, validatorText, type InputText } from './input.ts';
export { responsesText } from './responses.ts';
export { createUses, type Uses } from './scope.ts';

/** The texts of an earlier run. */
export interface SharedCache {
  /** The texts of schemas, by reference. */
  readonly schemas: Map<string, SchemaText>;
  picks: PicksCache | undefined;
  /** The last result, and everything that it depends on. */
  last: { readonly dependencies: readonly unknown[]; readonly shared: Shared } | undefined;
}

interface SchemaText {
  readonly schema: AnySchema;
  readonly strategy: Strategy;
  readonly condition: Declaration;
  /** Empty for a part of a definition, which is never used as data. */
  readonly data: string;
  readonly uses: Uses;
}

/** The code that operations share. */
export interface Shared {
  /** The names of the helpers that it imports. */
  readonly helpers: readonly string[];
  readonly declarations: readonly Declaration[];
  /** An expression for each input, in the order of the inputs. */
  readonly inputs: readonly (Code | undefined)[];
}

/** Creates an empty cache. */
export function createSharedCache(): SharedCache {
  return { schemas: new Map(), picks: undefined, last: undefined };
}

/**
 * Writes the code that inputs share: repeated parameters, referenced schemas, and the helpers that they call.
 *
 * @param others Further uses of the operations.
 * @param schemas The definitions by name.
 * @throws {TypeError} If a reference has no target.
 */
export function shareInputs(
  inputs: readonly (InputText | undefined)[],
  others: readonly Uses[],
  schemas: ReadonlyMap<string, Schema>,
  cache: SharedCache,
): Shared {
  const dependencies = [inputs.length, ...inputs, ...others, ...schemas.values()];
  const { last } = cache;
  if (
    last?.dependencies.length === dependencies.length &&
    dependencies.every((item, i) => item === last.dependencies[i])
  )
    return last.shared;
  const uses = createUses();
  const repeated = nameRepeated(inputs.flatMap((input) => input?.parameters ?? []));
  if (repeated.size > 0) uses.helpers.add('once');
  for (const used of [...inputs.flatMap((input) => input?.uses ?? []), ...others]) addUses(uses, used);
  const branches = declareBranches(uses);
  const parameters = [...repeated].map(([text, { name, uses: own }]) =>
    constantFunction(name, `once(${thunk(text)})`, sharedNames(own)),
  );
  const resolve = resolverOf(schemas);
  cache.picks = renewPicks(cache.picks, [...schemas.values()], resolve);
  const picks = declarePicks(uses, cache.picks);
  const declarations = [...parameters, ...declareSchemas(uses, resolve, cache.schemas), ...branches, ...picks];
  const shared = {
    helpers: [...uses.helpers].sort(),
    declarations,
    inputs: inputs.map((input) => input && inputExpression(input, repeated)),
  };
  cache.last = { dependencies, shared };
  return shared;
}

interface Repeated {
  readonly name: string;
  readonly uses: Uses;
}

/** Names the parameters that occur more than once, by their texts. */
function nameRepeated(parameters: InputText['parameters']): Map<string, Repeated> {
  const seen = new Set<string>();
  const names = new Map<string, Repeated>();
  for (const { text, uses } of parameters) {
    if (seen.has(text) && !names.has(text)) names.set(text, { name: `parameter${names.size}`, uses });
    seen.add(text);
  }
  return names;
}

function inputExpression(
  { parameters, body, declarations, uses }: InputText,
  repeated: ReadonlyMap<string, Repeated>,
): Code {
  const names = parameters.map(({ text }) => repeated.get(text)?.name);
  const texts = parameters.map(({ text }, i) => (names[i] === undefined ? text : `${names[i]}()`));
  const input = `{ parameters: [${texts.join(', ')}]${body === undefined ? '' : `, body: ${body}`} }`;
  const text = declarations.length === 0 ? input : `(() => { ${declarations.join(' ')} return ${input}; })()`;
  return { text, uses: [...names.filter((name) => name !== undefined), ...sharedNames(uses)] };
}

/** Declares the conditions of the branches that defaults are filled into. They are applied to a value and again to its parts. */
function declareBranches(uses: Uses): Declaration[] {
  if (uses.branches.size === 0) return [];
  const own = createUses();
  const entries = [...uses.branches].sort().map((text) => {
    const condition = writeFunction(own, (scope) => conditionOf(JSON.parse(text) as AnySchema, 0, scope));
    return `  ${JSON.stringify(text)}: ${condition.text},`;
  });
  for (const reference of own.conditions) uses.tested.add(reference);
  addUses(uses, own);
  return [constant('branches', recordText(entries), sharedNames(own))];
}

/** Declares the used schemas, and those that they use: conditions as functions, and schemas as data. */
function declareSchemas(uses: Uses, resolve: Resolve, cache: SharedCache['schemas']): Declaration[] {
  const strategies = strategiesOf(uses.conditions, resolve, uses.tested);
  const definitionText = (reference: string): SchemaText => {
    const schema = resolve(reference);
    if (schema === undefined) throw new TypeError(`nothing defines ${reference}, which a schema refers to`);
    const strategy = strategies.get(reference) ?? 'plain';
    const cached = cache.get(reference);
    const isKnown = cached?.schema === schema && cached.strategy === strategy;
    const text = isKnown ? cached : schemaText(reference, schema, strategy);
    cache.set(reference, text);
    return text;
  };
  const componentOf = (name: string): SchemaText => definitionText(referenceTo(name).$ref);
  // Both sets grow during their loops.
  for (const reference of uses.conditions) addUses(uses, definitionText(reference).uses);
  for (const name of uses.schemas) for (const other of referencesIn(componentOf(name).schema)) uses.schemas.add(other);
  const functions = [...uses.conditions].sort().map((reference) => definitionText(reference).condition);
  if (uses.schemas.size === 0) return functions;
  uses.helpers.add('once');
  const entries = [...uses.schemas]
    .sort()
    .map((name) => `  ${literalKey(name)}: once(${thunk(componentOf(name).data)}),`);
  return [...functions, constant('components', recordText(entries), [])];
}

/** Writes an object without a prototype. */
function recordText(entries: readonly string[]): string {
  return ['{', '  __proto__: null,', ...entries, '}'].join('\n');
}

function schemaText(reference: string, schema: AnySchema, strategy: Strategy): SchemaText {
  const uses = createUses();
  const data = referredName({ $ref: reference }) === undefined ? '' : deferred(schemaData(schema));
  return { schema, strategy, condition: declareCondition(reference, schema, strategy, uses), data, uses };
}

/** Declares the function of a referenced schema. */
function declareCondition(reference: string, schema: AnySchema, strategy: Strategy, uses: Uses): Declaration {
  const name = functionName(reference);
  const { text, block } = writeFunction(
    uses,
    (scope) =>
      strategy === 'interpreted' ? interpreted({ $ref: reference }, 0, scope) : conditionOf(schema, 0, scope),
    { testsTagsFirst: strategy !== 'plain' },
  );
  if (strategy === 'remembered') {
    uses.helpers.add('remember');
    return constantFunction(name, `remember(${text})`, sharedNames(uses));
  }
  // Function declarations are hoisted, so that schemas can refer to each other in any order.
  // A template would build a rope, which V8 flattens at each use.
  return { name, text: ['function', `${name}(v)`, block].join(' '), uses: sharedNames(uses) };
}
