import type {
  BindingIdentifier,
  Expression,
  ImportDeclaration,
  ModuleExportName,
  Node,
  Program,
  Statement,
  TSEnumDeclaration,
  TSInterfaceDeclaration,
  TSTypeAliasDeclaration,
  TSTypeParameter,
} from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';

/** The declarations that name a type JSON Schema may be able to express. */
type TypeNode = TSInterfaceDeclaration | TSTypeAliasDeclaration | TSEnumDeclaration;

/** A type that a module declares. */
export interface TypeDeclaration {
  readonly name: string;
  /** Of the name. */
  readonly at: Location;
  /** One, or the several of an interface that is declared in pieces; `start` is where its doc comment would end. */
  readonly pieces: readonly { readonly node: TypeNode; readonly start: number }[];
  readonly parameters: readonly TSTypeParameter[];
}

/** A name by which a type leaves the module. */
export interface TypeExport {
  readonly name: string;
  /** Its name inside the module. */
  readonly local: string;
  readonly at: Location;
  /** Whether it is another module's, and `local` the name it has there. */
  readonly isForeign: boolean;
  /** Whether it is the default export, which has its local name here. */
  readonly isDefault: boolean;
  /** The local name of another module's type, if this module imports it. */
  readonly imported?: Imported | undefined;
  /** Whether it may be a value instead of a type. */
  readonly isTentative?: boolean;
}

/** A name from another module. */
export interface Imported {
  /** Its name in that module; `*` for the whole module. */
  readonly name: string;
  /** The specifier of that module. */
  readonly from: string;
  /** Whether it is that module's default export, whose name here can be another. */
  readonly isDefault?: true;
}

/** The declarations that the types of a module can refer to. */
export interface TypeModule {
  readonly source: SourceText;
  readonly types: ReadonlyMap<string, TypeDeclaration>;
  readonly classes: ReadonlySet<string>;
  /** The values of `const` names, for `typeof`. */
  readonly constants: ReadonlyMap<string, Expression>;
  /** By their local names. */
  readonly imports: ReadonlyMap<string, Imported>;
  /** By the names they give. */
  readonly exports: ReadonlyMap<string, TypeExport>;
  /** The first name that each of the module's own types is exported by. */
  readonly exportedAs: ReadonlyMap<string, string>;
}

/** Reads what the top level of a module declares, imports and exports; namespaces and augmentations of other modules are skipped. */
export function readTypeModule(source: SourceText, program: Program, report: Report): TypeModule {
  const types = new Map<string, TypeDeclaration>();
  const classes = new Set<string>();
  const constants = new Map<string, Expression>();
  const imports = new Map<string, Imported>();
  for (const statement of program.body) {
    const node: Node | null =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
    if (isTypeNode(node)) addType(types, node, statement.start, source, report);
    else if (node?.type === 'ClassDeclaration' && node.id !== null) classes.add(node.id.name);
    else if (node?.type === 'ImportDeclaration')
      for (const [local, name] of importedNames(node)) imports.set(local, importedAs(name, local, node.source.value));
    else if (node?.type === 'VariableDeclaration' && node.kind === 'const') {
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier' && init !== null) constants.set(id.name, init);
    }
  }
  const exports = listExports(source, program, types, imports);
  const own = [...exports.values()].filter(({ isForeign }) => !isForeign).reverse();
  const exportedAs = new Map(own.map(({ local, name }) => [local, name]));
  return { source, types, classes, constants, imports, exports, exportedAs };
}

function isTypeNode(node: Node | null): node is TypeNode {
  return (
    node?.type === 'TSInterfaceDeclaration' ||
    node?.type === 'TSTypeAliasDeclaration' ||
    node?.type === 'TSEnumDeclaration'
  );
}

function addType(
  types: Map<string, TypeDeclaration>,
  node: TypeNode,
  start: number,
  source: SourceText,
  report: Report,
): void {
  const { name } = node.id;
  const at: Location = { source, span: { start: node.id.start, end: node.id.end } };
  const first = types.get(name);
  const parameters = node.type === 'TSEnumDeclaration' ? [] : (node.typeParameters?.params ?? []);
  if (first === undefined) types.set(name, { name, at, pieces: [{ node, start }], parameters });
  else if (node.type === 'TSInterfaceDeclaration' && first.pieces[0]!.node.type === node.type) {
    types.set(name, { ...first, pieces: [...first.pieces, { node, start }] });
  } else report(messages.declaredTwice(at, `type "${name}"`, first.at));
}

function importedNames({ specifiers }: ImportDeclaration): [local: string, name: string][] {
  return specifiers.map((specifier) => {
    if (specifier.type === 'ImportNamespaceSpecifier') return [specifier.local.name, '*'];
    return [specifier.local.name, specifier.type === 'ImportSpecifier' ? bindingName(specifier.imported) : 'default'];
  });
}

/** A name of another module. A default export is known by its local name until all files are read. */
function importedAs(name: string, local: string, from: string): Imported {
  return name === 'default' ? { name: local, from, isDefault: true } : { name, from };
}

function bindingName(node: ModuleExportName | BindingIdentifier): string {
  return node.type === 'Literal' ? node.value : node.name;
}

/** The exports of types, each name once; another module's type counts where it gets a new name. */
function listExports(
  source: SourceText,
  program: Program,
  types: TypeModule['types'],
  imports: TypeModule['imports'],
): Map<string, TypeExport> {
  const exports = new Map<string, TypeExport>();
  for (const { exported, local, isType, from, isDefault } of program.body.flatMap(exportedNames)) {
    const at: Location = { source, span: { start: exported.start, end: exported.end } };
    const name = bindingName(exported) === 'default' ? local : bindingName(exported);
    const imported = from === undefined ? imports.get(local) : importedAs(local, name, from);
    if (exports.has(name) || name === 'default') continue;
    if (from === undefined && types.has(local)) exports.set(name, { name, local, at, isForeign: false, isDefault });
    // A default export has the name of its file's definition, or a new one.
    else if (imported !== undefined && imported.name !== '*' && (imported.name !== name || imported.isDefault === true))
      exports.set(name, { name, local: imported.name, at, isForeign: true, isDefault, imported, isTentative: !isType });
  }
  return exports;
}

interface ExportedName {
  readonly exported: ModuleExportName | BindingIdentifier;
  readonly local: string;
  /** Whether the name can only be that of a type. */
  readonly isType: boolean;
  /** The module of which `local` is a name, if it is not this one. */
  readonly from?: string;
  readonly isDefault: boolean;
}

function exportedNames(statement: Statement): ExportedName[] {
  if (statement.type !== 'ExportNamedDeclaration' && statement.type !== 'ExportDefaultDeclaration') return [];
  const { declaration } = statement;
  const isDefault = statement.type === 'ExportDefaultDeclaration';
  if (isTypeNode(declaration))
    return [{ exported: declaration.id, local: declaration.id.name, isType: true, isDefault }];
  if (statement.type === 'ExportDefaultDeclaration') {
    if (declaration?.type !== 'Identifier') return [];
    return [{ exported: declaration, local: declaration.name, isType: false, isDefault }];
  }
  return statement.specifiers.map(({ exported, local, exportKind }) => ({
    exported,
    local: bindingName(local),
    isType: statement.exportKind === 'type' || exportKind === 'type',
    ...(statement.source !== null && { from: statement.source.value }),
    isDefault: bindingName(exported) === 'default',
  }));
}
