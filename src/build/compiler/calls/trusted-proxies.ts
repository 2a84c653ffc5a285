import type { AssignmentExpression, Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { propertyName } from '../module/nodes.ts';

/** Code that makes an app of Koa. */
const MAKES_APP = /\bcreateApp\s*\(|\bnew\s+(?:Koa|Application)\b/;
const BOUND = /\b(?:maxIpsCount|proxyIpHeader)\b/;

/** Reports apps that take the first address of `X-Forwarded-For`, which clients write: those with `proxy: true` and without a number of proxies. */
export function checkTrustedProxies(source: SourceText, program: Program, report: Report): void {
  const { text } = source;
  if (!/\bproxy\b/.test(text) || !MAKES_APP.test(text) || BOUND.test(text)) return;
  const check = (node: Node, name: string | undefined, value: Node): void => {
    const given = bareExpression(value);
    if (name === 'proxy' && given.type === 'Literal' && given.value === true)
      report(messages.unboundedProxy(locationIn(source, node.start, node.end)));
  };
  new Visitor({
    Property: (node) => check(node, propertyName(node.key, node.computed), node.value),
    AssignmentExpression: (node: AssignmentExpression) => {
      if (node.left.type === 'MemberExpression')
        check(node, propertyName(node.left.property, node.left.computed), node.right);
    },
  }).visit(program);
}
