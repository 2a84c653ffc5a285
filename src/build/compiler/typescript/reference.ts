import { enumDescriptions } from './union.ts';
import type { Node, TSEnumDeclaration, TSType } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import * as messages from '../diagnostics/messages.ts';
import { enumOf } from '../../../shared/schema/named-types.ts';
import { isGenericUse, useGeneric } from '../../../shared/schema/draft.ts';
import { referenceTo, referredName } from '../../../shared/schema/references.ts';
import type { Span } from '../diagnostics/source.ts';
import { BUILT_INS, UNSUPPORTED } from './library-types.ts';
import { readEnum } from './constant.ts';
import { withDocs } from './doc.ts';
import type { Env } from './env.ts';
import { nodeLocation, unsupported, withAllProperties } from './env.ts';
import { readMembers } from './members.ts';
import type { Imported, TypeDeclaration } from './module.ts';
import { extend } from '../../../shared/schema/object.ts';

/** Reads a use of a name: `Pet`, `Envelope<Pet>`, `models.Pet`, `Color.Red`. */
export function readReference(name: Node, args: readonly TSType[], node: Span, env: Env): Schema {
  const path = namePath(name);
  const [head = '', member] = path;
  if (path.length === 1) return readName(head, name, args, node, env);
  if (path.length === 2 && env.module.imports.get(head)?.name === '*') return refer(member!, lastOf(name), args, env);
  const declared = path.length === 2 ? env.module.types.get(head)?.pieces[0]?.node : undefined;
  if (declared?.type === 'TSEnumDeclaration') return readMember(declared, member!, name, env);
  return unsupported(
    node,
    'a definition has a single name. Export the type at the top level of a file, and use its own name',
    env,
  );
}

/** `Color.Red` */
function readMember(declared: TSEnumDeclaration, member: string, name: Node, env: Env): Schema {
  const values = readEnum(declared, env);
  if (values.has(member)) return { const: values.get(member) };
  env.report(messages.unknownProperty(nodeLocation(lastOf(name), env), member, [...values.keys()]));
  return {};
}

/** The parts of `a.b.c`; an empty list for any other node. */
function namePath(name: Node): string[] {
  if (name.type === 'Identifier') return [name.name];
  if (name.type === 'TSQualifiedName') return [...namePath(name.left), name.right.name];
  if (name.type === 'MemberExpression' && name.property.type === 'Identifier' && !name.computed)
    return [...namePath(name.object), name.property.name];
  return [];
}

function lastOf(name: Node): Span {
  if (name.type === 'TSQualifiedName') return name.right;
  return name.type === 'MemberExpression' ? name.property : name;
}

/** Resolves a name in TypeScript's order: type parameters, the file's declarations, its imports, built-in types. */
function readName(name: string, at: Span, args: readonly TSType[], node: Span, env: Env): Schema {
  const bound = env.bound.get(name);
  if (bound !== undefined) return env.budget.reuse(node, bound);
  const declaration = env.module.types.get(name);
  if (declaration !== undefined) return readDeclared(declaration, at, args, node, env);
  if (env.module.classes.has(name))
    return unsupported(node, 'JSON cannot represent a class. Declare an interface of its properties', env);
  const imported = env.module.imports.get(name);
  if (imported !== undefined) return referToImported(imported, at, args, env);
  const builtIn = BUILT_INS.get(name);
  if (builtIn === undefined)
    return UNSUPPORTED.has(name) ? unsupported(node, UNSUPPORTED.get(name)!, env) : refer(name, at, args, env);
  if (args.length === builtIn.arity) return builtIn.read(args, node, env);
  env.report(messages.typeArguments(nodeLocation(at, env), name, builtIn.arity, args.length));
  return {};
}

function readDeclared(declaration: TypeDeclaration, at: Span, args: readonly TSType[], node: Span, env: Env): Schema {
  const exported = env.module.exportedAs.get(declaration.name);
  if (exported !== undefined) return refer(exported, at, args, env, { declaration });
  const given = args.map((arg) => env.read(arg, withAllProperties(env)));
  return writeOut(declaration, given, node, env);
}

/** A reference to a definition of another file. */
function referToImported({ name, from, isDefault }: Imported, at: Span, args: readonly TSType[], env: Env): Schema {
  const own = env.module.exports.get(name);
  if (own === undefined || own.isForeign) return refer(name, at, args, env, { importedFrom: from, isDefault });
  env.report(messages.importedType(nodeLocation(at, env), name, from));
  return {};
}

