import type { AssignmentExpression, CallExpression, IfStatement, MemberExpression, Node } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from '../module/body-reads.ts';
import type { FunctionDrafts } from './function-drafts.ts';
import type { KeptPromises } from './kept-promises.ts';
import { identifierName, isComparison, patternTargets, propertyName } from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import { settledIn, resultsOf } from './unthrown-problems.ts';

/** Properties of problems. Code that reads one knows that it has got a problem. */
const OF_PROBLEM = /^(?:status(?:Code)?|expose|detail|message|stack|cause|constructor|then|catch|finally)$/;
/** The last names of properties that code elsewhere expects a problem in, or that are the answer. */
const FOR_PROBLEM = /err|problem|fail|reject|denied|reason|result|response|body/i;

/** How many names and properties a result is followed to. One with more counts as tested. */
const MAX_COPIES = 20;

/** A call whose result is used as a value, although it may be a problem. */
interface UsedResult {
  readonly node: CallExpression;
  /** `result`: nothing tests whether it is a problem; `truth`: a condition only tests whether there is one. */
  readonly use: 'result' | 'truth';
  /** Whether the result is another value in some cases: `find(ctx) ?? problem(401)`. */
  readonly isPart?: boolean;
}

interface KeptResult {
  readonly node: CallExpression;
  readonly paths: readonly string[];
  /** Whether the names are of its properties. */
  readonly isTakenApart: boolean;
  readonly isPart: boolean;
}

/** The results that code uses without a test: `const user = requireUser(ctx); return [user.id]`, and `if (!requireUser(ctx))`. */
export class KeptResults {
  readonly #drafts: FunctionDrafts;
  readonly #promises: KeptPromises;
  readonly #names: Scopes;
  readonly #kept: KeptResult[] = [];
  readonly #found: UsedResult[] = [];
  /** The names and properties in conditions, and those that code throws. */
  readonly #tested = new Set<string>();
  /** The names that are conditions by themselves: `if (!user)`. */
  readonly #asked = new Set<string>();
  /** The names and properties that get the value of another one. */
  readonly #copies = new Map<string, Set<string>>();
  /** The end of the last condition: what begins before it is a part of one. */
  #testedUntil = 0;

  constructor(drafts: FunctionDrafts, promises: KeptPromises, names: Scopes) {
    this.#names = names;
    this.#drafts = drafts;
    this.#promises = promises;
  }

  visitor(): object {
    const byTest = ({ test }: { readonly test: Node | null }): void => this.#test(test);
    const tests = ['ConditionalExpression', 'WhileStatement', 'DoWhileStatement', 'ForStatement'];
    return {
      ...Object.fromEntries(tests.map((type) => [type, byTest])),
      IfStatement: (node: IfStatement) => this.#ask(node),
      LogicalExpression: ({ left }: Node & { type: 'LogicalExpression' }) => this.#test(left),
      UnaryExpression: ({ operator, argument }: Node & { type: 'UnaryExpression' }) => {
        if (operator === '!') this.#find(argument, 'truth');
        if (operator === 'typeof') this.#compare(argument);
      },
      BinaryExpression: (node: Node & { type: 'BinaryExpression' }) => {
        if (isComparison(node)) this.#compare(node);
      },
      SwitchStatement: ({ discriminant }: Node & { type: 'SwitchStatement' }) => this.#compare(discriminant),
      ThrowStatement: ({ argument }: Node & { type: 'ThrowStatement' }) => {
        for (const each of resultsOf(argument)) this.#tested.add(this.#names.pathOf(each) ?? '');
      },
      Identifier: (node: Node & { type: 'Identifier' }) => {
        if (node.start < this.#testedUntil) this.#tested.add(this.#names.idOf(node)!);
      },
      MemberExpression: (node: MemberExpression) => this.#noteMember(node),
      AssignmentExpression: ({ operator, left, right }: AssignmentExpression) => {
        if (operator === '=') this.#keep(left, right);
      },
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => init && this.#keep(id, init),
    };
  }

  #test(test: Node | null): void {
    if (test === null) return;
    this.#compare(test);
    for (const each of resultsOf(test)) this.#find(each, 'truth');
  }

