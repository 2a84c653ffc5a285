import type { Hover } from 'vscode-languageserver';
import { BUILT_IN } from '../../build/compiler/definitions/built-in.ts';
import type { SetDefinition } from '../../build/compiler/definitions/model.ts';
import { positionOf } from '../../build/compiler/diagnostics/source.ts';
import { directiveForm } from '../../directives/vocabulary.ts';
import { listInclude } from '../../build/compiler/language/list-includes.ts';
import { operatorsOf } from '../../build/compiler/operations/filters.ts';
import { scalarOf } from '../../build/compiler/operations/rows.ts';
import { facetMeaning } from '../../build/compiler/language/facet-meanings.ts';
import { slicePassage } from '../../build/compiler/comment/comment.ts';
import { parseType } from '../../build/compiler/language/type.ts';
import { splitPlace } from '../../build/compiler/language/parameter.ts';
import type { Body, Parameter, Schema } from '../../shared/contract/operation.ts';
import { constraintText } from '../../shared/schema/constraint-text.ts';
import { keywordRow } from '../../shared/schema/keywords.ts';
import { resolverOf } from '../../shared/schema/references.ts';
import { namedSchema } from '../../shared/schema/named-types.ts';
import { PHRASES } from '../../build/openapi/write/response.ts';
import type { CommentPlace } from './comment-place.ts';
import { explainEvent } from './event-names.ts';
import { rowsAt } from './list-rows.ts';
import { explainOperation } from './explain-operation.ts';
import { rangeOf } from './positions.ts';
import { partAt } from './symbol-at.ts';
import { occurrencesOf } from './symbols.ts';

/** Explains the element at a place: a directive, a type, a name, a facet, a status. */
export function hover(place: CommentPlace): Hover | undefined {
  const { directive, offset, source } = place;
  if (directive === undefined) return undefined;
  if (offset <= directive.at.span.end) {
    const text = explainDirective(place, directive.name);
    return text === undefined ? undefined : { contents: markdown(text), range: rangeOf(directive.at) };
  }
  const found = partAt(place);
  const value = found && explainPart(place, found);
  const span = found?.name ?? found?.part;
  return value === undefined ? undefined : { contents: markdown(value), range: rangeOf({ source, span: span! }) };
}

function markdown(value: string): { readonly kind: 'markdown'; readonly value: string } {
  return { kind: 'markdown', value };
}

function explainDirective({ operation, project, source }: CommentPlace, name: string): string | undefined {
  const form = directiveForm(name, source);
  if (form === undefined) return undefined;
  const text = `\`@${name}\`: ${form.meaning}\n\n\`\`\`js\n${form.example}\n\`\`\``;
  if (name !== 'param-include' || operation === undefined) return text;
  return `${text}\n\n${explainOperation(operation, project.compilation()!)}`;
}

function explainPart(place: CommentPlace, { part, name }: NonNullable<ReturnType<typeof partAt>>): string | undefined {
  const text = place.source.text.slice(part.start, part.end);
  if (name !== undefined) return explainType(place, name.name);
  switch (part.role) {
    case 'type':
      return schemaText(place, part.start, part.end);
    case 'facet':
      return facetMeaning(text) && `\`${text}\`: ${facetMeaning(text)} Takes ${keywordRow(text)!.takes}.`;
    case 'status':
      return PHRASES[text] && `${text} ${PHRASES[text]}`;
    case 'include':
      return explainSet(place, text) ?? explainBuiltIn(text);
    case 'name':
      return explainParameter(place, text);
    case 'row-property':
      return explainProperty(place, text);
    case 'event': {
      const event = place.project.compilation()!.events.find(({ contract }) => contract.event === text);
      return event && explainEvent(event);
    }
    case 'scheme':
      return json(place.project.compilation()!.document.components?.securitySchemes?.[text]);
    default:
      return undefined;
  }
}

/** A parameter or a property of a body: where it is, its type, its constraints and its default. */
function explainParameter({ operation, directive, project }: CommentPlace, text: string): string | undefined {
  if (operation === undefined || directive?.name !== 'param') return undefined;
  const { parameters, body } = operation.contract;
  const [location, name] = splitPlace(text);
  const parameter = parameters.find((one) => one.name === name && (location === undefined || one.in === location));
  const found = parameter ?? bodyPart(body, name);
  if (found === undefined) return undefined;
  const { schemas } = project.compilation()!;
  const { $ref, ...own } = found.schema;
  const target = typeof $ref === 'string' ? resolverOf(schemas)($ref) : undefined;
  const constraints = constraintText({ ...(typeof target === 'object' ? target : {}), ...own });
  const facts = [found.in, found.required ? 'required' : 'optional', ...(constraints === '' ? [] : [constraints])];
  return [
    `\`${name}\`: ${facts.join(', ')}.`,
    ...(found.description === undefined ? [] : [found.description]),
    json(found.schema)!,
  ].join('\n\n');
}

