import type { ImportDeclarationSpecifier, Node, ObjectPattern, Program } from 'oxc-parser';
import type { TypedAs } from './named-operation.ts';
import { typedByVariable } from './named-operation.ts';
import { propertyName } from './nodes.ts';
import type { Bindings } from './static-values.ts';
import { calledModule, classify, unwrap } from './static-values.ts';

interface Binding {
  readonly node: Node | null;
  /** The specifier of an import. */
  readonly from?: string;
  /** The name that it has in that module. */
  readonly imported?: string;
  /** Whether it is the module as a whole, as `require` returns it. */
  readonly isWhole?: boolean;
  readonly kind: 'value' | 'import';
  readonly anchors: readonly number[];
  /** The operations that the type of the variable names. */
  readonly typedAs?: readonly TypedAs[];
}

/** Reads the top-level declarations of a module. */
export function bindingsOf(program: Program): Bindings {
  const table = new Map<string, Binding>();
  for (const statement of program.body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
    if (declaration !== null) declare(declaration, statement.start, table);
  }
  const bindings: Bindings = {
    has: (name) => table.has(name),
    moduleOf(name) {
      const { node = null, from, imported, isWhole } = table.get(name) ?? {};
      if (imported === '*' || isWhole === true) return from;
      return node === null ? undefined : calledModule(unwrap(node));
    },
    resolve(name, anchors) {
      const binding = table.get(name);
      if (binding === undefined) return { kind: 'computed', anchors };
      if (binding.kind === 'import')
        return { kind: 'imported', name, from: binding.from, imported: binding.imported, anchors };
      if (binding.node === null) return { kind: 'computed', name, anchors: [...binding.anchors, ...anchors] };
      // A name is out of the table while it is looked into, so that `const a = a` ends.
      table.delete(name);
      const value = classify(binding.node, bindings, [...binding.anchors, ...anchors]);
      table.set(name, binding);
      return { ...value, name: value.name ?? name, typedAs: [...(binding.typedAs ?? []), ...(value.typedAs ?? [])] };
    },
  };
  return bindings;
}

function declare(declaration: Node, start: number, table: Map<string, Binding>): void {
  switch (declaration.type) {
    case 'ImportDeclaration':
      for (const specifier of declaration.specifiers) {
        const from = declaration.source.value;
        table.set(specifier.local.name, {
          node: null,
          kind: 'import',
          from,
          imported: importedName(specifier),
          anchors: [],
        });
      }
      break;
    case 'TSImportEqualsDeclaration': {
      const { id, moduleReference: module } = declaration;
      const from = module.type === 'TSExternalModuleReference' ? module.expression.value : undefined;
      const taken = from === undefined ? {} : { from, imported: 'default', isWhole: true };
      table.set(id.name, { node: null, kind: 'import', ...taken, anchors: [] });
      break;
    }
    case 'VariableDeclaration':
      for (const { id, init, start: own } of declaration.declarations) {
        if (id.type === 'Identifier')
          table.set(id.name, { node: init, kind: 'value', anchors: [own, start], typedAs: typedByVariable(id) });
        else if (id.type === 'ObjectPattern') declareTaken(id, init, table);
      }
      break;
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration': {
      // The signatures of an overloaded function come before it, with its comment.
      const name = declaration.id?.name;
      if (name !== undefined)
        table.set(name, { node: declaration, kind: 'value', anchors: [start, ...(table.get(name)?.anchors ?? [])] });
      break;
    }
    default:
  }
}

/** `const { a } = require('./b')` binds as an import does. */
function declareTaken({ properties }: ObjectPattern, init: Node | null, table: Map<string, Binding>): void {
  const value = init === null ? undefined : unwrap(init);
  const whole = value?.type === 'Identifier' ? table.get(value.name) : undefined;
  const from = whole?.imported === '*' ? whole.from : value && calledModule(value);
  for (const each of from === undefined ? [] : properties) {
    if (each.type !== 'Property' || each.value.type !== 'Identifier') continue;
    const imported = propertyName(each.key, each.computed);
    table.set(each.value.name, {
      node: null,
      kind: 'import',
      from: from!,
      ...(imported !== undefined && { imported }),
      anchors: [],
    });
  }
}

function importedName(specifier: ImportDeclarationSpecifier): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  if (specifier.type !== 'ImportSpecifier') return 'default';
  const { imported } = specifier;
  return imported.type === 'Literal' ? imported.value : imported.name;
}
