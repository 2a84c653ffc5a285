import { routeOf } from '../../shared/contract/operation.ts';
import type { AccessRules } from '../../build/compiler/operations/caller-access.ts';
import { accessOf } from '../../build/compiler/operations/caller-access.ts';
import type { Compilation, CompiledEvent, CompiledOperation } from '../../build/compiler/compile.ts';
import type { DeclaredParameter } from '../../build/compiler/language/declared.ts';
import type { Declared, Location } from '../../build/compiler/diagnostics/source.ts';
import type { ContractPart } from '../openapi/compare/contract.ts';
import type { LocatedContract } from './finding.ts';

/** Makes a function that finds the line of a comment or of a definition that declares a part. */
export function locatorOf(compilation: Compilation): LocatedContract['locate'] {
  const { operations, events, definitions } = compilation;
  const sent = new Map(events.map((event) => [event.contract.event, event]));
  const compiled = new Map(operations.map((operation) => [routeOf(operation.contract), operation]));
  return (part) => {
    const { definition } = part;
    const at = definition && definitions.schemas.get(definition.name)?.at;
    if (at !== undefined) return locateProperty(at, definition!.path);
    const event = part.operation.event === undefined ? undefined : sent.get(part.operation.event);
    if (event !== undefined) return locateInEvent(event, part);
    const operation = compiled.get(routeOf(part.operation));
    return operation && (locateIncluded(operation, part, definitions) ?? locatePart(operation, part, compilation));
  };
}

/** The payload of an event, or the first line of its comment. */
function locateInEvent({ declarations, comment }: CompiledEvent, { kind }: ContractPart): Location {
  const payload = kind === 'response' ? declarations.responses[0] : undefined;
  return payload?.at ?? firstLine(comment.at);
}

/** The line of a parameter in the definition that an operation includes, which other operations can share. */
function locateIncluded(
  { declarations }: CompiledOperation,
  { kind, name, in: place }: ContractPart,
  { parameters }: Compilation['definitions'],
): Location | undefined {
  if (kind !== 'parameter' || declarations.parameters.some(({ value }) => value.name === name)) return undefined;
  for (const { value: include } of declarations.parameterIncludes) {
    const declared = parameters
      .get(include)
      ?.entries.find(({ value }) => value.name === name && (value.in ?? place) === place);
    if (declared !== undefined && declared.at.source.text !== '') return declared.at;
  }
  return undefined;
}

function locatePart(operation: CompiledOperation, part: ContractPart, rules: AccessRules): Location {
  const { declarations, handler, idAt, pathAt } = operation;
  const operationAt = handler.comment?.at === undefined ? idAt : firstLine(handler.comment.at);
  const { name, status } = part;
  switch (part.kind) {
    case 'operation':
      return operationAt;
    case 'security':
      return accessOf(operation, rules).security[0]?.at ?? operationAt;
    case 'guard':
      return (
        accessOf(operation, rules).guards.find(({ path }) => path === name)?.at ??
        rules.middleware.find(({ path }) => path === name)?.at ??
        operationAt
      );
    case 'directive':
      return directiveLine(operation, name!) ?? operationAt;
    case 'parameter': {
      const declared = declarations.parameters.find(
        ({ value }) => value.name === name && (value.in === undefined || value.in === part.in),
      );
      const includes = declarations.parameterIncludes;
      const included = (includes.find(({ value }) => value !== 'paging') ?? includes[0])?.at;
      return declared?.at ?? included ?? (part.in === 'path' ? pathAt : operationAt);
    }
    case 'body':
      return locateInBody(declarations.parameters, part.path ?? []) ?? declarations.consumes[0]?.at ?? operationAt;
    case 'response':
    case 'header': {
      const response = declarations.responses.find(({ value }) => value.status === status);
      const headers = [...(response?.value.headers ?? []), ...declarations.headers];
      const header = headers.find(({ value }) => value.name.toLowerCase() === name?.toLowerCase());
      const at = part.kind === 'header' ? (header?.at ?? response?.at) : response?.at;
      return at ?? declarations.responseIncludes[0]?.at ?? operationAt;
    }
  }
}

/** The line of a directive, known or not: in the comment of the operation, or of the nearest directory that has it. */
function directiveLine({ handler, inherited }: CompiledOperation, name: string): Location | undefined {
  const outer = (inherited?.contracts ?? []).map(({ comment }) => comment).toReversed();
  return [handler.comment, ...outer]
    .flatMap((comment) => comment?.directives ?? [])
    .find((directive) => directive.name === name)?.at;
}

/** The line that declares a property of the body, or the nearest part around it. */
function locateInBody(
  parameters: readonly Declared<DeclaredParameter>[],
  path: readonly string[],
): Location | undefined {
  const inBody = parameters.filter(({ value }) => value.in === undefined || value.in === 'body');
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join('.').replaceAll('.[]', '[]');
    const declared = inBody.find(({ value }) => value.name === name);
    if (declared !== undefined) return declared.at;
  }
  return inBody.find(({ value }) => value.name === 'body')?.at;
}

/** The first line of a comment that has text. */
function firstLine({ source, span }: Location): Location {
  const [line] = /[^\s/*].*/.exec(source.text.slice(span.start, span.end)) ?? [];
  if (line === undefined) return { source, span };
  const start = source.text.indexOf(line, span.start);
  return { source, span: { start, end: start + line.trimEnd().length } };
}

/** Finds the first mention of a property's name, step by step, from the definition on; otherwise the definition. */
export function locateProperty(at: Location, path: readonly string[]): Location {
  const { source, span } = at;
  let found: Location = at;
  let from = span.end;
  for (const step of path) {
    if (step === '[]' || step === '*') continue;
    const name = step.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    // `name:`, `name?:`, `"name":`, and `@property {string} [name]`.
    const pattern = new RegExp(
      `(?<![\\w$-])${name}(?=["']?\\??\\s*:)|(?<=@prop(?:erty)?\\s+\\{.*\\}\\s+\\[?)${name}(?![\\w$-])`,
    );
    const match = pattern.exec(source.text.slice(from));
    if (match === null) return found;
    const start = from + match.index;
    from = start + match[0].length;
    found = { source, span: { start, end: from } };
  }
  return found;
}
