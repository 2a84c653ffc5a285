import type { Expression, Node, Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import { unwrap } from './static-values.ts';
import type { AssignedExports } from './exports.ts';
import { assignedExports } from './exports.ts';
import { functionVisitor, identifierName, isNamed, literalText, propertyName } from './nodes.ts';
import { rootOf } from './name-counts.ts';

/** An expression that can add or replace exports of a CommonJS module, though the text does not show which. */
export interface HiddenExports {
  readonly span: Span;
  /** The name of the export, if the text shows it. */
  readonly name?: string;
  /** Whether all exports are those of another module. */
  readonly isForeign?: true;
}

/**
 * Finds the expressions that can add exports to a CommonJS module without their names: `Object.assign(module.exports, x)`, `module.exports = require('./x')`,
 * `exports[name] = x`, and any other use of the exports that isn't an assignment in a separate statement.
 *
 * @param has Whether the module binds a name itself.
 * @param isCommonJs If not, the build reads no assignment.
 */
export function findHiddenExports(
  program: Program,
  has: (name: string) => boolean,
  isCommonJs: boolean,
): HiddenExports[] {
  const uses = new Uses(has);
  const hidden: HiddenExports[] = [];
  for (const statement of isCommonJs ? program.body : []) {
    const span = { start: statement.start, end: statement.end };
    if (assignsToThis(statement)) hidden.push({ span, name: 'authorize' });
    const assigned = statement.type === 'TSExportAssignment' ? asAssigned(statement) : assignedExports(statement);
    if (assigned === undefined) continue;
    for (const target of assigned.targets) uses.know(target);
    if (!assigned.names.includes('default')) continue;
    if (assigned.value.type === 'ObjectExpression') hidden.push(...hiddenProperties(assigned.value));
    else if (isForeign(assigned.value)) hidden.push({ span, name: 'authorize', isForeign: true });
    else if (assigned.value.type === 'Identifier')
      hidden.push(...exportedProperties(assigned.value.name, span, program));
  }
  return [...hidden, ...uses.find(program)].sort((a, b) => a.span.start - b.span.start);
}

/** `this.authorize = x`: in a CommonJS module, `this` is its first `module.exports`. */
function assignsToThis(statement: Program['body'][number]): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return false;
  const { left } = statement.expression;
  if (left.type !== 'MemberExpression' || left.object.type !== 'ThisExpression') return false;
  return propertyName(left.property, left.computed) === 'authorize';
}

function asAssigned({ expression }: { expression: Expression }): AssignedExports {
  return { names: ['default'], targets: [], value: unwrap(expression) };
}

/** Spreads, computed names and accessors in `module.exports = { ... }`. */
function hiddenProperties({ properties }: Expression & { type: 'ObjectExpression' }): HiddenExports[] {
  const hides = properties.filter((each) => each.type !== 'Property' || each.computed || each.kind !== 'init');
  return hides.map(({ start, end }) => ({ span: { start, end } }));
}

/** The properties of a variable that is `module.exports`: those of another module, and those that the file gives to a function. */
function exportedProperties(variable: string, span: Span, { body }: Program): HiddenExports[] {
  const name = 'authorize';
  const isSet = body.some((each) => each.type === 'ExpressionStatement' && setsProperty(each.expression, variable));
  if (isSet) return [{ span, name }];
  return body.some((statement) => isForeignVariable(statement, variable)) ? [{ span, name, isForeign: true }] : [];
}

function isForeignVariable(statement: Program['body'][number], variable: string): boolean {
  if (statement.type === 'TSImportEqualsDeclaration') return statement.id.name === variable;
  if (statement.type !== 'VariableDeclaration') return false;
  return statement.declarations.some(
    ({ id, init }) => isNamed(id, variable) && init !== null && isForeign(unwrap(init)),
  );
}

/** `require('./x')`, `Object.assign(f, x)` and the like. */
function isForeign(value: Expression): boolean {
  if (value.type !== 'CallExpression') return false;
  const { callee } = value;
  if (callee.type === 'MemberExpression') return isNamed(callee.object, 'Object');
  return isNamed(callee, 'require') || /^__(?:import|export)Star$|^__toESM$/.test(identifierName(callee) ?? '');
}

