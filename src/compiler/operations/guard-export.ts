import type { ExportAllDeclaration, Node, Statement } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { isNear } from '../diagnostics/report.ts';
import type { SourceText } from '../diagnostics/source.ts';
import type { ModuleExports } from '../module/exports.ts';
import { findHiddenExports } from '../module/hidden-exports.ts';
import type { Syntax } from '../module/syntax.ts';

/** The export of a `_middleware` file that decides whether a client may use an operation. */
export const AUTHORIZE = 'authorize';

/** Reports exports that look like `authorize` but would not run, or whose names the text does not show: a guard must not get lost. */
export function checkGuard(
  source: SourceText,
  { program, bindings }: Syntax,
  { isCommonJs, exports }: ModuleExports,
  report: Report,
): void {
  for (const { name, value, span } of exports) {
    if (name === AUTHORIZE) {
      if (value.kind === 'other' || value.isGenerator === true) report(messages.guardKind({ source, span }));
    } else if (name !== 'default' && isNear(name, AUTHORIZE)) report(messages.guardName({ source, span }, name));
  }
  const isSeen = (name: string): boolean => exports.some((each) => each.name === name);
  for (const statement of program.body) {
    if (hidesNames(statement)) report(messages.hiddenExports(at(source, statement)));
    if (!isSeen(AUTHORIZE)) for (const type of typeExports(statement)) report(messages.guardType(at(source, type)));
  }
  // Without this word no code reaches the exports of a CommonJS module.
  if (!source.text.includes('exports') && !/\bexport\s*=/.test(source.text)) return;
  for (const { name, span } of findHiddenExports(program, bindings.has, isCommonJs))
    if (name === undefined || !isSeen(name)) report(messages.hiddenAssignment({ source, span }));
}

/** `export * from`, and `export const { a } = b`. */
function hidesNames(statement: Statement): boolean {
  if (statement.type === 'ExportAllDeclaration')
    return statement.exportKind !== 'type' && [undefined, AUTHORIZE].includes(nameOf(statement.exported));
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
    return false;
  return statement.declaration.declarations.some(({ id }) => id.type !== 'Identifier');
}

function nameOf(exported: ExportAllDeclaration['exported']): string | undefined {
  if (exported === null) return undefined;
  return exported.type === 'Literal' ? exported.value : exported.name;
}

/** The exports named `authorize` that only TypeScript sees, or that are no function: `export type { authorize }`, `export declare function authorize()`. */
function typeExports(statement: Statement): Node[] {
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = statement;
  if (declaration === null) return specifiers.filter(({ exported }) => nameOf(exported) === AUTHORIZE);
  const declared = declaration.type === 'VariableDeclaration' ? declaration.declarations : [declaration];
  return declared.some(({ id }) => id?.type === 'Identifier' && id.name === AUTHORIZE) ? [statement] : [];
}

function at(source: SourceText, { start, end }: Node): { source: SourceText; span: { start: number; end: number } } {
  return { source, span: { start, end } };
}
