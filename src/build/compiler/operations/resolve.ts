import type { Method, Operation } from '../../../shared/contract/operation.ts';
import type { PagingLimits } from '../../../shared/contract/list-contract.ts';
import type { PathTemplate } from '../../../shared/contract/path-template.ts';
import { templateKey } from '../../../shared/contract/path-template.ts';
import { opensFence } from '../comment/fences.ts';
import { operationId as idDirective } from '../../../directives/texts/operation-id.ts';
import { summary as summaryDirective } from '../../../directives/texts/summary.ts';
import { tool as toolDirective } from '../../../directives/tool/describe-tool.ts';
import type { Declarations } from '../language/declared.ts';
import type { WrittenSecurity } from '../language/written-security.ts';
import { checkDescribed, contractFields, declaredValues } from '../language/described.ts';
import type { Definitions } from '../definitions/collect.ts';
import type { SchemaDefinition } from '../definitions/model.ts';
import { mapOperationSchemas } from '../../../shared/schema/operation-schemas.ts';
import { expandOr } from '../../../shared/schema/expand.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Guard } from './guard-export.ts';
import { checkOwnType } from './guard-types.ts';
import type { Handler } from './handler.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ParsedOperation } from './parse.ts';
import type { OperationConversion } from './conversion.ts';
import { typeNameOf, typeRouteOf } from './type-name.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { resolveBody } from './body.ts';
import { withCustom } from './custom-parts.ts';
import type { Inherited, Layer } from './inherit.ts';
import { checkDefinitionNames, overlay } from './inherit.ts';
import { adaptParameters } from './list.ts';
import * as parameters from './parameters.ts';
import { resolveList } from './resolve-list.ts';
import { checkWholeBodies } from './undroppable.ts';
import * as responses from './responses.ts';
import { checkWeaker } from './security.ts';
import { checkWeakerParameters } from './weaker-parameters.ts';

/** An operation of the tree: its contract, and the source location of each part. */
export interface CompiledOperation {
  readonly contract: Operation;
  readonly template: PathTemplate;
  /** The same for all templates that match the same requests: `/pets/{}`. */
  readonly templateKey: string;
  readonly handler: Handler;
  /** Its own export `authorize`. `guardsOf` adds those of its directories. */
  readonly guard: Guard | undefined;
  readonly declarations: Declarations;
  /** The literal statuses of the errors that its file throws. */
  readonly thrown: readonly Declared<number>[];
  /** The lines of its comments that name security without being directives. */
  readonly written: readonly WrittenSecurity[];
  /** The contracts of its directories. */
  readonly inherited: Inherited | undefined;
  /** The part of the file's path that is the path template. */
  readonly pathAt: Location;
  /** The location of `@operationId`, or of the function's name. */
  readonly idAt: Location;
  /** The location of the operation's `@tool`, or else of the source of the tool's name. */
  readonly toolAt: Location;
  /** The names of the older versions whose `_middleware` files are around it: see {@link Wrapped}. */
  readonly layers?: readonly string[];
  /** Its method and path without the version; absent without versions. */
  readonly sharedRoute?: string;
  /** How an older version converts the bodies of an operation that it inherits, with its own step first; absent if it need not. */
  readonly conversions?: readonly OperationConversion[];
}

/**
 * Builds an operation from its file, its includes and the contracts of its directories.
 *
 * @param inherited The contract of the nearest directory that has one.
 */
