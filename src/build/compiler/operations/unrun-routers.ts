import type { CallExpression, Node } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import { walk } from 'oxc-walker';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { isSpanIn } from '../diagnostics/source.ts';
import { NamesBoundOnce } from '../calls/names-bound-once.ts';
import { bareExpression } from '../module/body-reads.ts';
import type { Export, ModuleExports } from '../module/exports.ts';
import { lastName } from '../module/nodes.ts';
import type { Value } from '../module/value.ts';
import type { Syntax } from '../module/syntax.ts';
import { isMain } from './guarded-copies.ts';
import { keepsOut } from './guard-names.ts';
import { REFUSES_ACCESS } from './helper-middleware.ts';

/** A router with a guard or the handler, which its file does not run. */
export interface UnrunRouter {
  /** The first call with one of them. */
  readonly at: Location;
  /** The export that has the router, which other files can run. */
  readonly exported: Export | undefined;
}

/** The packages whose exports make routers and apps. */
const PACKAGE =
  /^(?:koa|express|fastify|polka|restify|connect|router|find-my-way|itty-router|hono|h3|elysia|(?:@koa\/|koa-|koa-tree-)router|express-promise-router|@hapi\/hapi|@hono\/zod-openapi)(?:\/|$)/;
const MAY_ROUTE =
  /['"`](?:koa|express|fastify|polka|restify|connect|router|find-my-way|itty-router|hono|h3|elysia|@koa\/|@hapi\/|@hono\/)/;
/** The methods that only add to a router. */
const ADDING =
  /^(?:use|get|post|put|patch|delete|del|head|options|trace|connect|all|any|param|route|on|add|addRoute|addHook|register|decorate|prefix|basePath|guard|before|onRequest|onBeforeHandle|ext|pre|set|enable|disable)$/;
/** The methods that make a function of a router. */
const PASSING = /^(?:routes|middleware|callback)$/;

/** Finds the routers of an operation or a `_middleware` file that get a guard or the handler, and that nothing in the file runs. */
export function unrunRouters(
  source: SourceText,
  syntax: Syntax,
  { exports }: ModuleExports,
  main: string,
): readonly UnrunRouter[] {
  // Few files name such a package.
  if (!MAY_ROUTE.test(source.text)) return [];
  const names = new NamesBoundOnce(syntax);
  new Visitor(names.visitor()).visit(syntax.program);
  return new Routers(source, syntax, names, exports, main).unrun();
}

/** A router, or several that a file uses in one another. */
interface Router {
  /** Whether something in the file can run it. */
  runs: boolean;
  exported: Export | undefined;
  /** The routers that it is added to. */
  readonly outer: Set<Node>;
  readonly calls: CallExpression[];
}

class Routers {
  readonly #source: SourceText;
  readonly #syntax: Syntax;
  readonly #names: NamesBoundOnce;
  readonly #exports: readonly Export[];
  readonly #main: string;
  readonly #handler: Value | undefined;
  readonly #routers = new Map<Node, Router>();

  constructor(source: SourceText, syntax: Syntax, names: NamesBoundOnce, exports: readonly Export[], main: string) {
    this.#source = source;
    this.#syntax = syntax;
    this.#names = names;
    this.#exports = exports;
    this.#main = main;
    this.#handler = exports.find(({ name }) => name === main)?.value;
  }

  unrun(): readonly UnrunRouter[] {
    const around: Node[] = [];
    walk(this.#syntax.program, {
      enter: (node) => {
        if (node.type === 'Identifier' || this.#isMaking(node)) this.#note(node, around);
        around.push(node);
      },
      leave: () => void around.pop(),
    });
    return [...this.#routers].flatMap(([root, { calls }]) => {
      const call = calls.find((each) => each.arguments.some((given) => this.#guards(given)));
      const { runs, exported } = this.#fateOf(root);
      if (call === undefined || runs) return [];
      return [{ at: { source: this.#source, span: { start: call.start, end: call.end } }, exported }];
    });
  }

  /** Notes a place of a router, with the calls that add to it there. */
  #note(node: Node, around: readonly Node[]): void {
    const root = this.#rootOf(node);
    if (root === undefined || isKey(node, around.at(-1)!)) return;
    const router = this.#routerOf(root);
    let depth = around.length;
    let value = node;
    let isPassed = false;
    for (let outer = around[depth - 1]!; ; outer = around[depth - 1]!) {
      const call = around[depth - 2];
      const isCalled = call?.type === 'CallExpression' && call.callee === outer && isOwner(value, outer);
      const isPassing = isCalled && PASSING.test(lastName(outer));
      const isAdding = isCalled && !isPassing && !isPassed && ADDING.test(lastName(outer));
      if (isAdding) router.calls.push(call);
      else if (!isPassing && !isAround(outer)) break;
      isPassed ||= isPassing;
      depth -= isCalled ? 2 : 1;
      value = around[depth]!;
    }
    const before = around.slice(0, depth);
    const holder = this.#holderOf(value, before);
    if (holder !== undefined) router.outer.add(holder);
    else if (!this.#isLeft(router, value, before)) router.runs = true;
  }

  /** The router that a value is an argument of, or in one: `app.use(router.routes())`. */
  #holderOf(value: Node, around: readonly Node[]): Node | undefined {
    const inner = [...around.slice(1), value];
    for (const [i, call] of [...around.entries()].toReversed()) {
      if (call.type !== 'CallExpression' || call.callee === inner[i] || !ADDING.test(lastName(call.callee))) continue;
      const root = call.callee.type === 'MemberExpression' ? this.#rootOf(call.callee.object) : undefined;
      if (root !== undefined) return root;
    }
    return undefined;
  }

  /** Whether nothing uses a router, or what a method of it returns, in its place: it is only bound to a name, or exported. */
  #isLeft(router: Router, value: Node, around: readonly Node[]): boolean {
    const parent = around.at(-1)!;
    switch (parent.type) {
      case 'ExpressionStatement':
        return true;
      case 'ArrowFunctionExpression': {
        const call = around.at(-2);
        return call?.type === 'CallExpression' && lastName(call.callee) === 'forEach';
      }
      case 'MemberExpression': {
        const assignment = around.at(-2);
        return assignment?.type === 'AssignmentExpression' && assignment.left === parent;
      }
      case 'VariableDeclarator':
        if (this.#rootOf(parent.id) === undefined) return false;
        this.#isExported(router, parent, around);
        return true;
      case 'AssignmentExpression':
        if (this.#isExported(router, value, around)) return true;
        return this.#rootOf(parent.left) !== undefined && around.at(-2)?.type === 'ExpressionStatement';
      case 'ExportSpecifier':
      case 'Property':
        return this.#isExported(router, value, around);
      default:
        return parent.type.startsWith('TS');
    }
  }

  /** Whether it is in an export other than the handler, which is noted. */
  #isExported(router: Router, node: Node, around: readonly Node[]): boolean {
    if (around.some((each) => 'params' in each)) return false;
    const found = this.#exports.find(({ name, span }) => name !== this.#main && isSpanIn(node, span));
    router.exported ??= found;
    return found !== undefined;
  }

  #routerOf(root: Node): Router {
    return getOrAdd(this.#routers, root, (): Router => ({
      runs: false,
      exported: undefined,
      outer: new Set(),
      calls: [],
    }));
  }

  /** Whether something runs a router or one that it is added to, or which export does. */
  #fateOf(root: Node, seen: Set<Node> = new Set()): Pick<Router, 'runs' | 'exported'> {
    seen.add(root);
    const { runs, exported, outer } = this.#routerOf(root);
    const others = [...outer].filter((each) => !seen.has(each)).map((each) => this.#fateOf(each, seen));
    return {
      runs: runs || others.some((each) => each.runs),
      exported: exported ?? others.find((each) => each.exported !== undefined)?.exported,
    };
  }

  /** The expression that makes a router, of its name or of a chain of calls. */
  #rootOf(given: Node, seen: Set<Node> = new Set()): Node | undefined {
    const node = bareExpression(given);
    if (seen.has(node)) return undefined;
    seen.add(node);
    if (this.#isMaking(node)) return node;
    const next =
      node.type === 'Identifier'
        ? this.#names.onlyValue(node)
        : node.type === 'CallExpression' && node.callee.type === 'MemberExpression'
          ? node.callee.object
          : undefined;
    return next && this.#rootOf(next, seen);
  }

  #isMaking(node: Node): boolean {
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false;
    const { from, names = [] } = this.#names.valueOf(node.callee) ?? {};
    if (from === undefined || !PACKAGE.test(from)) return false;
    // `express.json()` makes middleware.
    const name = names.at(-1) ?? 'default';
    return (
      node.type === 'NewExpression' ||
      /^(?:default|\*|(?:create)?(?:Router|App)|fastify|polka|express|server)$/i.test(name)
    );
  }

  /** Whether an argument is a guard or the handler, or has one. */
  #guards(given: Node): boolean {
    return keepsOut(
      given,
      (each) => isMain(each, this.#main, this.#handler, this.#syntax.bindings) || this.#refuses(each),
    );
  }

  #refuses(node: Node): boolean {
    const { start, end } = 'params' in node ? node : (this.#names.onlyValue(node) ?? { start: 0, end: 0 });
    return REFUSES_ACCESS.test(this.#source.text.slice(start, end));
  }
}

function isOwner(value: Node, node: Node): boolean {
  return node.type === 'MemberExpression' && node.object === value;
}

/** Whether an expression has the value of the one in it, as far as a router is concerned. */
function isAround(node: Node): boolean {
  return bareExpression(node) !== node || node.type === 'AwaitExpression' || node.type === 'UnaryExpression';
}

function isKey(node: Node, parent: Node): boolean {
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  if (parent.type === 'Property') return parent.key === node && !parent.computed && parent.value !== node;
  return parent.type === 'ExportSpecifier' && parent.local !== node;
}