type Described = Pick<Parameter, 'schema' | 'required' | 'description'> & { readonly in: string };

/** The whole body, or a property of it. */
function bodyPart(body: Body | undefined, name: string): Described | undefined {
  const [content] = body?.content ?? [];
  if (body === undefined || content === undefined) return undefined;
  if (name === 'body') return { ...body, in: 'body', schema: content.schema };
  const { properties = {}, required = [] } = content.schema as {
    readonly properties?: { readonly [name: string]: Schema };
    readonly required?: readonly string[];
  };
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return schema && { in: 'body', schema, required: required.includes(name) };
}

/** A type as the schema that it becomes; a definition with its comment and its uses. */
function explainType(place: CommentPlace, name: string): string | undefined {
  const builtIn = namedSchema(name);
  if (builtIn !== undefined) return json(builtIn);
  if (name === 'void') return '`void`: no body.';
  const compilation = place.project.compilation()!;
  const definition = compilation.definitions.schemas.get(name);
  if (definition === undefined) return undefined;
  const { description, ...schema } = definition.schema;
  const parameters = definition.typeParameters.length > 0 ? `<${definition.typeParameters.join(', ')}>` : '';
  return [
    `**${name}${parameters}** (${definition.at.source.file})`,
    ...(typeof description === 'string' ? [description] : []),
    json(schema)!,
    ...usesOf(place, 'schema', name),
  ].join('\n\n');
}

function explainSet(place: CommentPlace, name: string): string | undefined {
  const { parameters, responses } = place.project.compilation()!.definitions;
  const kind = place.directive!.name === 'param-include' ? 'parameters' : 'responses';
  const set = (kind === 'parameters' ? parameters : responses).get(name);
  if (set === undefined) return undefined;
  return [`**${name}** (${set.at.source.file})`, entriesText(set), ...usesOf(place, kind, name)].join('\n\n');
}

function explainBuiltIn(name: string): string | undefined {
  const row = listInclude(name);
  return row && `\`${name}\`: ${row.meaning}\n\n\`\`\`js\n@param-include ${row.example}\n\`\`\``;
}

/** A property of the rows of a list, with its operators and the schema that a filter inherits. */
function explainProperty(place: CommentPlace, name: string): string | undefined {
  const rows = rowsAt(place);
  const scalar = rows && scalarOf(rows, { value: name, at: rows.at }, 'filter', () => {});
  if (rows === undefined || scalar === undefined) return undefined;
  const schema = scalar.schemas.length === 1 ? scalar.schemas[0] : { allOf: scalar.schemas };
  return [`\`${name}\`: operators ${operatorsOf(scalar, rows.resolve).join(', ')}.`, json(schema)!].join('\n\n');
}

function entriesText({ entries, includes }: SetDefinition<object>): string {
  const lines = entries.map(({ value }) => {
    const { name, in: location, status, description } = value as { readonly [field: string]: unknown };
    const label =
      name === undefined ? status : `${location === undefined ? '' : `${String(location)}.`}${String(name)}`;
    return `- \`${String(label)}\`${typeof description === 'string' ? ` - ${description}` : ''}`;
  });
  return [...includes.map(({ value }) => `- includes \`${value}\``), ...lines].join('\n');
}

/** The operations and definitions that use a definition. */
function usesOf(place: CommentPlace, kind: 'schema' | 'parameters' | 'responses', name: string): string[] {
  const uses = occurrencesOf(place.project.compilation()!, { kind, name }).filter(({ isDefinition }) => !isDefinition);
  const files = [...new Set(uses.map(({ at }) => `${at.source.file}:${positionOf(at).line}`))].filter(
    (file) => !file.startsWith(BUILT_IN),
  );
  if (files.length === 0) return [];
  const more = files.length > 5 ? `, and ${files.length - 5} more` : '';
  return [`Used ${files.length === 1 ? 'once' : `${files.length} times`}: ${files.slice(0, 5).join(', ')}${more}`];
}

function schemaText({ source }: CommentPlace, start: number, end: number): string | undefined {
  const passage = { source, start: 0, text: source.text };
  return json(parseType(slicePassage(passage, start, end), () => {}).schema);
}

function json(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value, null, 2);
  return `\`\`\`json\n${text.length > 1500 ? `${text.slice(0, 1500)}\n...` : text}\n\`\`\``;
}