export function resolveOperation(
  parsed: ParsedOperation,
  inherited: Inherited | undefined,
  definitions: Definitions,
  limits: PagingLimits,
  report: Report,
): CompiledOperation {
  const { route, handler, declarations } = parsed;
  const method = resolveMethod(parsed, report);
  const ownResponses = responses.resolveResponses(declarations, definitions, report);
  const list = resolveList({ parsed, inherited, method, ownResponses, definitions, limits }, report);
  const own = readLayer(parsed, method, ownResponses, list.added, definitions, report);
  const merged = overlay(inherited?.layer, own);
  const inBody = own.parameters.filter(({ value }) => value.place === 'body');
  const all = parameters.toContract(merged.parameters, parsed, definitions, report);
  const body = resolveBody(inBody, declarations.consumes, method, definitions.lookup, report);
  checkDefinitionNames(declarations, definitions, report);
  checkWeaker(declarations.security, inherited?.layer.security, definitions, report);
  checkWeakerParameters(own.parameters, inherited?.layer.parameters, definitions, report);
  const hasStream = merged.responses.some(({ value }) => responses.isStream(value.schema, definitions));
  checkDescribed(declarations.described, merged.described, { method, hasStream }, report);
  const paging = list.paginate?.(all);
  const [operationId] = declaredValues(declarations.described, idDirective);
  const named = { method, path: route.template.text, ...defined({ operationId: operationId?.value ?? handler.name }) };
  const contract: Operation = {
    id: parsed.path,
    ...defined({ webhook: route.webhook }),
    ...named,
    ...describedTexts(declarations),
    ...contractFields(merged.described, { ...named, hasStream }),
    ...(merged.extensions.length > 0 && {
      extensions: Object.fromEntries(merged.extensions.map(({ value }) => value)),
    }),
    parameters: paging === undefined ? all : adaptParameters(all, merged.parameters, paging),
    ...defined({ body }),
    responses: responses.toContract(merged, declarations.produces, definitions),
    ...(merged.security.length > 0 && { security: alternatives(merged) }),
    ...defined({ paging }),
  };
  if (handler.isGenerator && !hasStream) report(messages.generatorHandler(handler.at));
  checkTypeNames(parsed, contract, report);
  const whole = withCustom(contract, merged.described, definitions.document, report);
  const expanded = expandSchemas(whole, route.at, definitions.schemas, report);
  const places = { body: inBody[0]?.at, responses: merged.responses };
  checkWholeBodies(expanded, places, definitions.lookup.resolve, report);
  return {
    contract: expanded,
    template: route.template,
    templateKey: templateKey(route.template),
    handler,
    guard: parsed.guard,
    declarations,
    thrown: parsed.thrown,
    written: parsed.written,
    inherited,
    pathAt: route.at,
    idAt: operationId?.at ?? handler.at,
    toolAt: declaredValues(declarations.described, toolDirective)[0]?.at ?? operationId?.at ?? handler.at,
  };
}

/**
 * The operation's own part of its contract.
 *
 * @param added The parameters of the built-in includes of lists.
 */
function readLayer(
  { route, declarations }: ParsedOperation,
  method: Method,
  ownResponses: Layer['responses'],
  added: parameters.AddedParameters,
  definitions: Definitions,
  report: Report,
): Layer {
  return {
    ...declarations,
    parameters: parameters.resolveParameters(
      declarations,
      route.template,
      (parameter) => parameters.placeByMethod(parameter, method),
      definitions,
      report,
      added,
    ),
    responses: ownResponses,
  };
}

/** An operation with each of its schemas expanded; reports one that is too large. */
export function expandSchemas(
  contract: Operation,
  at: Location,
  schemas: Definitions['schemas'],
  report: Report,
): Operation {
  const tooLarge = (): unknown => report(messages.expandedTooFar(at, contract.operationId ?? contract.path));
  const find = (name: string): SchemaDefinition | undefined => schemas.get(name);
  return mapOperationSchemas(contract, (schema) => expandOr(schema, find, tooLarge));
}

/** Reports a handler or a guard whose type names another operation. */
function checkTypeNames({ handler, guard }: ParsedOperation, operation: Operation, report: Report): void {
  const operationId = typeNameOf(operation);
  const key = typeRouteOf(operation);
  for (const { value, at } of handler.typedAs)
    if (value !== operationId && value !== key) report(messages.otherOperation(at, value, operationId, key));
  checkOwnType(guard, operation, report);
}

/** An object without the properties that are undefined. */
function defined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** The method from the name, otherwise from the directive, otherwise GET. */
function resolveMethod({ route, declarations }: ParsedOperation, report: Report): Method {
  const [declared, ...others] = declarations.methods;
  for (const other of others) report(messages.repeatedMethod(other.at, declared!.at));
  if (route.method === undefined) return declared?.value ?? 'GET';
  if (declared !== undefined && declared.value !== route.method.value) {
    report(messages.methodConflict(declared.at, declared.value, route.method.at, route.method.value));
  }
  return route.method.value;
}

/** The first line of the description is the summary, unless there is a `@summary`. */
export function describedTexts({ described, description }: Declarations): Pick<Operation, 'summary' | 'description'> {
  const [summary] = declaredValues(described, summaryDirective);
  if (summary !== undefined) return { summary: summary.value, ...defined({ description }) };
  if (description === undefined) return {};
  // Code has no summary.
  if (opensFence(description.split('\n', 1)[0]!)) return { description };
  // Blank lines part the summary from the description.
  const [first, , rest] = /^([^\n]*)(\n+|$)([^]*)$/.exec(description)!.slice(1) as [string, string, string];
  return { summary: first, ...(rest !== '' && { description: rest }) };
}

/** `none` alone requires no authentication; with others, it makes them optional. */
function alternatives({ security }: Layer): NonNullable<Operation['security']> {
  const requirements = security.map((requirement) => requirement.value);
  return requirements.length === 1 && Object.keys(requirements[0]!).length === 0 ? [] : requirements;
}
