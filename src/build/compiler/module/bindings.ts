import type { ImportDeclarationSpecifier, Node, ObjectPattern, Program } from 'oxc-parser';
import type { TypedAs } from './named-operation.ts';
import { typedByVariable } from './named-operation.ts';
import { assignmentsIn } from './assignments.ts';
import { identifierName, patternNames, propertyName } from './nodes.ts';
import type { Bindings } from './static-values.ts';
import type { Value } from './value.ts';
import { calledModule, classify, memberValue, unwrap } from './static-values.ts';
import { ALL, originOf } from './value.ts';

interface Binding {
  readonly node: Node | null;
  /** The specifier of an import. */
  readonly from?: string;
  /** The names that lead to it in that module, or in the value of the node. */
  readonly names?: readonly string[];
  /** Whether it is the module as a whole, as `require` returns it. */
  readonly isWhole?: boolean;
  /** `part`: something in the value of the node; `member`: what a name leads to there. */
  readonly kind: 'value' | 'part' | 'member' | 'import';
  /** Whether no other value can be assigned. */
  readonly isConstant?: boolean;
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
  let assignments: ReturnType<typeof assignmentsIn> | undefined;
  const assignedTo = (name: string, { isConstant }: Binding): readonly Node[] =>
    isConstant === true ? [] : ((assignments ??= assignmentsIn(program)).get(name) ?? []);
  const known = new Map<string, Value>();
  const bindings: Bindings = {
    has: (name) => table.has(name),
    moduleOf(name) {
      const { node = null, kind, from, names, isWhole } = table.get(name) ?? {};
      if ((kind === 'import' && names?.[0] === ALL) || isWhole === true) return from;
      return node === null || kind === 'member' ? undefined : calledModule(unwrap(node));
    },
    resolve(name, anchors) {
      const found = known.get(name);
      if (found !== undefined) return withAnchors(found, anchors);
      const binding = table.get(name);
      if (binding === undefined) return { kind: 'computed', anchors };
      // It is unknown while it is looked into, so that `const a = a` ends.
      known.set(name, { kind: 'computed', anchors: [] });
      const value = valueOf(binding, bindings);
      const others = assignedTo(name, binding).map((node) => classify(node, bindings, []));
      const own = {
        ...value,
        ...(others.length > 0 && { ...originOf([value, ...others]), mayChange: true as const }),
        name: value.name ?? name,
        typedAs: [...(binding.typedAs ?? []), ...(value.typedAs ?? [])],
      };
      known.set(name, own);
      return withAnchors(own, anchors);
    },
  };
  return bindings;
}

/** A value that a comment can precede in more places. */
function withAnchors(value: Value, more: readonly number[]): Value {
  if (more.length === 0) return value;
  return { ...value, anchors: [...new Set([...value.anchors, ...more])] };
}

/** The first value of a variable, or that of an import. */
function valueOf(binding: Binding, bindings: Bindings): Value {
  const { node, kind, from, names, anchors } = binding;
  if (kind === 'import') return { kind: 'imported', from, names, anchors: [] };
  if (node === null) return { kind: 'computed', anchors };
  if (kind === 'member') return { ...memberValue(node, names?.[0], bindings), anchors };
  const value = classify(node, bindings, anchors);
  return kind === 'part' ? { kind: 'computed', ...originOf([value]), mayChange: true, anchors } : value;
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
          names: [importedName(specifier)],
          isConstant: true,
          anchors: [],
        });
      }
      break;
    case 'TSImportEqualsDeclaration': {
      const { id, moduleReference: module } = declaration;
      const taken =
        module.type === 'TSExternalModuleReference'
          ? { from: module.expression.value, names: ['default'], isWhole: true }
          : memberOf(module, table);
      table.set(id.name, { node: null, kind: 'import', ...taken, isConstant: true, anchors: [] });
      break;
    }
    case 'VariableDeclaration':
      for (const { id, init, start: own } of declaration.declarations) {
        const isConstant = declaration.kind === 'const';
        const anchors = [own, start];
        if (id.type === 'Identifier')
          table.set(id.name, { node: init, kind: 'value', isConstant, anchors, typedAs: typedByVariable(id) });
        for (const name of id.type === 'Identifier' ? [] : patternNames(id))
          table.set(name, { node: init, kind: 'part', isConstant, anchors });
        if (id.type === 'ObjectPattern') declareTaken(id, { init, isConstant }, table);
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

/** `const { a } = require('./b')` binds as an import does, and `const { a } = b` what is there by that name. */
function declareTaken(
  { properties }: ObjectPattern,
  { init, isConstant }: { readonly init: Node | null; readonly isConstant: boolean },
  table: Map<string, Binding>,
): void {
  const value = init === null ? undefined : unwrap(init);
  const whole = value?.type === 'Identifier' ? table.get(value.name) : undefined;
  const from = whole?.kind === 'import' && whole.names?.[0] === ALL ? whole.from : value && calledModule(value);
  for (const each of properties) {
    if (each.type !== 'Property' || each.value.type !== 'Identifier') continue;
    const names = [propertyName(each.key, each.computed) ?? ALL];
    if (from !== undefined)
      table.set(each.value.name, { node: null, kind: 'import', from, names, isConstant, anchors: [] });
    else {
      const { anchors } = table.get(each.value.name)!;
      table.set(each.value.name, { node: init, kind: 'member', names, isConstant, anchors });
    }
  }
}

/** `import run = lib.run` binds a member of what `lib` is bound to. */
function memberOf(name: Node, table: ReadonlyMap<string, Binding>): Pick<Binding, 'from' | 'names' | 'isWhole'> {
  if (name.type !== 'TSQualifiedName') return {};
  const { from, names = [], isWhole } = table.get(identifierName(name.left) ?? '') ?? memberOf(name.left, table);
  const outer = isWhole === true || names[0] === ALL ? [] : names;
  return from === undefined ? {} : { from, names: [...outer, name.right.name] };
}

function importedName(specifier: ImportDeclarationSpecifier): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return ALL;
  if (specifier.type !== 'ImportSpecifier') return 'default';
  const { imported } = specifier;
  return imported.type === 'Literal' ? imported.value : imported.name;
}
