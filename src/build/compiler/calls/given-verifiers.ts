import type { AssignmentExpression, Node, ObjectProperty } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { isNamed, lastName, visitEach } from '../module/nodes.ts';
import type { Value } from '../module/value.ts';
import type { Parsed } from './located-calls.ts';
import { NamesBoundOnce } from './names-bound-once.ts';

/** The objects that a file gives to an option `security`: `createApp(operations, { security: verifiers })`. */
export function verifiersIn({ text }: SourceText, parsed: Parsed): readonly Value[] {
  // Few files need the walk.
  if (!/\bsecurity\b/.test(text)) return [];
  const names = new NamesBoundOnce(parsed);
  const found: Node[] = [];
  const own = {
    Property: ({ key, value }: ObjectProperty) => isNamed(key, 'security') && found.push(value),
    AssignmentExpression: ({ left, right }: AssignmentExpression) =>
      left.type === 'MemberExpression' && lastName(left) === 'security' && found.push(right),
  };
  new Visitor(visitEach(names.visitor(), own)).visit(parsed.program);
  return found.flatMap((each) => names.valueOf(each) ?? []);
}
