import type { Node, Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { isSpanIn, locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { visitEach } from '../module/nodes.ts';
import { LocalValues } from './local-values.ts';
import { RequestValues } from './client-values.ts';
import { OpeningTests, unsetIn } from './opening-tests.ts';
import type { SecretComparison } from './secret-tests.ts';
import { SecretTests } from './secret-tests.ts';
import type { UnsetValue } from './unset-values.ts';
import { ANY, MAX_COPIES, UnsetValues } from './unset-values.ts';

/** The names of variables that keep clients out, also where nothing shows that the comparison is a guard. */
const SECRET = /key|secret|token|pass|pwd|auth|cred|sign|admin|login/i;
/** How far from a comparison its `!` and `=== false` are looked for. */
const MAX_SIGNS = 32;
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
  new Visitor(visitEach(values.visitor(), secrets.visitor(), openings.visitor())).visit(program);
  const check = new SecretCheck(source, values, secrets, openings);
  const reported = new Set<Node>();
  for (const { comparison, names, how } of check.found()) {
    const { node } = comparison;
    if (reported.has(node)) continue;
    reported.add(node);
    report(messages.unsetSecret(locationIn(source, node.start, node.end), names[0]!, how));
  }
}

interface OpenComparison {
  readonly comparison: SecretComparison;
  readonly names: readonly string[];
  readonly how: messages.UnsetReason;
}

class SecretCheck {
  readonly #source: SourceText;
  readonly #values: LocalValues;
  readonly #secrets: SecretTests;
  readonly #requests: RequestValues;
  readonly #unset: UnsetValues;
  readonly #openings: OpeningTests;

  constructor(source: SourceText, values: LocalValues, secrets: SecretTests, openings: OpeningTests) {
    this.#source = source;
    this.#values = values;
    this.#secrets = secrets;
    this.#openings = openings;
    this.#requests = new RequestValues(source.text, values);
    this.#unset = new UnsetValues(values, this.#requests);
  }

  found(): OpenComparison[] {
    const { comparisons, given } = this.#secrets;
    // A schema checks the whole environment.
    if (given.flatMap(spreadIn).some((each) => this.#unset.isEnvironment(each))) return [];
    const skipped = comparisons.flatMap((each) => this.#skipped(each));
    const tested = this.#testedNames([...skipped.map(({ test }) => test), ...this.#openings.logged]);
    if (tested.has(ANY)) return [];
    const open = comparisons.flatMap((comparison) => {
      const unset = this.#unset.of(comparison.secret);
      const how = unset && this.#openness(comparison, unset);
      return how === undefined ? [] : [{ comparison, names: unset!.names, how }];
    });
    return [...skipped, ...open].filter(({ names }) => !names.some((name) => tested.has(name)));
  }

  /** The variables that conditions test, but for some. */
  #testedNames(others: readonly Node[]): Set<string> {
    const tests = this.#secrets.tests.filter(({ node }) => !others.some((each) => isSpanIn(node, each)));
    return new Set(tests.flatMap(({ node }) => this.#unset.of(node)?.names ?? []));
  }

  /** A comparison that a condition skips if the variable is unset: `KEY && key !== KEY`, `!KEY || key === KEY`, and `if (!KEY) return next();` before it. */
  #skipped(comparison: SecretComparison): (OpenComparison & { test: Node })[] {
    const { node, client, secret } = comparison;
    const names = this.#unset.of(secret)?.names ?? [];
    const sent = this.#requests.of(client);
    if (names.length === 0 || sent === undefined) return [];
    const isNegated = this.#isNegated(node);
    const isGuard = this.#isGuard(node, names);
    const isUnset = (each: Node): boolean => this.#unset.of(each)?.names.some((name) => names.includes(name)) === true;
    const pairs = this.#secrets.isInGuard(node)
      ? this.#secrets.pairs.filter(
          ({ left, right, operator }) =>
            isSpanIn(node, right) &&
            (operator === '&&') === isNegated &&
            unsetIn(left, operator === '||').some(isUnset),
        )
      : [];
    const openings = this.#openings.found.filter(({ values, spans, outcome }) => {
      if (!values.some(isUnset) || (outcome === 'object' && sent.field !== 'credentials')) return false;
      if (outcome !== 'next' && !isGuard) return false;
      const within = this.#openings.withCalled(spans);
      if (this.#openings.isRefusal(node, isNegated, within)) return true;
      return this.#openings.isResult(node, isNegated, outcome) && within.some((each) => isSpanIn(node, each));
    });
    const tests = [...pairs.map(({ left }) => left), ...openings.map(({ test }) => test)];
    return tests.map((test) => ({ comparison, names, how: 'skipped', test }));
  }

  /** Whether the result decides if a client may go on, as far as names and conditions show. */
  #isGuard(node: Node, names: readonly string[]): boolean {
    return names.some((name) => SECRET.test(name)) || this.#secrets.isInGuard(node);
  }

  /** Whether code uses the opposite of a comparison. */
  #isNegated(node: Node): boolean {
    const { text } = this.#source;
    const isOpposite =
      /!\s*\(?\s*(?:await\s+)?$/.test(text.slice(Math.max(0, node.start - MAX_SIGNS), node.start)) ||
      /^\s*\)?\s*(?:===?\s*(?:false\b|-1)|!==?\s*true\b|<\s*0)/.test(text.slice(node.end, node.end + MAX_SIGNS));
    return (node.type === 'BinaryExpression' && node.operator.startsWith('!')) !== isOpposite;
  }

  /** How a client passes a comparison while the variable is unset; undefined if it can't. */
  #openness({ node, client, kind }: SecretComparison, unset: UnsetValue): messages.UnsetReason | undefined {
    const sent = this.#requests.of(client);
    if (sent === undefined || !this.#isGuard(node, unset.names) || (unset.isItem === true) !== (kind === 'list'))
      return undefined;
    if (unset.kind === 'none') return undefined;
    if (unset.kind === 'text') return sent.field === 'ip' ? undefined : 'text';
    if (kind === 'part') {
      const isBlocked = this.#openings.isRefusal(node, !this.#isNegated(node), [WHOLE]);
      return unset.kind === 'empty' && !isBlocked ? 'skipped' : undefined;
    }
    const tests = this.#testsOf(client);
    if (unset.kind === 'empty') return sent.canBeEmpty && !/filled|true/.test(tests) ? 'empty' : undefined;
    return kind !== 'call' && sent.canBeUndefined && !/defined|true/.test(tests) ? 'undefined' : undefined;
  }

  /** The kinds of the conditions of a value that clients send. */
  #testsOf(client: Node): string {
    const keys = this.#keysOf(client);
    return this.#secrets.tests
      .flatMap(({ node, kind }) => (this.#keysOf(node).some((key) => keys.includes(key)) ? kind : []))
      .join(' ');
  }

  /** The texts by which code names a value: that of a constant, and its own. */
  #keysOf(given: Node, steps = MAX_COPIES): string[] {
    const node = bareExpression(given);
    const { start, end } = node;
    if (node.type !== 'Identifier') return [this.#source.text.slice(start, end).replaceAll(/\?(?=\.)|\s/g, '')];
    const { node: value, path = [] } = this.#values.sourceOf(node) ?? {};
    return [
      this.#values.idOf(node) ?? '',
      ...(value === undefined || path.length > 0 || steps === 0 ? [] : this.#keysOf(value, steps - 1)),
    ];
  }
}

/** An argument, and what an object in its place has all of: `parse({ ...process.env })`. */
function spreadIn(given: Node): Node[] {
  const spread = given.type === 'ObjectExpression' ? given.properties : [];
  return [given, ...spread.flatMap((each) => (each.type === 'SpreadElement' ? each.argument : []))];
}
