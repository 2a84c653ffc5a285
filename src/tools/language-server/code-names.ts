import type { Location, SourceText } from '../../build/compiler/diagnostics/source.ts';
import type { Node } from './syntax-walk.ts';
import { eachNode } from './syntax-walk.ts';

/** Finds the identifiers of a name in a module; names of properties don't count. */
export function identifiers(source: SourceText, name: string): Location[] {
  const found: Location[] = [];
  eachNode(source, (node, field, parent) => {
    if (node.type !== 'Identifier' || node['name'] !== name) return;
    const isProperty =
      (field === 'property' && parent?.['computed'] !== true) ||
      (field === 'key' && parent?.['computed'] !== true && parent?.['shorthand'] !== true) ||
      field === 'label';
    // With its type annotation an identifier is longer than its name.
    if (!isProperty) found.push({ source, span: { start: node.start, end: node.start + name.length } });
  });
  return found;
}

/** Finds the identifiers of a name that a module imports from another one. */
export function importsFrom(source: SourceText, name: string, isFrom: (request: string) => boolean): Location[] {
  const imported: { readonly start: number; readonly isOwn: boolean }[] = [];
  eachNode(source, (node, _, parent) => {
    if (node.type === 'TSImportType' && isFrom(literalText(node['source'] ?? node['argument'])))
      for (const at of within(source, node, name)) imported.push({ start: at, isOwn: false });
    if (node.type !== 'ImportSpecifier' && node.type !== 'ExportSpecifier') return;
    const [outer, local] = [node['imported'] ?? node['local'], node['local']] as readonly (Node | undefined)[];
    const request = parent?.['source'] as Node | undefined;
    if (outer?.['name'] !== name || !isFrom(literalText(request))) return;
    imported.push({ start: outer.start, isOwn: local?.['name'] === name });
  });
  const isOwn = imported.some((one) => one.isOwn);
  const places = imported.map(({ start }) => ({ source, span: { start, end: start + name.length } }));
  return isOwn ? [...places, ...identifiers(source, name)] : places;
}

function within(source: SourceText, { start, end }: Node, name: string): number[] {
  const at = source.text.slice(start, end).lastIndexOf(name);
  return at === -1 ? [] : [start + at];
}

/** Finds the type arguments that name an operation: `Context<'getPet'>`. */
export function typeLiterals(source: SourceText, name: string): Location[] {
  const found: Location[] = [];
  eachNode(source, (node, _, parent) => {
    if (node.type !== 'TSLiteralType' || parent?.type !== 'TSTypeParameterInstantiation') return;
    if (literalText(node['literal']) === name)
      found.push({ source, span: { start: node.start + 1, end: node.start + 1 + name.length } });
  });
  return found;
}

/**
 * Finds the methods of the generated client: `client.getPet`.
 *
 * @param isClientModule Whether a module, by its relative request, has to do with the client.
 */
export function clientCalls(
  source: SourceText,
  names: ReadonlySet<string>,
  isClientModule: (request: string) => boolean,
): Location[] {
  const clients = new Set<unknown>();
  const calls: { readonly object: unknown; readonly at: Location }[] = [];
  eachNode(source, (node, _, parent) => {
    const [object, property] = [node['object'], node['property']] as readonly (Node | undefined)[];
    const { name: local } = (node['local'] ?? {}) as { readonly name?: unknown };
    const { callee } = (node['init'] ?? {}) as { readonly callee?: { readonly name?: unknown } };
    if (node.type === 'VariableDeclarator' && callee?.name === 'createClient') clients.add(codeName(node['id']));
    if (/^Import.*Specifier$/.test(node.type) && isClientModule(literalText(parent?.['source']))) clients.add(local);
    if (
      node.type === 'MemberExpression' &&
      object !== undefined &&
      property !== undefined &&
      names.has(String(property['name']))
    )
      calls.push({ object: codeName(object), at: { source, span: { start: property.start, end: property.end } } });
  });
  return calls.flatMap(({ object, at }) => (clients.has(object) ? [at] : []));
}

function codeName(node: unknown): unknown {
  return (node as { readonly name?: unknown }).name ?? node;
}

function literalText(node: unknown): string {
  const { value, literal } = (node ?? {}) as { readonly value?: unknown; readonly literal?: unknown };
  if (literal !== undefined) return literalText(literal);
  return typeof value === 'string' ? value : '';
}
