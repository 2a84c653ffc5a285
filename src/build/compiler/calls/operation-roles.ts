import type { CallExpression, Node } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { functionVisitor, identifierName, isNamed, lastName, propertyName, visitEach } from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import { scopesOf } from '../module/scopes.ts';
import type { Syntax } from '../module/syntax.ts';
import { isEach } from './named-calls.ts';
import { NamesBoundOnce } from './names-bound-once.ts';
import { CONTEXT } from './refusals.ts';

/** The fields by which code knows an operation: its name and its file. */
export type OperationField = 'operationId' | 'id';

/** `entry`: an operation by its name only, such as the parameter of a helper. */
type Role = OperationField | 'context' | 'operation' | 'extensions' | 'entry' | 'entryExtensions';

/** A property that a pattern takes. */
export interface TakenPart {
  readonly of: Role;
  readonly key: Node;
  readonly computed: boolean;
}

/** How many constants and parts of expressions are followed to the field that they are. */
const MAX_STEPS = 8;

/** Knows which expressions of a file are the operation of a request, and parts of it. */
export class OperationRoles {
  readonly names: NamesBoundOnce;
  /** The properties that patterns take of contexts and operations: `const { 'x-role': role } = ctx.operation.extensions`. */
  readonly parts: TakenPart[] = [];
  readonly #scopes: Scopes;
  readonly #taken = new Map<string, Role>();

  /** @param visitors They see the file in the same walk. */
  constructor(syntax: Pick<Syntax, 'program' | 'bindings'>, ...visitors: readonly object[]) {
    this.names = new NamesBoundOnce(syntax);
    this.#scopes = scopesOf(syntax.program);
    const patterns: (readonly [pattern: Node, value: Node | 'context'])[] = [];
    new Visitor(visitEach(this.names.visitor(), patternVisitor(patterns), ...visitors)).visit(syntax.program);
    for (const [pattern, value] of patterns) this.#take(pattern, value === 'context' ? value : this.roleOf(value));
  }

  roleOf(given: Node, steps: number = MAX_STEPS): Role | undefined {
    const node = bareExpression(given);
    if (steps === 0) return undefined;
    // `ctx.operation?.operationId ?? ''`
    if (node.type === 'LogicalExpression')
      return node.operator === '&&' ? undefined : this.roleOf(node.left, steps - 1);
    if (CONTEXT.test(identifierName(node) ?? '')) return 'context';
    if (node.type === 'MemberExpression') return memberRole(this.roleOf(node.object, steps - 1), lastName(node));
    if (node.type !== 'Identifier') return undefined;
    const value = this.names.constant(node);
    if (value !== undefined) return this.roleOf(value, steps - 1);
    const taken = this.names.isOnce(node) ? this.#taken.get(this.#scopes.idOf(node) ?? '') : undefined;
    return taken ?? (isNamed(node, 'operation') ? 'entry' : undefined);
  }

  #take(pattern: Node, role: Role | undefined): void {
    if (role === undefined) return;
    if (pattern.type === 'AssignmentPattern') this.#take(pattern.left, role);
    if (pattern.type === 'Identifier') this.#taken.set(this.#scopes.idOf(pattern) ?? '', role);
    if (pattern.type !== 'ObjectPattern') return;
    for (const each of pattern.properties) {
      if (each.type !== 'Property') continue;
      const { key, computed, value } = each;
      this.parts.push({ of: role, key, computed });
      this.#take(value, memberRole(role, propertyName(key, computed) ?? ''));
    }
  }
}

function memberRole(role: Role | undefined, name: string): Role | undefined {
  if (name === 'operation') return role === 'context' ? name : 'entry';
  if (role !== 'operation' && role !== 'entry') return undefined;
  if (name === 'extensions') return role === 'entry' ? 'entryExtensions' : name;
  return role === 'operation' && (name === 'operationId' || name === 'id') ? name : undefined;
}

/** Finds the patterns that take something of a context: `const { operation } = ctx`, `({ operation }) => ...`. */
function patternVisitor(patterns: (readonly [pattern: Node, value: Node | 'context'])[]): object {
  // `list.filter(({ operation }) => ...)`
  const ofItems = new Set<Node>();
  return {
    CallExpression: ({ callee, arguments: [given] }: CallExpression) => {
      if (given !== undefined && isEach(callee)) ofItems.add(given);
    },
    ...functionVisitor((node) => {
      const [first] = node.params;
      if (first?.type === 'ObjectPattern' && !ofItems.has(node)) patterns.push([first, 'context']);
    }),
    VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
      if (init !== null && id.type === 'ObjectPattern') patterns.push([id, init]);
    },
  };
}
