import type { AssignmentExpression, CallExpression, MemberExpression, Node } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { lastName, propertyName, visitEach } from '../module/nodes.ts';
import { scopesOf } from '../module/scopes.ts';
import type { Syntax } from '../module/syntax.ts';
import { isSum, textsIn } from './comparisons.ts';
import { ContextFields } from './context-fields.ts';
import { UsedValues } from './extension-uses.ts';
import { NamesBoundOnce } from './names-bound-once.ts';

/** A property that code may read of an operation or its extensions. */
interface Member {
  readonly object: Node;
  readonly key: Node;
  readonly computed: boolean;
}

/** Reports the reads of `ctx.operation.extensions`, as if no comment had any: see `withoutKnownOperations`. */
export function checkExtensionReads(source: SourceText, syntax: Syntax, report: Report): void {
  // Few files need the walk.
  if (!/\boperation\b/.test(source.text) || !/\bextensions\b|['"`]x-/.test(source.text)) return;
  const members: Member[] = [];
  const set = new Set<Node>();
  const names = new NamesBoundOnce(syntax);
  const fields = new ContextFields(names, scopesOf(syntax.program));
  const used = new UsedValues();
  const visitors = [names.visitor(), fields.visitor(), memberVisitor(members, set), ...used.visitors()];
  new Visitor(visitEach(...visitors)).visit(syntax.program);
  const found = members.flatMap(({ object, key, computed }) =>
    set.has(key) ? [] : { of: fields.of(object), key, computed },
  );
  const listUses = used.listUses((value) => EXTENSION.exec(fields.of(value) ?? '')?.[1]);
  for (const { of, key, computed } of [...fields.parts(), ...found]) {
    const text = computed ? textOf(key) : propertyName(key, false);
    const at = locationIn(source, key.start, key.end);
    // Objects have methods, such as `hasOwnProperty`.
    if (text === undefined || text in Object.prototype) continue;
    const isExtension = text.startsWith('x-');
    if (of === 'operation.extensions' || (of === 'entry.extensions' && isExtension))
      report({
        ...messages.unmatchedExtension(at, text, []),
        operation: { field: 'extension', extent: 'whole', text, listUse: listUses.get(text) },
      });
    else if (of === 'operation' && isExtension) report(messages.misplacedExtension(at, text));
  }

  function textOf(key: Node): string | undefined {
    const [only, other] = isSum(key) ? [] : textsIn(key, names);
    return other === undefined ? only?.text : undefined;
  }
}

/** An extension, as `ContextFields` names it. */
const EXTENSION = /^(?:operation|entry)\.extensions\.(.*)$/s;

/** Finds reads and tests of properties: `extensions['x-role']`, `'x-role' in extensions`, `Object.hasOwn(extensions, 'x-role')`. */
function memberVisitor(members: Member[], set: Set<Node>): object {
  const test = (object: Node | undefined, key: Node | undefined): void => {
    if (object !== undefined && key !== undefined) members.push({ object, key, computed: true });
  };
  return {
    MemberExpression: ({ object, property, computed }: MemberExpression) =>
      void members.push({ object, key: property, computed }),
    AssignmentExpression: ({ left }: AssignmentExpression) => {
      if (left.type === 'MemberExpression') set.add(left.property);
    },
    BinaryExpression: ({ operator, left, right }: Node & { type: 'BinaryExpression' }) => {
      if (operator === 'in') test(right, left);
    },
    CallExpression: ({ callee, arguments: [first, second] }: CallExpression) => {
      if (callee.type !== 'MemberExpression') return;
      if (lastName(callee) === 'hasOwn') test(first, second);
      if (lastName(callee) === 'hasOwnProperty') test(callee.object, first);
    },
  };
}
