import type { Expression, Node, ObjectExpression, Statement } from 'oxc-parser';
import type { Bindings } from './static-values.ts';
import type { Value } from './value.ts';
import { classify, unwrap } from './static-values.ts';
import { ALL } from './value.ts';
import type { Span } from '../diagnostics/source.ts';
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
  readonly exports: readonly Export[];
}

/** An export whose value is not classified yet. */
interface FoundExport extends Pick<Export, 'name' | 'span'> {
  /** Its expression, or the name of its binding; undefined for a value of another module. */
  readonly of: Node | string | undefined;
  /** The specifier of that module. */
  readonly from?: string | undefined;
  /** Its name in that module; undefined for the module itself. */
  readonly imported?: string | undefined;
  /** The offsets that the comment of the value can precede. */
  readonly anchors: readonly number[];
}

/** Lists the exports of a module that its text shows; types don't count. */
export function findExports({ program, bindings, isModule }: Syntax): ModuleExports {
  const exported = program.body.flatMap(esmExports);
  const assigned = program.body.flatMap(commonJsExports);
  const usesAssignment = program.body.some((statement) => statement.type === 'TSExportAssignment');
  const isCommonJs = usesAssignment || (assigned.length > 0 && !isModule());
  const exports = exported.map(({ name, span, ...found }) => ({ name, span, value: valueOf(found, bindings) }));
  if (!isCommonJs) return { isCommonJs, exports };
  for (const { name, span, ...found } of assigned)
    exports.push({ name, span, value: withName(valueOf(found, bindings), name) });
  return { isCommonJs, exports: lastOfEach(exports) };
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
    case 'TSExportAssignment':
      return [{ name: 'default', of: statement.expression, anchors, span }];
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

/** The name of an export, which can be a string. */
export function exportNameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.name ?? String(node.value);
}

/** The names that a declaration binds to values; a destructuring pattern has none, since its values are unknown. */
export function declaredNames(declaration: Node): string[] {
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return declaration.id === null ? [] : [declaration.id.name];
  if (declaration.type !== 'VariableDeclaration' || declaration.declare === true) return [];
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}

/** A statement that assigns exports. */
export interface AssignedExports {
  readonly names: readonly string[];
  readonly targets: readonly Node[];
  readonly value: Expression;
}

/** Reads `module.exports = x`, `exports.a = x`, `module.exports.a = x`, and chains of them. */
export function assignedExports(statement: Statement): AssignedExports | undefined {
  if (statement.type !== 'ExpressionStatement') return undefined;
  const names: string[] = [];
  const targets: Node[] = [];
  let value: Expression = unwrap(statement.expression);
  while (value.type === 'AssignmentExpression' && value.operator === '=') {
    const name = exportedName(value.left);
    const isExports = value.left.type === 'Identifier' && value.left.name === 'exports';
    if (name !== undefined) names.push(name);
    if (name !== undefined || isExports) targets.push(value.left);
    value = unwrap(value.right);
  }
  return names.length === 0 ? undefined : { names, targets, value };
}

function commonJsExports(statement: Statement): FoundExport[] {
  const assigned = assignedExports(statement);
  if (assigned === undefined) return [];
  const { names, value } = assigned;
  const span = { start: statement.start, end: statement.end };
  if (names.includes('default') && value.type === 'ObjectExpression') return propertyExports(value, statement.start);
  return names.map((name) => ({ name, of: value, anchors: [statement.start], span }));
}

function withName(value: Value, name: string): Value {
  return value.name === undefined && name !== 'default' ? { ...value, name } : value;
}

function exportedName(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const property = node.computed
    ? node.property.type === 'Literal'
      ? String(node.property.value)
      : undefined
    : exportNameOf(node.property);
  if (node.object.type === 'Identifier' && node.object.name === 'module')
    return property === 'exports' ? 'default' : undefined;
  if (node.object.type === 'Identifier' && node.object.name === 'exports') return property;
  return exportedName(node.object) === 'default' ? property : undefined;
}

/** `module.exports = { a, b: x, c() {} }`. */
function propertyExports(object: ObjectExpression, start: number): FoundExport[] {
  return object.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') return [];
    const name = exportNameOf(property.key as { type: string; name?: string; value?: unknown });
    const span = { start: property.start, end: property.end };
    return [{ name, of: property.value, anchors: [property.start, start], span }];
  });
}

/** The last assignment of each export. */
function lastOfEach(exports: readonly Export[]): Export[] {
  return [...new Map(exports.map((item) => [item.name, item])).values()];
}
