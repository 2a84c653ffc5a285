import type { ModuleExportName, Program, StringLiteral } from 'oxc-parser';
import type { Edit, Fix, Report } from '../diagnostics/diagnostic.ts';
import type { SourceText, Span } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import * as messages from '../diagnostics/messages.ts';
import { ENTRIES, isOwnPackage } from './entries.ts';
import { identifierName } from './nodes.ts';

/** A name that a statement takes from a module. */
interface Taken extends Span {
  readonly name: string;
}

/** A statement that takes names from an entry of this package. */
interface Statement {
  readonly entry: StringLiteral;
  readonly names: readonly Taken[];
  /** Whether it also takes a default or a namespace. */
  readonly hasOthers: boolean;
}

/** Reports names of this package that are imported or required from an entry without them, such as `defineOperation` from the plugin's. */
export function checkEntries(source: SourceText, program: Program, report: Report): void {
  // Most definitions import nothing of it.
  if (!source.text.includes('unplugin-operations')) return;
  for (const statement of program.body.flatMap(readStatement)) checkStatement(source, statement, report);
}

function checkStatement(source: SourceText, { entry, names, hasOthers }: Statement, report: Report): void {
  const wrong = names.flatMap((taken) => {
    const target = ENTRIES[entry.value]?.includes(taken.name) === true ? undefined : entryOf(taken.name);
    return target === undefined ? [] : [{ ...taken, target }];
  });
  for (const target of new Set(wrong.map((taken) => taken.target))) {
    const moved = wrong.filter((taken) => taken.target === target);
    const isWhole = moved.length === names.length && !hasOthers;
    const edit: Edit = { at: locationIn(source, entry.start + 1, entry.end - 1), text: target };
    const fix: Fix | undefined = isWhole ? { title: `Import from "${target}"`, edits: [edit] } : undefined;
    const at = locationIn(source, moved[0]!.start, moved[0]!.end);
    report(
      messages.wrongEntry(
        at,
        moved.map(({ name }) => name),
        entry.value,
        target,
        fix,
      ),
    );
  }
}

/** The first entry that exports a name. */
function entryOf(name: string): string | undefined {
  return Object.keys(ENTRIES).find((entry) => ENTRIES[entry]!.includes(name));
}

function readStatement(statement: Program['body'][number]): Statement[] {
  if (statement.type === 'ImportDeclaration') {
    const named = statement.specifiers.flatMap((one) =>
      one.type === 'ImportSpecifier' ? [takenOf(one.imported)] : [],
    );
    return statementOf(statement.source, named, named.length < statement.specifiers.length);
  }
  if (statement.type === 'ExportNamedDeclaration')
    return statementOf(
      statement.source,
      statement.specifiers.map(({ local }) => takenOf(local)),
      false,
    );
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id, init }) => {
    if (id.type !== 'ObjectPattern' || init?.type !== 'CallExpression') return [];
    const [argument] = init.arguments;
    const isRequire = init.callee.type === 'Identifier' && init.callee.name === 'require';
    if (!isRequire || argument?.type !== 'Literal' || typeof argument.value !== 'string') return [];
    const keys = id.properties.flatMap((one) => (one.type === 'Property' && !one.computed ? [one.key] : []));
    const names = keys.map((key) => ({ name: identifierName(key) ?? '', start: key.start, end: key.end }));
    return statementOf(argument as StringLiteral, names, names.length < id.properties.length);
  });
}

function takenOf(node: ModuleExportName): Taken {
  return { name: node.type === 'Literal' ? node.value : node.name, start: node.start, end: node.end };
}

function statementOf(entry: StringLiteral | null, names: readonly Taken[], hasOthers: boolean): Statement[] {
  if (entry === null || !isOwnPackage(entry.value)) return [];
  return [{ entry, names, hasOthers }];
}
