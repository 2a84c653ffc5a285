import type { CallExpression, Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText, Span } from '../diagnostics/source.ts';
import { isSpanIn, locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { lastName, visitEach } from '../module/nodes.ts';
import { LocalValues, MAX_CALLS, MAX_COPIES } from './local-values.ts';
import type { RequestValue } from './client-values.ts';
import { blankOf, CUTS, MATCHES, RequestValues } from './client-values.ts';
import { isSearch } from './named-calls.ts';
import { OpeningTests, unsetIn } from './opening-tests.ts';
import { SecretDefaults } from './published-secrets.ts';
import type { SecretComparison, ValueTest } from './secret-tests.ts';
import { lengthOwner, SecretTests } from './secret-tests.ts';
import type { UnsetSecret } from './unset-keys.ts';
import { SECRET, testedIn, unsetKeys } from './unset-keys.ts';
import type { UnsetValue } from './unset-values.ts';
import { ANY, rootOf, UnsetValues } from './unset-values.ts';

/** How far from a comparison its `!` and `=== false` are looked for. */
const MAX_SIGNS = 32;
/** More than code has that a person writes. */
const MAX_COMPARISONS = 1000;
const WHOLE = { start: 0, end: Infinity };

/**
 * Reports comparisons of values that clients send with variables of the environment, if a client can pass them while the variable is unset. Nothing is reported if
 * the file tests the variable and refuses without it, or tests the value of the client so that it can't be the one of an unset variable.
 */
export function checkUnsetSecrets(source: SourceText, program: Program, report: Report): void {
  // Few files need the walk.
  if (!/\benv\b/.test(source.text)) return;
  const values = new LocalValues(program);
  const secrets = new SecretTests();
  const openings = new OpeningTests(values);
  const defaults = new SecretDefaults();
  new Visitor(visitEach(values.visitor(), secrets.visitor(), openings.visitor(), defaults.visitor())).visit(program);
  const check = new SecretCheck(source, values, secrets, openings);
  for (const { node, name } of defaults.among(values, check.unset))
    report(messages.publishedSecret(locationIn(source, node.start, node.end), name));
  const reported = new Set<Node>();
  const found = check.found();
  for (const { node, names, how } of [...found, ...unsetKeys(secrets, check.unset, found)]) {
    if (reported.has(node)) continue;
    reported.add(node);
    report(messages.unsetSecret(locationIn(source, node.start, node.end), names[0]!, how));
  }
}

/** A comparison, with its values: those in the file, or in a function of it while a call runs it. */
interface Compared extends SecretComparison {
  /** The comparison itself, if `node` is a call of the function that it is in. */
  readonly inner: Node;
  /** The calls that lead to it. Each runs the function with the next one. */
  readonly calls: readonly CallExpression[];
  readonly values: LocalValues;
  readonly secrets: UnsetValues;
  readonly sent: RequestValue | undefined;
  readonly unset: UnsetValue | undefined;
}

/** A comparison of a value that a client sends with one of the environment. */
type Known = Compared & { readonly sent: RequestValue; readonly unset: UnsetValue };

interface OpenComparison extends UnsetSecret {
  readonly comparison: Known;
}

class SecretCheck {
  readonly #source: SourceText;
  readonly #values: LocalValues;
  readonly #secrets: SecretTests;
  readonly #requests: RequestValues;
  readonly unset: UnsetValues;
  readonly #openings: OpeningTests;
  /** The calls such as `list.some((each) => ...)`, whose results can be used by their opposites. */
  readonly #searches: readonly CallExpression[];
  #tests: readonly ValueTest[] = [];

  constructor(source: SourceText, values: LocalValues, secrets: SecretTests, openings: OpeningTests) {
    this.#source = source;
    this.#values = values;
    this.#secrets = secrets;
    this.#openings = openings;
    this.#searches = secrets.calls.filter(({ callee, arguments: given }) => given.length > 0 && isSearch(callee));
    this.#requests = new RequestValues(source.text, values);
    this.unset = new UnsetValues(values, this.#requests);
  }

  found(): OpenComparison[] {
    const given = this.#secrets.calls.flatMap((each) => each.arguments);
    // A schema checks the whole environment.
    if (given.flatMap(spreadIn).some((each) => this.unset.isEnvironment(each))) return [];
    const compared = this.#compared();
    const skipped = compared.flatMap((each) => this.#skipped(each));
    // The function decides, although its name can be that of a test.
    const called = compared.flatMap(({ node, calls }) => (calls.length === 0 ? [] : node));
    this.#tests = this.#secrets.tests.filter(({ node }) => !called.some((each) => isSpanIn(node, each)));
    // A filter leaves out items, and refuses no request.
    const filters = this.#searches.filter(({ callee }) => lastName(callee) === 'filter');
    const others = [...skipped.map(({ test }) => test), ...this.#openings.logged, ...filters];
    const tests = this.#tests.filter(({ node }) => !others.some((each) => isSpanIn(node, each)));
    const namesIn = (secrets: UnsetValues, how: messages.UnsetReason): ReadonlySet<string> =>
      testedIn(tests, secrets, how);
    if (namesIn(this.unset, 'undefined').has(ANY)) return [];
    const open = compared.flatMap((comparison): OpenComparison[] => {
      const how = this.#openness(comparison);
      return how === undefined ? [] : [{ node: comparison.node, comparison, names: comparison.unset.names, how }];
    });
    return [...skipped, ...open].filter(({ comparison: { calls, secrets }, names, how }) => {
      const all = namesIn(calls.length === 0 ? this.unset : secrets, how);
      return !names.some((name) => all.has(name));
    });
  }

  /** The comparisons, and the calls of functions that compare their parameters. */
  #compared(): Known[] {
    const found: Known[] = [];
    let given = this.#secrets.comparisons.flatMap((each) => this.#inCalls({ ...each, inner: each.node }, []));
    for (let depth = 0; depth <= MAX_CALLS; depth += 1) {
      found.push(...given.filter(isKnown));
      // A parameter that is named as credentials can get another value.
      const others = given.filter((each) => !isKnown(each) || each.sent.field === 'credentials');
      given = [];
      for (const call of this.#secrets.calls)
        if (given.length < MAX_COMPARISONS) given.push(...this.#callsOf(call, others));
    }
    const called = new Set(found.flatMap(({ node, calls }) => (calls.length === 0 ? [] : node)));
    return found.filter(({ node, calls }) => calls.length > 0 || !called.has(node));
  }

  /** The comparisons in the function that a call runs. */
  #callsOf(call: CallExpression, others: readonly Compared[]): Compared[] {
    const called = this.#values.functionOf(call.callee);
    if (called === undefined || isSpanIn(call, called)) return [];
    return others
      .filter(({ node }) => isSpanIn(node, called))
      .flatMap((each) => this.#inCalls({ ...each, node: call }, [call, ...each.calls]));
  }

  #inCalls(comparison: SecretComparison & { inner: Node }, calls: readonly CallExpression[]): Compared[] {
    let values: LocalValues | undefined = this.#values;
    for (const each of calls) values = values?.within(each);
    if (values === undefined) return [];
    const secrets = calls.length === 0 ? this.unset : this.unset.within(values);
    const requests = calls.length === 0 ? this.#requests : this.#requests.within(values);
    const [sent, unset] = [requests.of(comparison.client), secrets.of(comparison.secret)];
    return [{ ...comparison, calls, values, secrets, sent, unset }];
  }

  /** A comparison that a condition skips if the variable is unset: `KEY && key !== KEY`, `!KEY || key === KEY`, and `if (!KEY) return next();` before it. */
  #skipped(comparison: Known): (OpenComparison & { test: Node })[] {
    const { node, inner, sent, secrets } = comparison;
    const { names } = comparison.unset;
    const isGuard = this.#isGuard(comparison);
    const isUnset = (each: Node): boolean => {
      const list = lengthOwner(each);
      const value = secrets.of(list ?? each);
      // A list is never unset, but it can be empty.
      const isList = value?.isItem === true && (value.kind === 'none') === (list === undefined);
      return value?.names.some((name) => names.includes(name)) === true && !isList;
    };
    const tests = [...new Set([node, inner])].flatMap((each) => {
      const isNegated = this.#isNegated(each);
      const pairs = this.#isInGuard(comparison)
        ? this.#secrets.pairs.filter(
            ({ left, right, operator }) =>
              isSpanIn(each, right) &&
              (operator === '&&') === this.#isNegated(each, right) &&
              unsetIn(left, operator === '||').some(isUnset),
          )
        : [];
      const skipping = comparison.kind === 'closed' ? this.#openings.skipping(each) : [];
      const openings = [...this.#openings.found, ...skipping].filter(({ values, spans, outcome }) => {
        if (!values.some(isUnset) || (outcome === 'object' && sent.field !== 'credentials')) return false;
        if (outcome !== 'next' && !isGuard) return false;
        const within = this.#openings.withCalled(spans);
        if (this.#openings.isRefusal(each, isNegated, within)) return true;
        return this.#openings.isResult(each, isNegated, outcome) && within.some((span) => isSpanIn(each, span));
      });
      return [...pairs.map(({ left }) => left), ...openings.map(({ test }) => test)];
    });
    return tests.map((test) => ({ node, comparison, names, how: 'skipped', test }));
  }

  /** Whether the result decides if a client may go on, as far as names and conditions show. */
  #isGuard(comparison: Known): boolean {
    return comparison.unset.names.some((name) => SECRET.test(name)) || this.#isInGuard(comparison);
  }

  #isInGuard({ node, inner }: Known): boolean {
    return this.#secrets.isInGuard(node) || this.#secrets.isInGuard(inner);
  }

  /** Whether code uses the opposite of a comparison: its own, or that of `!list.some((each) => ...)`. */
  #isNegated(node: Node, within: Span = WHOLE): boolean {
    const around = this.#searches.filter(({ arguments: [called] }) => isSpanIn(node, called!));
    const signs = [node, ...around.filter((each) => isSpanIn(each, within))].filter((each) => {
      const ends = around.flatMap(({ arguments: [called] }) => (isSpanIn(each, called!) ? called!.end : []));
      return this.#isOpposite(each, Math.min(each.end + MAX_SIGNS, ...ends));
    });
    return signs.length % 2 === 1;
  }

  #isOpposite({ start, end, ...node }: Node, last: number): boolean {
    const { text } = this.#source;
    const isOpposite =
      /!\s*\(?\s*(?:await\s+)?$/.test(text.slice(Math.max(0, start - MAX_SIGNS), start)) ||
      /^\s*\)?\s*(?:===?\s*(?:false\b|undefined\b|-1)|!==?\s*true\b|<\s*0|\.length\s*(?:===?\s*0|<\s*1))/.test(
        text.slice(end, last),
      );
    return (node.type === 'BinaryExpression' && node.operator.startsWith('!')) !== isOpposite;
  }

  /** How a client passes a comparison while the variable is unset; undefined if it can't. */
  #openness(comparison: Known): messages.UnsetReason | undefined {
    const { node, kind, sent, unset } = comparison;
    if (!this.#isGuard(comparison) || (unset.isItem === true) !== (kind === 'list')) return undefined;
    if (unset.kind === 'none' || kind === 'closed') return undefined;
    if (unset.kind === 'text') return sent.field === 'ip' ? undefined : 'text';
    if (kind === 'part') {
      const isBlocked = this.#openings.isRefusal(node, !this.#isNegated(node), [WHOLE]);
      return unset.kind === 'empty' && !isBlocked ? 'skipped' : undefined;
    }
    const tests = this.#testsOf(comparison);
    if (unset.kind === 'empty') return sent.canBeEmpty && !/filled|true/.test(tests) ? 'empty' : undefined;
    if (sent.canBeUndefined) return kind !== 'call' && !/defined|true/.test(tests) ? 'undefined' : undefined;
    // The contract may require a length of a parameter.
    const isOpen = sent.canBeEmpty && !sent.field.startsWith('input.') && !/filled|true/.test(tests);
    return isOpen ? 'emptied' : undefined;
  }

  /** The kinds of the conditions of a value that clients send. */
  #testsOf({ client, values }: Known): string {
    const keys = partsOf(client, values).flatMap((each) => this.#keysOf(each, values));
    return this.#tests
      .flatMap(({ node, kind }) => (this.#keysOf(node, values).some((key) => keys.includes(key)) ? kind : []))
      .join(' ');
  }

  /** The texts by which code names a value: that of a constant, and its own. */
  #keysOf(given: Node, values: LocalValues, steps = MAX_COPIES): string[] {
    const node = bareExpression(given);
    const { start, end } = node;
    const { node: value, path = [] } = values.sourceOf(node) ?? {};
    const others = value === undefined || path.length > 0 ? [] : [value];
    return [
      values.idOf(node) ?? this.#source.text.slice(start, end).replaceAll(/\?(?=\.)|\s/g, ''),
      ...(steps === 0 ? [] : others.flatMap((each) => this.#keysOf(each, values, steps - 1))),
    ];
  }
}

function isKnown(comparison: Compared): comparison is Known {
  return comparison.sent !== undefined && comparison.unset !== undefined;
}

/** A value, and those that are all empty if it is: `key` of `Buffer.from(key)`. */
function partsOf(given: Node, values: LocalValues): Node[] {
  const found = new Set([given]);
  // The loop sees those that it adds, too.
  for (const each of found) {
    const node = values.originOf(each);
    if (node.type === 'LogicalExpression') found.add(node.left);
    if (node.type === 'MemberExpression') {
      const root = rootOf(node);
      const match = values.originOf(root);
      if (match.type === 'CallExpression' && MATCHES.test(lastName(match.callee))) found.add(root);
    }
    if (
      node.type === 'ConditionalExpression' &&
      [node.consequent, node.alternate].every((branch) => blankOf(branch) === undefined)
    )
      found.add(node.consequent).add(node.alternate);
    if (node.type !== 'CallExpression' || CUTS.test(lastName(node.callee))) continue;
    for (const part of node.arguments) found.add(part);
    if (node.callee.type === 'MemberExpression') found.add(node.callee.object);
  }
  return [...found];
}

/** An argument, and what an object in its place has all of: `parse({ ...process.env })`. */
function spreadIn(given: Node): Node[] {
  const spread = given.type === 'ObjectExpression' ? given.properties : [];
  return [given, ...spread.flatMap((each) => (each.type === 'SpreadElement' ? each.argument : []))];
}
