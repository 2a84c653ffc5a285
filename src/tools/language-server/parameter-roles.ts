import type { SourceText } from '../../build/compiler/diagnostics/source.ts';
import { isSpanIn } from '../../build/compiler/diagnostics/source.ts';
import type { Place } from '../../shared/contract/enforcement.ts';
import type { Node } from './syntax-walk.ts';
import { eachNode } from './syntax-walk.ts';

/** A parameter by its location and name; `auth` is that of the results of security schemes. */
export interface ParameterName {
  readonly place: Place | 'body' | 'auth';
  readonly name: string;
}

/** The meaning of an expression or a pattern in a handler: `ctx.input`, or the parameters of the location. */
type Role = 'input' | 'parameters' | 'other';

/** A variable and the part of the module where it has its meaning. */
interface Binding {
  readonly name: string;
  readonly role: Role;
  readonly scope: Node;
}

/** How a module reads the parameters of a location. */
interface Roles {
  /** The properties of patterns that have the name of the parameter. */
  readonly keys: readonly Node[];
  roleOf(node: Node | null): Role;
}

/** Finds the keys of a parameter in patterns, and the variables that hold the parameters of its location: `const { body } = ctx.input`. */
export function readRoles(source: SourceText, parameter: ParameterName): Roles {
  const keys: Node[] = [];
  const bindings: Binding[] = [];
  const scopes: Node[] = [];
  const roleOf = (node: Node | null): Role => roleIn(bindings, node, parameter);
  const bind = (target: Node | null, role: Role, scope: Node): void => {
    if (target?.type === 'Identifier') bindings.push({ name: String(target['name']), role, scope });
    for (const { value, key, property } of patternParts(target)) {
      if (role === 'parameters' && key === parameter.name && property) keys.push(property);
      bind(value, key === null ? role : memberRole(role, key, parameter), scope);
    }
  };
  eachNode(source, (node, _, parent) => {
    const around = (isScope: (one: Node) => boolean): Node =>
      scopes.findLast((one) => isScope(one) && isSpanIn(node, one))!;
    if (['FunctionDeclaration', 'ClassDeclaration'].includes(node.type))
      bind(node['id'] as Node | null, 'other', around(Boolean));
    if (SCOPE.test(node.type) || isFunction(node)) scopes.push(node);
    if (isFunction(node)) for (const one of node['params'] as readonly Node[]) bind(one, 'other', node);
    if (node.type === 'CatchClause') bind(node['param'] as Node | null, 'other', node);
    if (node.type !== 'VariableDeclarator') return;
    const isWide = parent?.['kind'] === 'var';
    const scope = around((one) => !isWide || one.type === 'Program' || isFunction(one));
    bind(node['id'] as Node, roleOf(node['init'] as Node | null), scope);
  });
  return { keys, roleOf };
}

const SCOPE = /^(?:Program|BlockStatement|StaticBlock|SwitchStatement|CatchClause|For(?:In|Of)?Statement)$/;

function isFunction({ type, params }: Node): boolean {
  return Array.isArray(params) && /Function/.test(type) && !type.startsWith('TS');
}

interface ValuePart {
  readonly value: Node | null;
  /** null where the part has the role of the whole. */
  readonly key: string | undefined | null;
  readonly property?: Node;
}

/** The patterns inside a pattern. */
function patternParts(target: Node | null): readonly ValuePart[] {
  switch (target?.type) {
    case 'AssignmentPattern':
      return [{ value: target['left'] as Node, key: null }];
    case 'RestElement':
      return [{ value: target['argument'] as Node, key: null }];
    case 'ArrayPattern':
      return (target['elements'] as readonly (Node | null)[]).map((value) => ({ value, key: undefined }));
    case 'ObjectPattern':
      return (target['properties'] as readonly Node[]).map((property) =>
        property.type === 'Property'
          ? { value: property['value'] as Node, key: propertyKeyOf(property), property }
          : { value: property, key: null },
      );
    default:
      return [];
  }
}

/** The name of a property: `a.b`, `a['b']`, `{ b }`, `{ 'b': c }`. */
export function propertyKeyOf(node: Node): string | undefined {
  const key = (node['property'] ?? node['key']) as Node;
  if (key.type === 'Literal') return String(key['value']);
  return node['computed'] === true ? undefined : (key['name'] as string | undefined);
}

function roleIn(bindings: readonly Binding[], node: Node | null, parameter: ParameterName): Role {
  if (node === null) return 'other';
  const inner = node['expression'];
  if (typeof inner === 'object') return roleIn(bindings, inner as Node, parameter);
  if (node.type === 'MemberExpression')
    return isRawQuery(node, parameter)
      ? 'parameters'
      : memberRole(roleIn(bindings, node['object'] as Node, parameter), propertyKeyOf(node), parameter);
  const visible = bindings
    .filter(({ name, scope }) => name === node['name'] && isSpanIn(node, scope))
    .sort((a, b) => b.scope.start - a.scope.start || a.scope.end - b.scope.end);
  return node.type === 'Identifier' ? (visible[0]?.role ?? 'other') : 'other';
}

/** `ctx.query` and `ctx.request.query` */
function isRawQuery(node: Node, { place }: ParameterName): boolean {
  const { name, type, property } = node['object'] as Node;
  const owner = type === 'MemberExpression' ? (property as Node)['name'] : name;
  return place === 'query' && propertyKeyOf(node) === 'query' && /^(?:ctx|context|request)$/.test(String(owner));
}

function memberRole(role: Role, key: string | undefined, { place }: ParameterName): Role {
  if (key === 'params' && place === 'path' && role === 'other') return 'parameters';
  if (key === 'auth' && place === 'auth' && role === 'other') return 'parameters';
  if (key === 'input' && role === 'other') return 'input';
  return role === 'input' && key === place ? 'parameters' : 'other';
}
