import type { Node } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { declaredNames } from '../module/exports.ts';
import { timesNamed } from '../module/name-counts.ts';
import { valuesIn } from '../module/relative-modules.ts';
import { isNamedAsGuard } from '../calls/named-calls.ts';
import { functionVisitor } from '../module/nodes.ts';
import { scopesOf } from '../module/scopes.ts';
import type { Syntax } from '../module/syntax.ts';
import { AUTHORIZE, isForeignGuard } from './guard-names.ts';
import { REFUSES_ACCESS, refusesAccess } from './helper-middleware.ts';

/** The word is one of those that name guards. */
const REQUIRE = /=\s*require\s*\(/;

/** Warns of functions that keep clients out, and that their file neither calls nor exports. Of those that it imports, the names show it. */
export function checkUncalled(source: SourceText, syntax: Syntax, report: Report): void {
  for (const statement of syntax.program.body) {
    for (const { local, start, end } of valuesIn(statement))
      if (
        /^(?!authorize$)[a-z]/.test(local.name) &&
        isNamedAsGuard(local.name) &&
        timesNamed(syntax.program, local.name) === 1
      )
        report(messages.unusedGuard({ source, span: { start, end } }, local.name, true));
    for (const name of declaredNames(statement)) {
      const { start, end } = statement;
      const each = { name, span: { start, end }, value: syntax.bindings.resolve(name, []) };
      const isFunction = each.value.kind === 'function';
      const guards = isFunction
        ? isNamedAsGuard(name) || refusesAccess(source, syntax, each)
        : !REQUIRE.test(source.text.slice(start, end)) && isForeignGuard(each, source, syntax);
      if (name !== AUTHORIZE && guards && timesNamed(syntax.program, name) === 1)
        report(messages.unusedGuard({ source, span: each.span }, name, false));
    }
  }
  // Few files have another one.
  if (REFUSES_ACCESS.test(source.text)) checkInner(source, syntax, report);
}

/** Warns of those in other functions. */
function checkInner(source: SourceText, { program }: Syntax, report: Report): void {
  const scopes = scopesOf(program);
  const check = (id: Node | null, node: Node & { readonly body: Node | null }): void => {
    if (id?.type !== 'Identifier' || timesNamed(program, scopes.idOf(id)!) !== 1) return;
    const { start, end } = node;
    if (REFUSES_ACCESS.test(source.text.slice(node.body?.start, end)))
      report(messages.unusedGuard({ source, span: { start, end } }, id.name, true));
  };
  // A namespace can export one.
  let depth = 0;
  const enter = (node: Node): void => {
    if (depth++ > 0 && node.type === 'FunctionDeclaration') check(node.id, node);
  };
  new Visitor({
    ...functionVisitor(enter, () => void depth--),
    VariableDeclarator: ({ id, init }) => depth > 0 && init !== null && 'params' in init && check(id, init),
  }).visit(program);
}