  #compare({ end }: Node): void {
    this.#testedUntil = Math.max(this.#testedUntil, end);
  }

  /** Notes a condition that is a name and nothing else. It is true for a problem. */
  #ask({ test }: IfStatement): void {
    const asked = test.type === 'UnaryExpression' && test.operator === '!' ? test.argument : test;
    const path = this.#names.pathOf(asked);
    if (path === undefined) this.#test(test);
    else this.#asked.add(path);
  }

  #find(given: Node, use: UsedResult['use']): void {
    const node = callIn(given);
    if (node !== undefined && this.#drafts.current !== undefined) this.#found.push({ node, use });
  }

  #noteMember(node: MemberExpression): void {
    const name = propertyName(node.property, node.computed) ?? '';
    const isTest = node.start < this.#testedUntil;
    if (isTest) this.#tested.add(this.#names.pathOf(node) ?? '');
    if (OF_PROBLEM.test(name)) this.#tested.add(this.#names.pathOf(node.object) ?? '');
    else if (!isTest) this.#find(node.object, 'result');
  }

  #keep(target: Node, value: Node): void {
    if (this.#drafts.current === undefined) return;
    const whole = callIn(value);
    const node = this.#problemIn(value) ?? whole;
    const isPart = node !== whole;
    const path = this.#names.pathOf(target);
    const from = path === undefined ? undefined : this.#names.pathOf(value);
    if (from !== undefined) getOrAdd(this.#copies, from, () => new Set<string>()).add(path!);
    if (node === undefined) return;
    if (path !== undefined) this.#kept.push({ node, paths: [path], isTakenApart: false, isPart });
    else if (target.type === 'ObjectPattern') {
      const names = target.properties.flatMap((each) =>
        each.type === 'Property' ? (propertyName(each.key, each.computed) ?? []) : [],
      );
      if (!names.some((name) => OF_PROBLEM.test(name) || FOR_PROBLEM.test(name)))
        this.#kept.push({
          node,
          paths: patternTargets(target).flatMap((each) => this.#names.idOf(each) ?? []),
          isTakenApart: true,
          isPart,
        });
    }
  }

  /** `problem(401)` of `find(ctx) ?? problem(401)` and `find(ctx).catch(() => problem(401))`. */
  #problemIn(value: Node): CallExpression | undefined {
    const calls = resultsOf(value).flatMap((each) => callIn(each) ?? []);
    return calls
      .flatMap((each) => [each, ...settledIn(each).flatMap((one) => callIn(one) ?? [])])
      .find((each) => this.#drafts.isProblem(each));
  }

  /** The calls whose results are used as values. */
  used(): readonly UsedResult[] {
    const kept = this.#kept.flatMap(({ node, paths, isTakenApart, isPart }): UsedResult[] => {
      if (paths.some((path) => this.#isHandled(path, isTakenApart))) return [];
      const isAsked = paths.some((path) => this.#asked.has(path));
      return isTakenApart && isAsked ? [] : [{ node, use: isAsked ? 'truth' : 'result', isPart }];
    });
    return [...this.#found, ...kept];
  }

  #isHandled(first: string, isTakenApart: boolean): boolean {
    const paths = new Set([first]);
    // The set grows while it is gone through.
    for (const path of paths) {
      if (paths.size > MAX_COPIES || this.#tested.has(path)) return true;
      if (!isTakenApart && (this.#promises.isUsed(path) || isForProblem(path))) return true;
      for (const copy of this.#copies.get(path) ?? []) {
        if (paths.size > MAX_COPIES) break;
        paths.add(copy);
      }
    }
    return false;
  }
}

/** A property that code elsewhere can expect a problem in, such as `ctx.state.error`. */
function isForProblem(path: string): boolean {
  return path.includes('.') && FOR_PROBLEM.test(path.slice(path.lastIndexOf('.')));
}

/** The call in `guard(ctx)` and `await guard(ctx)`. */
function callIn(given: Node): CallExpression | undefined {
  const node = bareExpression(given);
  if (node.type === 'AwaitExpression') return callIn(node.argument);
  return node.type === 'CallExpression' && identifierName(node.callee) !== 'require' ? node : undefined;
}
