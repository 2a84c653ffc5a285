import type { Node, Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { visitEach } from '../module/nodes.ts';
import { LocalValues } from './local-values.ts';
import { RequestValues } from './client-values.ts';
import type { SecretComparison } from './secret-tests.ts';
import { SecretTests } from './secret-tests.ts';
import type { UnsetValue } from './unset-values.ts';
import { ANY, MAX_COPIES, UnsetValues } from './unset-values.ts';

/** The names of variables that keep clients out, also where nothing shows that the comparison is a guard. */
const SECRET = /key|secret|token|pass|pwd|auth|cred|sign|admin|login/i;

/**
 * Reports comparisons of values that clients send with variables of the environment, if a client can pass them while the variable is unset. Nothing is reported if
 * the file tests the variable, or tests the value of the client so that it can't be the one of an unset variable.
 */
export function checkUnsetSecrets(source: SourceText, program: Program, report: Report): void {
  // Few files need the walk.
  if (!/\benv\b/.test(source.text)) return;
  const values = new LocalValues(program);
  const secrets = new SecretTests();
  new Visitor(visitEach(values.visitor(), secrets.visitor())).visit(program);
  const check = new SecretCheck(source, values, secrets);
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

  constructor(source: SourceText, values: LocalValues, secrets: SecretTests) {
    this.#source = source;
    this.#values = values;
    this.#secrets = secrets;
    this.#requests = new RequestValues(source.text, values);
    this.#unset = new UnsetValues(values, this.#requests);
  }

  found(): OpenComparison[] {
    const { comparisons, given } = this.#secrets;
    // A schema checks the whole environment.
    if (given.flatMap(spreadIn).some((each) => this.#unset.isEnvironment(each))) return [];
    const skipped = comparisons.flatMap((each) => this.#skipped(each));
    const tested = this.#testedNames(skipped.map(({ pair }) => pair.left));
    if (tested.has(ANY)) return [];
    const open = comparisons.flatMap((comparison) => {
      const unset = this.#unset.of(comparison.secret);
      const how = unset && this.#openness(comparison, unset);
      return how === undefined ? [] : [{ comparison, names: unset!.names, how }];
    });
    return [...skipped, ...open].filter(({ names }) => !names.some((name) => tested.has(name)));
  }

  /** The variables that conditions test. */
  #testedNames(skipped: readonly Node[]): Set<string> {
    const tests = this.#secrets.tests.filter(({ node }) => !skipped.some((each) => isIn(node, each)));
    return new Set(tests.flatMap(({ node }) => this.#unset.of(node)?.names ?? []));
  }

  /** A comparison that a condition skips if the variable is unset: `KEY && key !== KEY`, and `!KEY || key === KEY`. */
  #skipped(comparison: SecretComparison): (OpenComparison & { pair: Node & { type: 'LogicalExpression' } })[] {
    const { node, client, secret } = comparison;
    const names = this.#unset.of(secret)?.names ?? [];
    if (names.length === 0 || this.#requests.of(client) === undefined || !this.#secrets.isInGuard(node)) return [];
    const isNegated = node.type === 'BinaryExpression' ? node.operator.startsWith('!') : this.#isNegated(node);
    return this.#secrets.pairs
      .filter((each) => isIn(node, each.right) && (each.operator === '&&') === isNegated)
      .filter(({ left, operator }) =>
        requiredIn(left, operator).some((each) => this.#unset.of(each)?.names.some((name) => names.includes(name))),
      )
      .map((pair) => ({ comparison, names, how: 'skipped', pair }));
  }

  #isNegated({ start }: Node): boolean {
    return /!\s*$/.test(this.#source.text.slice(0, start));
  }

  /** How a client passes a comparison while the variable is unset; undefined if it can't. */
  #openness({ node, client, kind }: SecretComparison, unset: UnsetValue): messages.UnsetReason | undefined {
    const sent = this.#requests.of(client);
    const isGuard = unset.names.some((name) => SECRET.test(name)) || this.#secrets.isInGuard(node);
    if (sent === undefined || !isGuard || (unset.isItem === true) !== (kind === 'list')) return undefined;
    if (unset.kind === 'text') return 'text';
    if (kind === 'part') return unset.kind === 'empty' ? 'skipped' : undefined;
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

function isIn({ start, end }: Node, outer: Node): boolean {
  return outer.start <= start && end <= outer.end;
}

/** The values that must all be there in `&&`, or all be missing in `||`. */
function requiredIn(given: Node, operator: string): Node[] {
  const node = bareExpression(given);
  if (node.type === 'LogicalExpression')
    return node.operator === operator ? [node.left, node.right].flatMap((each) => requiredIn(each, operator)) : [];
  if (node.type === 'UnaryExpression') return operator === '||' && node.operator === '!' ? [node.argument] : [];
  if (node.type !== 'BinaryExpression') return operator === '&&' ? [node] : [];
  return node.operator.startsWith('!') === (operator === '&&') ? [node.left] : [];
}
