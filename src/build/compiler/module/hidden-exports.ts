import type { Expression, Node, Program } from 'oxc-parser';
import { Visitor } from './visitor.ts';
import type { Span } from '../diagnostics/source.ts';
import { unwrap } from './static-values.ts';
import { AssignedExports, assignmentOf, changedBy, isExporting, marksModule } from './assigned-exports.ts';
import { functionVisitor, identifierName, isNamed, literalText, patternTargets, propertyName } from './nodes.ts';
import type { ModuleExports } from './exports.ts';
import { rootOf } from './name-counts.ts';
import { readsIn } from './replaced-exports.ts';
import { isOuter, scopesOf } from './scopes.ts';
import { ALL } from './value.ts';

/** An expression that can add or replace exports of a CommonJS module, though the text does not show which. */
export interface HiddenExports {
  readonly span: Span;
  /** The name of the export, if the text shows it. */
  readonly name?: string;
  /** Whether all exports are those of another module. */
  readonly isForeign?: true;
  /** Whether it has no effect on what the module exports. */
  readonly isLost?: true;
}

/**
 * Finds the expressions that can add exports to a CommonJS module without their names: `Object.assign(module.exports, x)`, `module.exports = require('./x')`,
 * `exports[name] = x`, and any other use of the exports that isn't an assignment in a separate statement.
 *
 * @param has Whether the module binds a name itself.
 */
export function findHiddenExports(
  program: Program,
  has: (name: string) => boolean,
  { isCommonJs, isWhole }: Pick<ModuleExports, 'isCommonJs' | 'isWhole'>,
): HiddenExports[] {
  const uses = new Uses(program, has, isCommonJs ? new AssignedExports(program) : undefined, isWhole);
  const hidden: HiddenExports[] = [];
  for (const statement of isCommonJs ? program.body : []) {
    const span = { start: statement.start, end: statement.end };
    if (assignsToThis(statement)) hidden.push({ span, name: 'authorize' });
    const assigned = assignmentOf(statement);
    if (assigned === undefined) continue;
    for (const { node } of assigned.targets) uses.know(node);
    if (!assigned.targets.some((each) => isExporting(each) && (each.name ?? 'default') === 'default')) continue;
    if (assigned.value.type === 'ObjectExpression') hidden.push(...hiddenProperties(assigned.value));
    else if (isForeign(assigned.value)) hidden.push({ span, name: 'authorize', isForeign: true });
    else if (assigned.value.type === 'Identifier')
      hidden.push(...exportedProperties(assigned.value.name, span, program));
  }
  return [...hidden, ...uses.find()].sort((a, b) => a.span.start - b.span.start);
}

/** `this.authorize = x`: in a CommonJS module, `this` is its first `module.exports`. */
function assignsToThis(statement: Program['body'][number]): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return false;
  const { left } = statement.expression;
  if (left.type !== 'MemberExpression' || left.object.type !== 'ThisExpression') return false;
  return propertyName(left.property, left.computed) === 'authorize';
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
  readonly #program: Program;
  readonly #has: (name: string) => boolean;
  readonly #assigned: AssignedExports | undefined;
  readonly #isWhole: boolean;
  /** Nodes that need no look: they are known, or no variables. */
  readonly #known = new Set<Node>();
  readonly #found: HiddenExports[] = [];
  /** How many of the functions around bind each name. */
  readonly #shadows = new Map<string, number>();

  /** Expressions that get a value, or properties. */
  readonly #written = new Set<Node>();

  /**
   * @param assigned Of a CommonJS module.
   * @param isWhole Whether its default export is `module.exports` itself.
   */
  constructor(
    program: Program,
    has: (name: string) => boolean,
    assigned: AssignedExports | undefined,
    isWhole: boolean,
  ) {
    this.#program = program;
    this.#has = has;
    this.#assigned = assigned;
    this.#isWhole = isWhole;
  }

  /** Adds the target of an assignment that the build reads. */
  know(target: Node): void {
    this.#known.add(target);
  }

  find(): HiddenExports[] {
    new Visitor({
      ...functionVisitor(
        ({ params }) => this.#shadow(params, 1),
        ({ params }) => this.#shadow(params, -1),
      ),
      AssignmentExpression: ({ left }) => patternTargets(left).forEach((target) => this.#write(target)),
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
      CallExpression: (call) => {
        if (marksModule(call)) this.know(call.arguments[0]!);
        const changed = changedBy(call);
        if (changed !== undefined && mayAddGuard(call)) this.#written.add(changed);
      },
      MemberExpression: (node) => this.#member(node),
      Identifier: (node) => this.#identifier(node as Node),
    }).visit(this.#program);
    return this.#found;
  }

  /** Adds an expression that gets a value, and the object of `exports[name]`. */
  #write(target: Node): void {
    this.#written.add(target);
    if (target.type === 'MemberExpression' && propertyName(target.property, target.computed) === undefined)
      this.#written.add(target.object);
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
      if (name === 'authorize' || name === 'default') this.#add(node, node.object, name);
    } else if (this.#is(node.object, 'module') && name !== undefined) {
      this.know(node.object);
      if (name === 'exports' && !isKnown) this.#add(node, node);
    }
  }

  #identifier(node: Node): void {
    if (!this.#known.has(node) && (this.#is(node, 'exports') || this.#is(node, 'module'))) this.#add(node, node);
  }

  #isExports(node: Node): boolean {
    if (node.type !== 'MemberExpression') return this.#is(node, 'exports');
    const name = propertyName(node.property, node.computed);
    return name === 'exports' && this.#is(node.object, 'module');
  }

  #is(node: Node, name: string): boolean {
    return isNamed(node, name) && !this.#has(name) && !((this.#shadows.get(name) ?? 0) > 0);
  }

  /** @param of `exports`, `module.exports` or `module`. */
  #add(node: Node, of: Node, name?: string): void {
    const { start, end } = node;
    const isLost = this.#written.has(node) && this.#isLost(of, name);
    this.#found.push({ span: { start, end }, ...(name !== undefined && { name }), ...(isLost && { isLost }) });
  }

  /** Whether the exports that an expression changes are not those of the module. */
  #isLost(of: Node, name: string | undefined): boolean {
    if (this.#assigned === undefined || isNamed(of, 'module')) return false;
    const isMember = of.type === 'MemberExpression';
    const isLast = this.#assigned.isLast(isMember ? 'module' : 'exports', of.start);
    if (isLast && !(name === 'default' && this.#isWhole)) return false;
    if (!isOuter(scopesOf(this.#program).idOf(rootOf(of)) ?? '')) return false;
    const reads = readsIn(this.#program);
    return !reads.has(ALL) && (name === undefined || !reads.has(name));
  }
}

/** Whether a call that adds exports can add middleware or a guard. */
function mayAddGuard({ arguments: [, given] }: Node & { type: 'CallExpression' }): boolean {
  const text = given && literalText(given);
  const parts = given?.type === 'ObjectExpression' ? given.properties : undefined;
  const names = parts?.map((each) => (each.type === 'Property' ? propertyName(each.key, each.computed) : undefined));
  return (names ?? [text]).some((name) => name === undefined || name === 'default' || name === 'authorize');
}
