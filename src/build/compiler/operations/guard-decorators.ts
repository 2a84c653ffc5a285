import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { isNamedAsGuard } from '../calls/named-calls.ts';
import { lastName } from '../module/nodes.ts';
import type { Syntax } from '../module/syntax.ts';
import { isGuarding } from './guard-names.ts';

/** Reports decorators that keep clients out in other frameworks, such as `@UseGuards(AdminGuard)`: here, nothing reads the metadata that they set. */
export function checkDecorators(source: SourceText, { program }: Syntax, report: Report): void {
  if (!source.text.includes('@') || !/\bclass\b/.test(source.text)) return;
  new Visitor({
    Decorator({ expression, start, end }) {
      const name = lastName(expression.type === 'CallExpression' ? expression.callee : expression);
      const asFunction = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
      if (isGuarding(asFunction) || isNamedAsGuard(asFunction) || /^authori[sz]ed?$/.test(asFunction))
        report(messages.guardDecorator({ source, span: { start, end } }, name));
    },
  }).visit(program);
}
