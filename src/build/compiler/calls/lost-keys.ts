import type { Node, ObjectExpression, ObjectProperty } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { childrenOf, identifierName, isNamed, propertyName } from '../module/nodes.ts';
import type { Syntax } from '../module/syntax.ts';
import { isNamedAsGuard, REFUSES } from './named-calls.ts';
import { MAY_BE_FUNCTION } from './names-bound-once.ts';

/** Options that keep clients out. */
const OPTION = /^(?:security|admit)$/;

/** Reports a guard in an object whose key is there again, as a merge can leave it: `{ office: requireOffice, office: noStore }`. */
export function checkLostKeys(source: SourceText, { program }: Syntax, report: Report): void {
  const verifiers = new Set<Node>();
  const note = (key: Node, value: Node | null): void => {
    if (value !== null && isNamed(key, 'security')) verifiers.add(bareExpression(value));
  };
  const at = ({ start, end }: Node): Location => ({ source, span: { start, end } });
  new Visitor({
    VariableDeclarator: ({ id, init }) => note(id, init),
    ObjectExpression(object) {
      const last = new Map<string, ObjectProperty>();
      for (const [name, each] of propertiesOf(object).toReversed()) {
        note(each.key, each.value);
        const by = last.get(name);
        if (by === undefined) last.set(name, each);
        else if (!isSame(each.value, by.value) && (guards(source, name, each.value) || isVerifier(object, each.value)))
          report(messages.lostKey(at(each), name, at(by)));
      }
    },
  }).visit(program);

  function isVerifier(object: ObjectExpression, value: Node): boolean {
    return verifiers.has(object) && MAY_BE_FUNCTION.test(bareExpression(value).type);
  }
}

function propertiesOf({ properties }: ObjectExpression): [string, ObjectProperty][] {
  return properties.flatMap((each): [string, ObjectProperty][] => {
    if (each.type !== 'Property' || each.kind !== 'init') return [];
    const name = propertyName(each.key, each.computed);
    // The exports of a module are checked with all that replaces them.
    return name === undefined || name === 'default' ? [] : [[name, each]];
  });
}

function isSame(one: Node, other: Node): boolean {
  return identifierName(one) !== undefined && identifierName(one) === identifierName(other);
}

function guards({ text }: SourceText, name: string, value: Node): boolean {
  const bare = bareExpression(value);
  if (OPTION.test(name)) return true;
  return MAY_BE_FUNCTION.test(bare.type) && (isNamedAsGuard(name) || keepsOut(text, bare));
}

/** Whether a function refuses clients by its text or by the names in it. */
function keepsOut(text: string, node: Node): boolean {
  if ('params' in node) return REFUSES.test(text.slice(node.start, node.end));
  return isNamedAsGuard(identifierName(node) ?? '') || childrenOf(node).some((each) => keepsOut(text, each));
}