/** `f.authorize = x`, and `Object.assign(f, x)`. */
function setsProperty(expression: Expression, name: string): boolean {
  if (expression.type === 'CallExpression')
    return isForeign(expression) && expression.arguments.some((argument) => isNamed(argument, name));
  if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return false;
  const { object, property, computed } = expression.left;
  return isNamed(object, name) && (computed || isNamed(property, 'authorize'));
}

/** The uses of `exports` and `module.exports` that may change them. */
class Uses {
  readonly #has: (name: string) => boolean;
  /** Nodes that need no look: they are known, or no variables. */
  readonly #known = new Set<Node>();
  readonly #found: HiddenExports[] = [];
  /** How many of the functions around bind each name. */
  readonly #shadows = new Map<string, number>();

  constructor(has: (name: string) => boolean) {
    this.#has = has;
  }

  /** Adds the target of an assignment that the build reads. */
  know(target: Node): void {
    this.#known.add(target);
  }

  find(program: Program): HiddenExports[] {
    new Visitor({
      ...functionVisitor(
        ({ params }) => this.#shadow(params, 1),
        ({ params }) => this.#shadow(params, -1),
      ),
      VariableDeclarator: ({ id }) => this.know(id),
      Property: (node) => this.#key(node, node.shorthand),
      MethodDefinition: (node) => this.#key(node, false),
      PropertyDefinition: (node) => this.#key(node, false),
      ImportSpecifier: ({ imported }) => this.know(imported),
      ExportSpecifier: ({ exported }) => this.know(exported),
      UnaryExpression: ({ operator, argument }) => void (operator === 'typeof' && this.know(argument)),
      // `require.main === module`
      BinaryExpression: ({ left, right }) =>
        [left, right].forEach((side) => isNamed(side, 'module') && this.know(side)),
      CallExpression: (call) => marksModule(call) && this.know(call.arguments[0]!),
      MemberExpression: (node) => this.#member(node),
      Identifier: (node) => this.#identifier(node as Node),
    }).visit(program);
    return this.#found;
  }

  #shadow(params: readonly Node[], by: number): void {
    for (const param of params) {
      const name = identifierName(param);
      if (name === undefined) continue;
      this.know(param);
      this.#shadows.set(name, (this.#shadows.get(name) ?? 0) + by);
    }
  }

  #key({ key, computed }: { key: Node; computed: boolean }, isValue: boolean): void {
    if (!computed && !isValue) this.know(key);
  }

  #member(node: Node & { object: Node; property: Node; computed: boolean }): void {
    if (!node.computed) this.know(node.property);
    const isKnown = this.#known.has(node);
    if (isKnown) this.know(node.object);
    const name = propertyName(node.property, node.computed);
    if (this.#isExports(node.object)) {
      if (name === undefined || isKnown) return;
      this.know(node.object);
      this.#known.add(rootOf(node.object));
      if (name === 'authorize' || name === 'default') this.#add(node, name);
    } else if (this.#is(node.object, 'module') && name !== undefined) {
      this.know(node.object);
      if (name === 'exports' && !isKnown) this.#add(node);
    }
  }

  #identifier(node: Node): void {
    if (!this.#known.has(node) && (this.#is(node, 'exports') || this.#is(node, 'module'))) this.#add(node);
  }

  #isExports(node: Node): boolean {
    if (node.type !== 'MemberExpression') return this.#is(node, 'exports');
    const name = propertyName(node.property, node.computed);
    return name === 'exports' && this.#is(node.object, 'module');
  }

  #is(node: Node, name: string): boolean {
    return isNamed(node, name) && !this.#has(name) && !((this.#shadows.get(name) ?? 0) > 0);
  }

  #add({ start, end }: Node, name?: string): void {
    this.#found.push({ span: { start, end }, ...(name !== undefined && { name }) });
  }
}

/** `Object.defineProperty(exports, '__esModule', ...)`, as compilers write it. */
function marksModule({ callee, arguments: [target, name] }: Node & { type: 'CallExpression' }): boolean {
  if (callee.type !== 'MemberExpression' || !isNamed(callee.property, 'defineProperty')) return false;
  return target !== undefined && name !== undefined && literalText(name) === '__esModule';
}