/** Where the name of a definition comes from. */
interface NameOrigin {
  /** Its declaration in this file. If it is generic, the defaults of its type parameters are filled in. */
  readonly declaration?: TypeDeclaration;
  /** The module that this file imports it from. */
  readonly importedFrom?: string;
  /** Whether it is the default export of that module. */
  readonly isDefault?: true | undefined;
}

/** A reference to a definition. */
export function refer(
  name: string,
  at: Span,
  args: readonly TSType[],
  env: Env,
  { declaration, importedFrom, isDefault }: NameOrigin = {},
): Schema {
  const given = args.map((arg) => env.read(arg, withAllProperties(env)));
  const values = declaration === undefined ? given : [...bind(declaration, given, env).values()];
  env.references.push({
    name,
    at: nodeLocation(at, env),
    arity: values.length,
    ...(importedFrom !== undefined && { importedFrom, ...(isDefault && { defaultOf: importedFrom }) }),
  });
  return values.length === 0 ? referenceTo(name) : useGeneric(name, values);
}

/** The type parameters of a declaration with their arguments, given or by default. */
function bind(declaration: TypeDeclaration, given: readonly Schema[], env: Env): Map<string, Schema> {
  const bound = new Map<string, Schema>();
  declaration.parameters.forEach(({ name, default: byDefault }, i) => {
    const value =
      given[i] ?? (byDefault === null ? undefined : env.read(byDefault, { ...withAllProperties(env), bound }));
    if (value !== undefined) bound.set(name.name, value);
  });
  // Surplus arguments stay, so that the check of references can count them.
  given.slice(bound.size).forEach((value, i) => bound.set(`(${i})`, value));
  return bound;
}

/** Reads a declaration in place: it has no name in the document, or only a part of it is used. */
function writeOut(declaration: TypeDeclaration, given: readonly Schema[], node: Span, env: Env): Schema {
  const { name } = declaration;
  const label = env.part === undefined ? name : `${name} ${env.part.label}`;
  if (env.open.includes(label)) {
    env.report(messages.recursiveType(nodeLocation(node, env), name, env.module.exportedAs.has(name)));
    return {};
  }
  const bound = bind(declaration, given, env);
  const expected = declaration.parameters.length;
  if (bound.size !== expected) {
    env.report(messages.typeArguments(nodeLocation(node, env), name, expected, given.length));
    return {};
  }
  return readDeclaration(declaration, { ...env, bound, open: [...env.open, label] });
}

/** Reads a declaration with its doc comments. */
export function readDeclaration({ pieces }: TypeDeclaration, env: Env): Schema {
  const schema = readPieces(pieces, env);
  // The doc comments describe the type, not a part of it.
  if (env.part !== undefined) return schema;
  return pieces.reduce((described, { start }) => withDocs(described, start, env), schema);
}

function readPieces(pieces: TypeDeclaration['pieces'], env: Env): Schema {
  const node = pieces[0]!.node;
  if (node.type === 'TSTypeAliasDeclaration') return env.read(node.typeAnnotation, env);
  if (node.type === 'TSEnumDeclaration') {
    const values = [...readEnum(node, env).values()];
    if (node.body.members.length === 0) return unsupported(node, 'it has no values', env);
    if (values.length < node.body.members.length) return values.length === 0 ? {} : enumOf([...new Set(values)]);
    const schema = enumOf([...new Set(values)]);
    const listed = node.body.members.map(({ start }, i) => ({ schema: { const: values[i] }, start }));
    return { ...schema, ...enumDescriptions(schema, listed, env) };
  }
  const interfaces = pieces.flatMap((piece) => (piece.node.type === 'TSInterfaceDeclaration' ? [piece.node] : []));
  const bases = interfaces
    .flatMap((each) => each.extends)
    .map((base) => readReference(base.expression, base.typeArguments?.params ?? [], base, env));
  const own = readMembers(
    interfaces.flatMap((each) => each.body.body),
    env,
  );
  return bases.length === 0 ? own : extend(bases, own);
}

/** Resolves a reference to a definition of this file, written out; undefined for any other schema. */
export function resolveReference(schema: Schema, node: Span, env: Env): Schema | undefined {
  const name = isGenericUse(schema) ? schema.generic : referredName(schema);
  const exported = name === undefined ? undefined : env.module.exports.get(name);
  const declaration = exported === undefined || exported.isForeign ? undefined : env.module.types.get(exported.local);
  return declaration && writeOut(declaration, (schema['arguments'] as Schema[] | undefined) ?? [], node, env);
}
