import type { Expression, Node, ObjectExpression, Statement } from 'oxc-parser';
import type { Bindings, Value } from './bindings.ts';
import { bindingsOf, classify, unwrap } from './bindings.ts';
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

/** Lists what a module exports, of those exports that its text shows; types are none. */
export function findExports({ program, isModule }: Syntax): ModuleExports {
  const bindings = bindingsOf(program);
  const exports = program.body.flatMap((statement) => esmExports(statement, bindings));
  const assigned = program.body.flatMap((statement) => commonJsExports(statement, bindings));
  const usesAssignment = program.body.some((statement) => statement.type === 'TSExportAssignment');
  const isCommonJs = usesAssignment || (assigned.length > 0 && !isModule());
  return { isCommonJs, exports: isCommonJs ? lastOfEach([...exports, ...assigned]) : exports };
}

function esmExports(statement: Statement, bindings: Bindings): Export[] {
  const span = { start: statement.start, end: statement.end };
  switch (statement.type) {
    case 'ExportDefaultDeclaration':
      return [{ name: 'default', value: classify(statement.declaration, bindings, [statement.start]), span }];
    case 'TSExportAssignment':
      return [{ name: 'default', value: classify(statement.expression, bindings, [statement.start]), span }];
    case 'ExportNamedDeclaration':
      if (statement.exportKind === 'type') return [];
      if (statement.declaration !== null) {
        return declaredNames(statement.declaration).map((name) => ({
          name,
          value: bindings.resolve(name, [statement.start]),
          span,
        }));
      }
      return statement.specifiers
        .filter((specifier) => specifier.exportKind !== 'type')
        .map(({ local, exported, start, end }) => ({
          name: nameOf(exported),
          value:
            statement.source === null
              ? bindings.resolve(nameOf(local), [statement.start])
              : { kind: 'imported', anchors: [statement.start] },
          span: { start, end },
        }));
    default:
      return [];
  }
}

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.name ?? String(node.value);
}

/** The names that a declaration binds to values; a destructuring pattern has none, since its values are unknown. */
function declaredNames(declaration: Node): string[] {
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return declaration.id === null ? [] : [declaration.id.name];
  if (declaration.type !== 'VariableDeclaration' || declaration.declare === true) return [];
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}

/** `module.exports = x`, `exports.a = x`, `module.exports.a = x`, and chains of them. */
function commonJsExports(statement: Statement, bindings: Bindings): Export[] {
  if (statement.type !== 'ExpressionStatement') return [];
  const span = { start: statement.start, end: statement.end };
  const names: string[] = [];
  let value: Expression = unwrap(statement.expression);
  while (value.type === 'AssignmentExpression' && value.operator === '=') {
    const name = exportedName(value.left);
    if (name !== undefined) names.push(name);
    value = unwrap(value.right);
  }
  if (names.length === 0) return [];
  if (names.includes('default') && value.type === 'ObjectExpression')
    return propertyExports(value, bindings, statement.start);
  return names.map((name) => ({ name, value: withName(classify(value, bindings, [statement.start]), name), span }));
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
    : nameOf(node.property);
  if (node.object.type === 'Identifier' && node.object.name === 'module')
    return property === 'exports' ? 'default' : undefined;
  if (node.object.type === 'Identifier' && node.object.name === 'exports') return property;
  return exportedName(node.object) === 'default' ? property : undefined;
}

/** `module.exports = { a, b: x, c() {} }`. */
function propertyExports(object: ObjectExpression, bindings: Bindings, start: number): Export[] {
  return object.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') return [];
    const name = nameOf(property.key as { type: string; name?: string; value?: unknown });
    const value = withName(classify(property.value, bindings, [property.start, start]), name);
    return [{ name, value, span: { start: property.start, end: property.end } }];
  });
}

/** The last assignment of each export. */
function lastOfEach(exports: readonly Export[]): Export[] {
  return [...new Map(exports.map((item) => [item.name, item])).values()];
}
