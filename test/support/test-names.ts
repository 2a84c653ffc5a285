import { readFileSync } from 'node:fs';
import type { CallExpression, Node } from 'oxc-parser';
import { parseSync } from 'oxc-parser';

/** The name of a test, with its place. */
export interface TestName {
  readonly place: string;
  readonly name: string;
}

/** Words that continue a sentence: a name that begins with one needs its `describe` to be understood. */
const CONTINUING: ReadonlySet<string> = new Set(
  [
    'about above across after against along among around as at because before behind below beside between but by despite during',
    'except for from if in inside into like near of off on onto out outside over per since than through to toward under unless',
    'until up upon via when where whether while with within without and or nor so yet also that which who whose',
    'is are was were be been being has have had do does did can cannot could may might must shall should will would not',
  ].flatMap((words) => words.split(' ')),
);

/** Whether a name begins in the middle of a sentence, such as "is a 404 if it is unknown". */
export function isContinuation(name: string): boolean {
  return CONTINUING.has(/^[a-z]+(?= |$)/i.exec(name)?.[0].toLowerCase() ?? '');
}

/** The names of the tests in a file. A name that begins with the first value of a table has one entry for each row. */
export function testNames(file: string, text = readFileSync(file, 'utf8')): TestName[] {
  const found: TestName[] = [];
  visit(parseSync(file, text).program, (call) => {
    const place = `${file}:${text.slice(0, call.start).split('\n').length}`;
    found.push(...namesOf(call).map((name) => ({ place, name })));
  });
  return found;
}

function namesOf({ callee, arguments: [first] }: CallExpression): string[] {
  const name = textOf(first);
  if (name === undefined || !/^(?:it|test)$/.test(rootOf(callee))) return [];
  if (!/^%s\b/.test(name) || callee.type !== 'CallExpression') return [name];
  return firstColumn(callee.arguments[0]).map((value) => value + name.slice(2));
}

/** The texts in the first column of a table. */
function firstColumn(table: Node | undefined): string[] {
  if (table?.type !== 'ArrayExpression') return [];
  return table.elements.flatMap((row) => textOf(row?.type === 'ArrayExpression' ? row.elements[0] : row) ?? []);
}

/** The function that a chain such as `it.skipIf(x).each(y)` begins with. */
function rootOf(node: Node): string {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  if (node.type === 'CallExpression') return rootOf(node.callee);
  return node.type === 'Identifier' ? node.name : '';
}

/** The text of a literal or a template, with `X` for inserted values; undefined for other nodes. */
function textOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('X');
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function visit(node: Node, onCall: (call: CallExpression) => void): void {
  if (node.type === 'CallExpression') onCall(node);
  for (const value of Object.values(node) as unknown[]) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) visit(child, onCall);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
