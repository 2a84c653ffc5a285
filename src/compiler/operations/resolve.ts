import type { Method, Operation, PagingLimits, Schema } from '../../contract/operation.ts';
import type { PathTemplate } from '../../contract/path-template.ts';
import { templateKey } from '../../contract/path-template.ts';
import type { Declarations } from '../language/declared.ts';
import { checkReferences, checkUntyped } from '../definitions/consistency.ts';
import type { Definitions } from '../definitions/collect.ts';
import { includesSet } from '../definitions/includes.ts';
import { expandOr } from '../../schema/expand.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Handler } from './handler.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ParsedOperation } from './parse.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { resolveBody } from './body.ts';
import { adaptParameters, paginate } from './list.ts';
import { checkSecurity } from './security.ts';
import * as parameters from './parameters.ts';
import * as responses from './responses.ts';

/** An operation of the tree: its contract, and the source location of each part. */
export interface CompiledOperation {
  readonly contract: Operation;
  readonly template: PathTemplate;
  /** The same for all templates that match the same requests: `/pets/{}`. */
  readonly templateKey: string;
  readonly handler: Handler;
  readonly declarations: Declarations;
  /** The part of the file's path that is the path template. */
  readonly pathAt: Location;
  /** The location of `@operationId`, or of the function's name. */
  readonly idAt: Location;
}

/** Builds an operation from its file and its includes. */
export function resolveOperation(
  parsed: ParsedOperation,
  definitions: Definitions,
  limits: PagingLimits,
  report: Report,
): CompiledOperation {
  const { route, handler, declarations } = parsed;
  const method = resolveMethod(parsed, report);
  const placed = parameters.resolveParameters(parsed, method, definitions, report);
  const inBody = placed.filter(({ value }) => value.place === 'body');
  const declared = responses.resolveResponses(declarations, definitions, report);
  const all = parameters.toContract(placed, parsed, report);
  const body = resolveBody(inBody, declarations.consumes, method, definitions.schemas, report);
  for (const each of declarations.parameterIncludes) checkInclude(each, definitions.parameters, report);
  for (const each of declarations.responseIncludes) checkInclude(each, definitions.responses, report);
  checkReferences(declarations.references, definitions, report);
  checkUntyped(declarations.untyped, definitions, report);
  checkSecurity(declarations.security, definitions.document, report);
  const include = declarations.parameterIncludes.find((one) => includesSet(one, definitions.parameters, 'paging'));
  const paging =
    include && paginate({ parsed, responses: declared, parameters: all, at: include.at }, definitions, limits, report);
  const operationId = declarations.operationId[0];
  const contract: Operation = {
    id: parsed.path,
    method,
    path: route.template.text,
    ...defined({ operationId: operationId?.value ?? handler.name }),
    ...describe(declarations),
    ...metadata(declarations),
    parameters: paging === undefined ? all : adaptParameters(all, placed, paging),
    ...defined({ body }),
    responses: responses.toContract(declared, declarations, definitions),
    ...(declarations.security.length > 0 && { security: alternatives(declarations) }),
    ...defined({ paging }),
  };
  for (const name of handler.typedAs) checkName(name, contract, report);
  const expand = (schema: Schema): Schema =>
    expandOr(
      schema,
      (name) => definitions.schemas.get(name),
      () => report(messages.expandedTooFar(route.at, contract.operationId ?? contract.path)),
    );
  return {
    contract: mapSchemas(contract, expand),
    template: route.template,
    templateKey: templateKey(route.template),
    handler,
    declarations,
    pathAt: route.at,
    idAt: operationId?.at ?? handler.at,
  };
}

/** An operation with each of its schemas replaced. */
function mapSchemas(contract: Operation, replace: (schema: Schema) => Schema): Operation {
  const each = <T extends { readonly schema: Schema }>(parts: readonly T[]): readonly T[] =>
    parts.map((part) => {
      const schema = replace(part.schema);
      return schema === part.schema ? part : { ...part, schema };
    });
  const { parameters: all, body, responses: declared } = contract;
  return {
    ...contract,
    parameters: each(all),
    ...(body !== undefined && { body: { ...body, content: each(body.content) } }),
    responses: declared.map((response) => ({
      ...response,
      content: each(response.content),
      ...(response.headers !== undefined && { headers: each(response.headers) }),
    })),
  };
}

/** Reports a handler whose type names another operation. */
function checkName({ value, at }: Declared<string>, { operationId, method, path }: Operation, report: Report): void {
  const key = `${method} ${path}`;
  if (value !== operationId && value !== key) report(messages.otherOperation(at, value, operationId, key));
}

/** An object without the properties that are undefined. */
function defined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function checkInclude({ value, at }: Declared<string>, known: ReadonlyMap<string, unknown>, report: Report): void {
  if (!known.has(value)) report(messages.unknownInclude(at, value, [...known.keys()]));
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
function describe({ summary, description }: Declarations): Pick<Operation, 'summary' | 'description'> {
  if (summary[0] !== undefined) return { summary: summary[0].value, ...defined({ description }) };
  if (description === undefined) return {};
  const [first, ...rest] = description.split('\n');
  return { summary: first!, ...(rest.length > 0 && { description: rest.join('\n') }) };
}

function metadata({ tags, deprecated, see, internal, extensions }: Declarations): Partial<Operation> {
  return {
    ...(tags.length > 0 && { tags: [...new Set(tags.map((tag) => tag.value))] }),
    ...defined({ deprecated: deprecated[0]?.value }),
    ...(see.length > 0 && { see: see.map((entry) => entry.value) }),
    ...(internal.length > 0 && { internal: true }),
    ...(extensions.length > 0 && { extensions: Object.fromEntries(extensions.map((extension) => extension.value)) }),
  };
}

/** `none` alone requires no authentication; beside others it makes them optional. */
function alternatives({ security }: Declarations): NonNullable<Operation['security']> {
  const requirements = security.map((requirement) => requirement.value);
  return requirements.length === 1 && Object.keys(requirements[0]!).length === 0 ? [] : requirements;
}
