import { BODY_METHODS } from '../../../build/compiler/operations/parameters.ts';
import type { DirectiveDescription } from '../../../directives/directive-description.ts';
import { DESCRIBED } from '../../../directives/table.ts';
import { nameOfOperation } from '../../../shared/contract/operation.ts';
import type { Operation, SecurityRequirement } from '../../../shared/contract/operation.ts';
import { isPathParameter } from '../../../shared/contract/rest-parameter.ts';
import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import { customLines } from '../documented-custom.ts';
import { securityLines } from '../writable.ts';
import { commentLines } from './comment-lines.ts';
import { directiveLines } from './directive-lines.ts';
import type { NamedDefinitions } from './body-lines.ts';
import { bodyLines } from './body-lines.ts';
import type { Pool } from './definition-files.ts';
import type { SharedSets } from './shared-sets.ts';
import { parameterLines } from './input-lines.ts';
import { responseLines } from './response-lines.ts';
import { extensionLines } from './value-lines.ts';

const ROWS: readonly DirectiveDescription[] = DESCRIBED;

/** The inputs of the lines of an operation. */
export interface Writing {
  /** The custom directives of the project. */
  readonly custom: CustomDirectives;
  readonly pool: Pool;
  readonly sets: SharedSets;
  /** The built-in sets of parameters that the operation includes. */
  readonly includes: readonly string[];
  /** The security of the document. */
  readonly security: readonly SecurityRequirement[];
  /** The schemas of the pool, as the compiler looks them up. */
  readonly schemas: NamedDefinitions;
}

/** The parts of a file that its comment depends on. */
export interface FileNaming {
  /** The name of the handler's function, if it gives an operationId. */
  readonly functionName: string | undefined;
  /** Whether the name of the file has no method. */
  readonly needsMethod: boolean;
  /** The requirements of its lines with `(weaker)`, if they replace those of a directory: the description doesn't know these. */
  readonly marked?: readonly SecurityRequirement[];
  /** The lines of its comment that no description has. */
  readonly kept?: readonly string[];
}

/** The lines of an operation's comment. */
export function operationLines(
  operation: Operation,
  { functionName, needsMethod, marked, kept = [] }: FileNaming,
  writing: Writing,
): string[] {
  const { method, summary, description, operationId, security, extensions = {} } = operation;
  const owner = nameOfOperation(operation);
  const text = [summary, description].filter((part) => part !== undefined).join('\n');
  if (operation.event !== undefined) {
    const others = ROWS.flatMap((row) => directiveLines(row, operation));
    const own = Object.entries(extensions).flatMap(([name, value]) => extensionLines(name, value));
    return commentLines(text === '' ? [] : text.split('\n'), [
      ...others,
      ...kept,
      ...own,
      ...payloadLines(operation, writing),
    ]);
  }
  const directives = [
    ...(needsMethod && method !== 'GET' ? [`@${method}`] : []),
    ...(operationId === undefined || operationId === functionName ? [] : [`@operationId ${operationId}`]),
    ...ROWS.flatMap((row) => directiveLines(row, operation)),
    ...kept,
    ...customLines(operation, writing.custom),
    ...securityLines(security, writing.security, marked),
    ...Object.entries(extensions).flatMap(([name, value]) => extensionLines(name, value)),
    ...inputLines(operation, owner, writing),
    ...outputLines(operation, owner, writing),
  ];
  return commentLines(text === '' ? [] : text.split('\n'), directives);
}

function inputLines(
  operation: Operation,
  owner: string,
  { pool, sets, includes, schemas }: Writing,
): readonly string[] {
  const { parameters, body, path, method } = operation;
  const names = parameters.flatMap((parameter) => sets.nameOf(parameter) ?? []);
  const own = parameters.filter((parameter) => sets.nameOf(parameter) === undefined);
  const scope = pool.scope(owner);
  return [
    ...includeLines('param-include', [...includes, ...names]),
    ...own.flatMap((parameter) => parameterLines(parameter, prefixOf(parameter, path, method), scope) ?? []),
    ...(body === undefined ? [] : (bodyLines(operation, body, scope, schemas) ?? [])),
  ];
}

/** The location is the path by default, and the query for methods without a body. */
function prefixOf({ name, in: place }: Operation['parameters'][number], path: string, method: string): string {
  if (place === 'path' || place !== 'query') return place === 'path' ? '' : `${place}.`;
  const isMisread = isPathParameter(path, name) || name.includes('.') || name === 'body';
  return isMisread || (BODY_METHODS as readonly string[]).includes(method) ? 'query.' : '';
}

function outputLines({ responses }: Operation, owner: string, { pool, sets }: Writing): string[] {
  const names = responses.flatMap((response) => sets.nameOf(response) ?? []);
  const own = responses.filter((response) => sets.nameOf(response) === undefined);
  return [
    ...own.flatMap((response) => responseLines(response, pool.scope(owner))),
    ...includeLines('returns-include', names),
  ];
}

/** The lines of an event's payload, which are those of a response except for their beginning. */
function payloadLines({ event = '', responses }: Operation, { pool }: Writing): string[] {
  const [first = '', ...rest] = responseLines(responses[0]!, pool.scope(event));
  return [first.replace(/^@returns (\{.*?\}) 200(?: application\/json)?(?= - |$)/, '@payload $1'), ...rest];
}

function includeLines(directive: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`@${directive} ${names.join(', ')}`];
}
