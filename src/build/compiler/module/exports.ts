import type { Node, Statement } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import type { FoundExport } from './assigned-exports.ts';
import { AssignedExports } from './assigned-exports.ts';
import { exportNameOf } from './nodes.ts';
import { unusedOf } from './replaced-exports.ts';
import type { Bindings } from './static-values.ts';
import { classify } from './static-values.ts';
import type { Value } from './value.ts';
import { ALL } from './value.ts';
import type { Syntax } from './syntax.ts';

/** Something a module exports. */
export interface Export {
  /** `default` for `export default`, `export =` and `module.exports = ...`. */
  readonly name: string;
  readonly value: Value;
  /** Of the statement or specifier that exports it. */
  readonly span: Span;
}

/** The exports of a module, and whether it is written in CommonJS. */
export interface ModuleExports {
  readonly isCommonJs: boolean;
  /** Whether its default export is `module.exports` itself, so that `module.exports.default` has no effect. */
  readonly isWhole: boolean;
  readonly exports: readonly Export[];
  /** The exports of a CommonJS module that others replace, and whose values it does not use. */
  readonly replaced: readonly ReplacedExport[];
}

/** An export that isn't there when the module has run. */
export interface ReplacedExport extends Export {
  /** The export in its place; undefined if the text does not show it. */
  readonly by: Span | undefined;
}

/** Lists the exports of a module that its text shows; types don't count. */
export function findExports({ program, bindings, isModule }: Syntax): ModuleExports {
  const exported = program.body.flatMap(esmExports).map((found) => classified(found, bindings));
  const assigned = new AssignedExports(program);
  const usesAssignment = program.body.some((statement) => statement.type === 'TSExportAssignment');
  if (!usesAssignment && (!assigned.isCommonJs || isModule()))
    return { isCommonJs: false, isWhole: false, exports: exported, replaced: [] };
  const { own, named } = assigned;
  const isWhole = own !== undefined && mayBeFunction(valueOf(own, bindings));
  const isRead = ({ name }: FoundExport): boolean => name !== 'default' || !isWhole;
  const others = named.filter(isRead);
  const kept = own === undefined || others.some(({ name }) => name === 'default') ? others : [own, ...others];
  const unread = named.filter((each) => !isRead(each)).map((each) => ({ each, by: own?.span }));
  const lost = [...assigned.replaced, ...unread];
  const { isOpen, unused } = unusedOf(lost, kept, program, bindings);
  const found = [...(isOpen ? lost.map(({ each }) => each) : []), ...kept];
  const exportOf = (each: FoundExport): Export => withName(classified(each, bindings));
  return {
    isCommonJs: true,
    isWhole,
    exports: lastOfEach([...exported, ...found.map(exportOf)]),
    replaced: unused.map(({ each, by }) => ({ ...exportOf(each), by })),
  };
}

/** Whether a value can be a function or a list of them. */
export function mayBeFunction({ kind, isList }: Value): boolean {
  return kind !== 'other' || isList === true;
}

function classified({ name, span, ...found }: FoundExport, bindings: Bindings): Export {
  return { name, span, value: valueOf(found, bindings) };
}

function valueOf(
  { of, from, imported, anchors }: Pick<FoundExport, 'of' | 'from' | 'imported' | 'anchors'>,
  bindings: Bindings,
): Value {
  // A namespace isn't a function.
  if (of === undefined)
    return { kind: imported === undefined ? 'other' : 'imported', from, names: [imported ?? ALL], anchors };
  return typeof of === 'string' ? bindings.resolve(of, anchors) : classify(of, bindings, anchors);
}

function esmExports(statement: Statement): FoundExport[] {
  const span = { start: statement.start, end: statement.end };
  const anchors = [statement.start];
  switch (statement.type) {
    case 'ExportDefaultDeclaration':
      return [{ name: 'default', of: statement.declaration, anchors, span }];
    case 'ExportNamedDeclaration':
      if (statement.exportKind === 'type') return [];
      if (statement.declaration !== null)
        return declaredNames(statement.declaration).map((name) => ({ name, of: name, anchors, span }));
      return statement.specifiers
        .filter((specifier) => specifier.exportKind !== 'type')
        .map(({ local, exported, start, end }) => ({
          name: exportNameOf(exported),
          of: statement.source === null ? exportNameOf(local) : undefined,
          from: statement.source?.value,
          imported: exportNameOf(local),
          anchors,
          span: { start, end },
        }));
    case 'ExportAllDeclaration':
      // The names in `export * from` are those of the other module.
      if (statement.exported === null || statement.exportKind === 'type') return [];
      return [{ name: exportNameOf(statement.exported), of: undefined, from: statement.source.value, anchors, span }];
    default:
      return [];
  }
}

/** The names that a declaration binds to values; a destructuring pattern has none, since its values are unknown. */
export function declaredNames(declaration: Node): string[] {
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return declaration.id === null ? [] : [declaration.id.name];
  if (declaration.type !== 'VariableDeclaration' || declaration.declare === true) return [];
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}

function withName(each: Export): Export {
  const { name, value } = each;
  return value.name === undefined && name !== 'default' ? { ...each, value: { ...value, name } } : each;
}

/** The last assignment of each export. */
function lastOfEach(exports: readonly Export[]): Export[] {
  return [...new Map(exports.map((item) => [item.name, item])).values()];
}
