import type { ArrayExpression, CallExpression, Class, Node, ObjectExpression } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import { isOwnPackage } from './entries.ts';
import { resultType, typedByAssertion, typedByCall, typedBySignature } from './named-operation.ts';
import { isNamed, literalText, propertyName } from './nodes.ts';
import { endsInTrue, isStub, returnedFunction, returnsTrue } from './statements.ts';
import type { Member, Value } from './value.ts';
import { ALL, functionsIn, originOf, valuesAt } from './value.ts';

/** The top-level bindings of a module. */
export interface Bindings {
  /** The value of a name; `anchors` are added to its own. In the bindings of a whole file, it can be another one at a node. */
  resolve(name: string, anchors: readonly number[], at?: Node): Value;
  has(name: string): boolean;
  /** The specifier of the module that a name is bound to as a whole: `import * as`, `require`, `await import`. */
  moduleOf(name: string, at?: Node): string | undefined;
  /** The class that `this` is in, if the bindings are those of a whole file. */
  thisAt?(node: Node): Value;
}

/**
 * Determines what an expression is, as far as its text shows: a function, also inside wrapping calls and type assertions or behind a name.
 *
 * @param anchors The offsets that the comment of the value can precede.
 */
export function classify(expression: Node, bindings: Bindings, anchors: readonly number[]): Value {
  const value = classifyBare(unwrap(expression), bindings, anchors);
  const asserted = typedByAssertion(expression);
  return asserted.length === 0 ? value : { ...value, typedAs: [...asserted, ...(value.typedAs ?? [])] };
}

function classifyBare(node: Node, bindings: Bindings, anchors: readonly number[]): Value {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const overloads =
        node.type === 'FunctionDeclaration' && node.id !== null
          ? bindings.resolve(node.id.name, [], node.id).anchors
          : [];
      const returned = returnedFunction(node);
      return {
        kind: 'function',
        name: node.id?.name,
        isGenerator: node.generator,
        takesNext: node.params.length > 1,
        parameters: node.params.map(spanOf),
        bodyAt: node.body === null ? undefined : spanOf(node.body),
        isStub: isStub(node),
        returnsTrue: returnsTrue(node),
        endsInTrue: endsInTrue(node),
        ...(returned !== undefined && { returned: classify(returned, bindings, []) }),
        typedAs: typedBySignature(node),
        resultAt: resultType(node),
        anchors: [...new Set([node.start, ...overloads, ...anchors])],
      };
    }
    case 'Identifier':
      return bindings.resolve(node.name, anchors, node);
    case 'CallExpression':
      return classifyCall(node, bindings, anchors);
    case 'AssignmentExpression':
      return classify(node.right, bindings, anchors);
    case 'ArrayExpression':
      return { kind: 'other', isList: true, ...listParts(node, bindings), anchors };
    case 'MemberExpression':
      return { ...memberValue(node.object, memberName(node.property, node.computed), bindings), anchors };
    case 'ChainExpression':
    case 'TaggedTemplateExpression':
    case 'SequenceExpression':
    case 'AwaitExpression':
      return { kind: 'computed', anchors };
    default:
      return classifyData(node, bindings, anchors);
  }
}

/** Determines what an expression is that can't be a function, or is one of several values. */
function classifyData(node: Node, bindings: Bindings, anchors: readonly number[]): Value {
  switch (node.type) {
    case 'ConditionalExpression':
    case 'LogicalExpression': {
      const parts = node.type === 'LogicalExpression' ? [node.left, node.right] : [node.consequent, node.alternate];
      const values = parts.map((part) => classify(part, bindings, anchors));
      return { kind: 'computed', ...originOf(values), functions: functionsOf(values), anchors };
    }
    case 'NewExpression':
      return {
        kind: 'other',
        functions: functionsOf(node.arguments.map((each) => classify(each, bindings, []))),
        made: classify(node.callee, bindings, []),
        anchors,
      };
    case 'ObjectExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
      return { kind: 'other', ...partsOf(node, bindings), anchors };
    case 'ThisExpression':
      return bindings.thisAt?.(node) ?? { kind: 'other', anchors };
    case 'Literal':
      return { kind: 'other', ...(typeof node.value === 'boolean' && { flag: node.value }), anchors };
    default:
      return { kind: 'other', anchors };
  }
}

function classifyCall(node: CallExpression, bindings: Bindings, anchors: readonly number[]): Value {
  const required = calledModule(node);
  // The export of a whole module is its handler, if it has one.
  if (required !== undefined) return { kind: 'computed', from: required, names: ['default'], anchors };
  const wrapped = node.arguments.map((argument) => classify(argument, bindings, [node.start, ...anchors]));
  const inner = wrapped.find((value) => value.kind === 'function');
  const bound = boundFunction(node.callee, bindings, anchors);
  if (bound !== undefined) return { ...bound, kind: 'computed' };
  const called = classify(node.callee, bindings, []);
  if (inner === undefined)
    return { kind: 'computed', ...originOf(wrapped), functions: functionsOf(wrapped), called, anchors };
  return {
    ...inner,
    ...(originOf(wrapped).from !== undefined && { mayChange: true as const }),
    // A wrapper can turn a generator into a function, as `co.wrap` does.
    ...(!returnsItself(called) && { isGenerator: false, isWrapped: true as const }),
    typedAs: [...typedByCall(node), ...(inner.typedAs ?? [])],
  };
}

/** Whether a function returns the one that it gets: `defineOperation` of this package. */
function returnsItself({ from, names }: Value): boolean {
  return from !== undefined && names?.at(-1) === 'defineOperation' && isOwnPackage(from);
}

