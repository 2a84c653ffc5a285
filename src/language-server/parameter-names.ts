import type { Edit } from '../compiler/diagnostics/diagnostic.ts';
import type { SourceText } from '../compiler/diagnostics/source.ts';
import type { Place } from '../contract/enforcement.ts';
import { clientCalls } from './code-names.ts';
import type { Node } from './syntax-walk.ts';
import { eachNode } from './syntax-walk.ts';

/** A parameter by its location and name. */
export interface ParameterName {
  readonly place: Place | 'body';
  readonly name: string;
}

/** What an expression or a pattern stands for in a handler: `ctx.input`, or the parameters of the location. */
type Role = 'input' | 'parameters' | 'other';

/** Writes the edits that rename a parameter where a handler reads it: `ctx.input.path.id`, `ctx.params.id`, `const { id } = ctx.input.path`. */
export function editReads(source: SourceText, parameter: ParameterName, to: string): Edit[] {
  const { keys, locals } = readPatterns(source, parameter);
  const found = keys.map((property) => editKey(source, property, to));
  eachNode(source, (node) => {
    if (node.type !== 'MemberExpression' || keyOf(node) !== parameter.name) return;
    if (roleOf(node['object'] as Node, parameter, locals) === 'parameters') found.push(editMember(source, node, to));
  });
  return found;
}

/** Finds the keys of a parameter in patterns, and the variables that are the parameters of its location: `const { body } = ctx.input`. */
function readPatterns(
  source: SourceText,
  parameter: ParameterName,
): { readonly keys: readonly Node[]; readonly locals: ReadonlySet<string> } {
  const keys: Node[] = [];
  const locals = new Set<string>();
  const bind = (target: Node, role: Role): void => {
    const inner = target.type === 'AssignmentPattern' ? (target['left'] as Node) : target;
    if (inner.type === 'Identifier' && role === 'parameters') locals.add(String(inner['name']));
    if (inner.type !== 'ObjectPattern') return;
    for (const property of inner['properties'] as readonly Node[]) {
      if (property.type !== 'Property') continue;
      const key = keyOf(property);
      if (role === 'parameters' && key === parameter.name) keys.push(property);
      bind(property['value'] as Node, memberRole(role, key, parameter));
    }
  };
  eachNode(source, (node, field) => {
    if (node.type === 'VariableDeclarator')
      bind(node['id'] as Node, roleOf(node['init'] as Node | null, parameter, locals));
    else if (field === 'params' && node.type === 'ObjectPattern') bind(node, 'other');
  });
  return { keys, locals };
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
    const values = propertyOf(isRequest ? second : first, place)?.['value'] as Node | undefined;
    const property = propertyOf(values, name);
    if (property !== undefined) found.push(editKey(source, property, to));
  });
  return found;
}

/** Writes the edits of the texts that name an operation by its method and path: `Context<'GET /books/{id}'>`. */
export function editRoutes(source: SourceText, routes: ReadonlySet<string>, name: string, to: string): Edit[] {
  const found: Edit[] = [];
  eachNode(source, (node) => {
    if (node.type !== 'Literal' || !routes.has(String(node['value']))) return;
    const at = source.text.slice(node.start, node.end).indexOf(`{${name}}`);
    if (at !== -1) found.push(edit(source, node.start + at + 1, node.start + at + 1 + name.length, to));
  });
  return found;
}

function propertyOf(object: Node | undefined, name: string): Node | undefined {
  if (object?.type !== 'ObjectExpression') return undefined;
  return (object['properties'] as readonly Node[]).find((one) => one.type === 'Property' && keyOf(one) === name);
}

/** The name of a property: `a.b`, `a['b']`, `{ b }`, `{ 'b': c }`. */
function keyOf(node: Node): string | undefined {
  const key = (node['property'] ?? node['key']) as Node;
  if (key.type === 'Literal') return String(key['value']);
  return node['computed'] === true ? undefined : (key['name'] as string | undefined);
}

function roleOf(node: Node | null, parameter: ParameterName, locals: ReadonlySet<string>): Role {
  if (node === null) return 'other';
  const inner = node['expression'] as Node | undefined;
  if (inner !== undefined) return roleOf(inner, parameter, locals);
  if (node.type === 'Identifier') {
    const name = String(node['name']);
    return locals.has(name) ? 'parameters' : memberRole('other', name, parameter);
  }
  return node.type === 'MemberExpression'
    ? memberRole(roleOf(node['object'] as Node, parameter, locals), keyOf(node), parameter)
    : 'other';
}

function memberRole(role: Role, key: string | undefined, { place }: ParameterName): Role {
  if (key === 'params' && place === 'path' && role === 'other') return 'parameters';
  if (key === 'input' && role === 'other') return 'input';
  return role === 'input' && key === place ? 'parameters' : 'other';
}

function edit(source: SourceText, start: number, end: number, text: string): Edit {
  return { at: { source, span: { start, end } }, text };
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** `a.b` -> `a.c`, or `a['c']` if the name needs quotes. */
function editMember(source: SourceText, node: Node, to: string): Edit {
  const { start, end, type } = node['property'] as Node;
  if (type === 'Literal') return edit(source, start, end, quoted(to));
  if (IDENTIFIER.test(to)) return edit(source, start, end, to);
  const isOptional = source.text.slice(0, start).endsWith('?.');
  return edit(source, isOptional ? start : start - 1, end, `[${quoted(to)}]`);
}

/** `{ b }` -> `{ c: b }`, `{ b: d }` -> `{ c: d }`. */
function editKey(source: SourceText, property: Node, to: string): Edit {
  const { start, end } = property['key'] as Node;
  const key = property['computed'] !== true && IDENTIFIER.test(to) ? to : quoted(to);
  const isShorthand = property['shorthand'] === true;
  return edit(source, start, end, isShorthand ? `${key}: ${source.text.slice(start, end)}` : key);
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
