import { quoteText } from '../../build/codegen/literal.ts';
import type { Edit } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { Location, SourceText } from '../../build/compiler/diagnostics/source.ts';
import { isSpanIn } from '../../build/compiler/diagnostics/source.ts';
import { clientCalls } from './code-names.ts';
import type { ParameterName } from './parameter-roles.ts';
import { propertyKeyOf, readRoles } from './parameter-roles.ts';
import type { Node } from './syntax-walk.ts';
import { eachNode } from './syntax-walk.ts';

/** Writes the edits that rename a parameter where a handler reads it: `ctx.input.path.id`, `ctx.params.id`, `const { id } = ctx.input.path`. */
export function editReads(source: SourceText, parameter: ParameterName, to: string): Edit[] {
  // Fast path: most modules don't mention it.
  if (!source.text.includes(parameter.name)) return [];
  const { keys, roleOf } = readRoles(source, parameter);
  const found = keys.map((property) => editKey(source, property, to));
  eachNode(source, (node) => {
    if (isTestOf(node, parameter) && roleOf(node['right'] as Node) === 'parameters') {
      const { start, end } = node['left'] as Node;
      found.push(edit(source, start, end, quoteText(to)));
    }
    if (node.type !== 'MemberExpression' || propertyKeyOf(node) !== parameter.name) return;
    if (roleOf(node['object'] as Node) === 'parameters') found.push(editMember(source, node, to));
  });
  return found;
}

/** `'id' in ctx.params` */
function isTestOf({ type, operator, left }: Node, { name }: ParameterName): boolean {
  return type === 'BinaryExpression' && operator === 'in' && (left as Node)['value'] === name;
}

const WRAPPER = /^(?:ChainExpression|ParenthesizedExpression|TS\w+Expression)$/;

/**
 * Finds where a guard may read a parameter in a way that {@link editReads} doesn't see: all parameters go to a function or are read by a name that is
 * computed, or a function gets the name.
 */
export function hiddenReads(source: SourceText, parameter: ParameterName): Location[] {
  const { roleOf } = readRoles(source, parameter);
  const patterns: Node[] = [];
  const found: Node[] = [];
  eachNode(source, (node, field, parent) => {
    if (node.type === 'VariableDeclarator') patterns.push(node['id'] as Node);
    if (Array.isArray(node['params'])) patterns.push(...(node['params'] as readonly Node[]));
    if (isNameIn(node, field, parent, parameter)) found.push(node);
    if (!/^(?:Identifier|MemberExpression)$/.test(node.type) && !WRAPPER.test(node.type)) return;
    if (parent === undefined || WRAPPER.test(parent.type) || /^(?:property|key|id|local)$/.test(field)) return;
    if (patterns.some((each) => isSpanIn(node, each))) return;
    if (roleOf(node) !== 'other' && !isSeen(field, parent, parameter)) found.push(node);
  });
  return found.map(({ start, end }) => ({ source, span: { start, end } }));
}

/** Whether all that becomes of the parameters here is seen: a property is read, or a variable gets them. */
function isSeen(field: string, parent: Node, parameter: ParameterName): boolean {
  if (parent.type === 'MemberExpression') return field === 'object' && propertyKeyOf(parent) !== undefined;
  return parent.type === 'VariableDeclarator' || isTestOf(parent, parameter);
}

/** Whether a text is the name, which a function gets: `ownedBy('id')`. The names of headers have no letter case. */
function isNameIn({ value }: Node, field: string, parent: Node | undefined, { place, name }: ParameterName): boolean {
  if (typeof value !== 'string' || !/^(?:arguments|property)$/.test(field)) return false;
  if (place === 'header') return value.toLowerCase() === name.toLowerCase();
  return parent?.type !== 'MemberExpression' && value === name;
}

/** Operations by their names, and by their methods and paths. */
export interface CalledOperations {
  readonly ids: ReadonlySet<string>;
  /** `GET /books/{id}`. */
  readonly routes: ReadonlySet<string>;
}

/** Writes the edits that rename a parameter in the calls of the generated client: `client.getBook({ path: { id } })`. */
export function editCalls(
  source: SourceText,
  { ids, routes }: CalledOperations,
  isClientModule: (request: string) => boolean,
  { place, name }: ParameterName,
  to: string,
): Edit[] {
  if (!source.text.includes(name)) return [];
  const members = new Set(
    clientCalls(source, new Set([...ids, 'request']), isClientModule).map(({ span }) => span.start),
  );
  const found: Edit[] = [];
  if (members.size === 0) return found;
  eachNode(source, (node) => {
    const member = (node['callee'] as Node | undefined)?.['property'] as Node | undefined;
    if (node.type !== 'CallExpression' || member === undefined || !members.has(member.start)) return;
    const [first, second] = node['arguments'] as readonly Node[];
    const isRequest = first?.type === 'Literal';
    if (isRequest && !routes.has(String(first['value']))) return;
    const values = propertyNode(isRequest ? second : first, place)?.['value'] as Node | undefined;
    const property = propertyNode(values, name);
    if (property !== undefined) found.push(editKey(source, property, to));
  });
  return found;
}

/** A parameter in a path: of one segment, or the rest. */
export function bracesOf(name: string): readonly [single: string, rest: string] {
  return [`{${name}}`, `{${name}...}`];
}

/** Writes the edits of the texts that name an operation by its method and path: `Context<'GET /books/{id}'>`. */
export function editRoutes(source: SourceText, routes: ReadonlySet<string>, name: string, to: string): Edit[] {
  const found: Edit[] = [];
  const braces = bracesOf(name);
  if (!braces.some((text) => source.text.includes(text))) return found;
  eachNode(source, (node) => {
    if (node.type !== 'Literal' || !routes.has(String(node['value']))) return;
    const written = source.text.slice(node.start, node.end);
    const at = Math.max(...braces.map((text) => written.indexOf(text)));
    if (at !== -1) found.push(edit(source, node.start + at + 1, node.start + at + 1 + name.length, to));
  });
  return found;
}

function propertyNode(object: Node | undefined, name: string): Node | undefined {
  if (object?.type !== 'ObjectExpression') return undefined;
  return (object['properties'] as readonly Node[]).find(
    (one) => one.type === 'Property' && propertyKeyOf(one) === name,
  );
}

function edit(source: SourceText, start: number, end: number, text: string): Edit {
  return { at: { source, span: { start, end } }, text };
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** `a.b` -> `a.c`, or `a['c']` if the name needs quotes. */
function editMember(source: SourceText, node: Node, to: string): Edit {
  const { start, end, type } = node['property'] as Node;
  if (type === 'Literal') return edit(source, start, end, quoteText(to));
  if (IDENTIFIER.test(to)) return edit(source, start, end, to);
  const isOptional = source.text.slice(0, start).endsWith('?.');
  return edit(source, isOptional ? start : start - 1, end, `[${quoteText(to)}]`);
}

/** `{ b }` -> `{ c: b }`, `{ b: d }` -> `{ c: d }`. */
function editKey(source: SourceText, property: Node, to: string): Edit {
  const { start, end } = property['key'] as Node;
  const key = property['computed'] !== true && IDENTIFIER.test(to) ? to : quoteText(to);
  const isShorthand = property['shorthand'] === true;
  return edit(source, start, end, isShorthand ? `${key}: ${source.text.slice(start, end)}` : key);
}