/** The function that `bind` is called of, if it comes from another module. */
function boundFunction(callee: Node, bindings: Bindings, anchors: readonly number[]): Value | undefined {
  if (callee.type !== 'MemberExpression' || propertyName(callee.property, callee.computed) !== 'bind') return undefined;
  const bound = classify(callee.object as Node, bindings, anchors);
  return bound.from === undefined ? undefined : bound;
}

function spanOf({ start, end }: Node): Span {
  return { start, end };
}

/** The items of an array with those of arrays in it, and the items by their places, as far as these are known. */
function listParts({ elements }: ArrayExpression, bindings: Bindings): Partial<Value> {
  const values = elements.map(
    (each) => each && classify(each.type === 'SpreadElement' ? each.argument : each, bindings, []),
  );
  const spread = elements.findIndex((each) => each?.type === 'SpreadElement');
  const known = spread === -1 ? values : values.slice(0, spread);
  return {
    isEmpty: elements.length === 0,
    items: [...new Set(values.flatMap((value) => (value === null ? [] : (value.items ?? [value]))))],
    members: known.flatMap((value, i) => (value === null ? [] : [{ name: String(i), value }])),
  };
}

/** The functions in an object or a class, and its values by their names. */
function partsOf(node: ObjectExpression | Class, bindings: Bindings): Pick<Value, 'functions' | 'members' | 'bases'> {
  const values: Value[] = [];
  const members: Member[] = [];
  const parent = 'superClass' in node ? node.superClass : null;
  const bases = parent === null ? [] : [classify(parent, bindings, [])];
  for (const each of node.type === 'ObjectExpression' ? node.properties : node.body.body) {
    const part = each.type === 'SpreadElement' ? each.argument : 'value' in each ? each.value : null;
    if (part === null) continue;
    const value = classify(part, bindings, [each.start]);
    values.push(value);
    if (each.type === 'SpreadElement') bases.push(value);
    if (each.type !== 'Property' && each.type !== 'MethodDefinition' && each.type !== 'PropertyDefinition') continue;
    const name = memberName(each.key, each.computed) ?? `[${each.key.start}]`;
    const kind = 'kind' in each ? each.kind : undefined;
    if (kind === 'get') members.push({ name, value: { kind: 'computed', called: value, isGotten: true, anchors: [] } });
    else if (kind !== 'set') members.push({ name, value });
  }
  return { functions: functionsOf(values), members, bases };
}

/** The name of a property, also of a private one, `#name`, and of an item of a list. */
export function memberName(key: Node, isComputed: boolean): string | undefined {
  if (key.type === 'Literal' && typeof key.value === 'number') return String(key.value);
  return key.type === 'PrivateIdentifier' ? `#${key.name}` : propertyName(key, isComputed);
}

/** The functions in several values, each of them once: names can be in values that are in values many times. */
function functionsOf(values: readonly Value[]): readonly Value[] {
  const found = new Map(
    values
      .flatMap(functionsIn)
      .map((each) => [each.bodyAt?.start, each] as const)
      .toReversed(),
  );
  return [...found.values()].toReversed();
}

/** An expression without the TypeScript around it: `x as T`, `x satisfies T`, `x!`, `<T>x`. */
export function unwrap<T extends Node>(node: T): T {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return unwrap((node as unknown as { expression: T }).expression);
    default:
      return node;
  }
}

/** A member, and where it comes from: `lib.default`, `require('./lib').run`, `guards.admin`, and the function of `run.bind(null)`. */
export function memberValue(object: Node, name: string | undefined, bindings: Bindings): Value {
  const bare = unwrap(object);
  const from = bare.type === 'Identifier' ? bindings.moduleOf(bare.name, bare) : calledModule(bare);
  const owner: Value =
    from === undefined ? ownerIn(bare, bindings) : { kind: 'imported', from, names: [ALL], anchors: [] };
  const { kind, members, made, called, memberOf } = owner;
  const isFound = kind === 'imported' || kind === 'function' || (members ?? made ?? called ?? memberOf) !== undefined;
  return {
    kind: 'computed',
    ...originOf(valuesAt(owner, [name ?? ALL])),
    ...(isFound && { memberOf: { owner, name: name ?? ALL } }),
    anchors: [],
  };
}

/** How many members and calls an expression can have behind one another, if its value is of interest: `db.users.find().first` has three. */
const MAX_PARTS = 8;

/** The object of a member, without the arguments of the call that it may come from. */
function ownerIn(node: Node, bindings: Bindings): Value {
  let inner: Node | undefined = node;
  for (let parts = 0; parts < MAX_PARTS && inner !== undefined; parts++)
    inner =
      inner.type === 'MemberExpression' ? inner.object : inner.type === 'CallExpression' ? inner.callee : undefined;
  if (inner !== undefined) return { kind: 'computed', anchors: [] };
  if (node.type === 'CallExpression')
    return { kind: 'computed', called: classify(node.callee, bindings, []), anchors: [] };
  if (node.type === 'NewExpression') return { kind: 'other', made: classify(node.callee, bindings, []), anchors: [] };
  return classify(node, bindings, []);
}

/** The specifier of a module that an expression loads; a text with parentheses if only the running program knows it. */
export function calledModule(node: Node): string | undefined {
  if (node.type === 'AwaitExpression') return calledModule(node.argument);
  if (node.type === 'ImportExpression') return literalText(node.source) ?? 'import(...)';
  if (node.type !== 'CallExpression' || !isNamed(node.callee, 'require')) return undefined;
  const [given] = node.arguments;
  return (given && literalText(given)) ?? 'require(...)';
}
