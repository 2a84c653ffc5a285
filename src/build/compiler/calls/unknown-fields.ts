import type { AssignmentExpression, CallExpression, MemberExpression, Node } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { functionVisitor, lastName, patternTargets, propertyName, visitEach } from '../module/nodes.ts';
import type { Syntax } from '../module/syntax.ts';
import type { Owner } from '../diagnostics/closed-fields.ts';
import { hasField, mayReadOthers, meantField } from '../diagnostics/closed-fields.ts';
import type { ContextPath } from './context-paths.ts';
import { ContextPaths } from './context-paths.ts';
import { namesSet } from './early-reads.ts';
import type { AnyFunction } from './read-order.ts';

/** A property that code takes of an object. */
interface Part {
  readonly object: Node;
  readonly key: Node;
  readonly computed: boolean;
}

interface Found {
  readonly parts: Part[];
  /** The patterns, and the expressions that they take something of; undefined for the context. */
  readonly patterns: (readonly [pattern: Node, of: Node | undefined])[];
  /** The properties that code sets, as it does not read them. */
  readonly set: Set<Node>;
  /** The objects that `Object.assign` and others change. */
  readonly changed: Node[];
}

interface Read {
  readonly owner: Owner;
  readonly name: string;
  readonly key: Node;
  readonly isSure: boolean;
}

/**
 * Reports reads of fields that `ctx.operation` and `ctx.input` don't have, unless the file sets them: a guard that refuses by such a field lets everybody in.
 *
 * @param owners The functions that get the context, as far as their file shows it.
 * @param isInTree Whether every `ctx` of the file is that of an operation. In other modules, it can be that of a library which has an `input`, too.
 */
export function checkUnknownFields(
  source: SourceText,
  { program }: Syntax,
  owners: readonly AnyFunction[],
  report: Report,
  isInTree = false,
): void {
  // Few files need the walk.
  if (!mayReadOthers(source.text)) return;
  const found: Found = { parts: [], patterns: [], set: new Set(), changed: [] };
  const paths = new ContextPaths(program, owners);
  new Visitor(visitEach(paths.visitor(), partVisitor(found, paths))).visit(program);
  const reads = readsIn(found, paths);
  const set = namesSet(program);
  const own = new Set(reads.filter(({ key }) => found.set.has(key)).map(({ owner, name }) => `${owner}.${name}`));
  const changed = new Set(found.changed.map((each) => paths.of(each)?.names.join('.')));
  for (const { owner, name, key, isSure } of reads) {
    const isOwn = [owner, `${owner}.${name}`].some((each) => set.has(each) || own.has(each) || changed.has(each));
    const isMeant = isSure || isInTree || owner === 'operation' || meantField(owner, name) !== undefined;
    if (!isOwn && isMeant) report(messages.unknownField(locationIn(source, key.start, key.end), owner, name));
  }
}

function partVisitor({ parts, patterns, set, changed }: Found, paths: ContextPaths): object {
  return {
    ...functionVisitor((node) => {
      const [context] = node.params;
      if (context?.type === 'ObjectPattern' && paths.takesContext(node)) patterns.push([context, undefined]);
    }),
    VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
      if (init !== null) patterns.push([id, init]);
    },
    AssignmentExpression: ({ left, right }: AssignmentExpression) => {
      patterns.push([left, right]);
      for (const each of patternTargets(left)) if (each.type === 'MemberExpression') set.add(each.property);
    },
    MemberExpression: ({ object, property, computed }: MemberExpression) =>
      void parts.push({ object, key: property, computed }),
    BinaryExpression: ({ operator, left, right }: Node & { type: 'BinaryExpression' }) => {
      if (operator === 'in') parts.push({ object: right, key: left, computed: true });
    },
    CallExpression: ({ callee, arguments: [first] }: CallExpression) => {
      const changes = callee.type === 'MemberExpression' && /^(?:assign|defineProp\w+)$/.test(lastName(callee));
      if (changes && first !== undefined) changed.push(first);
    },
  };
}

function readsIn({ parts, patterns }: Found, paths: ContextPaths): Read[] {
  const reads: Read[] = [];
  const add = (path: ContextPath | undefined, key: Node, computed: boolean): void => {
    const name = propertyName(key, computed);
    const [owner, other] = path?.names ?? [];
    if (name === undefined || other !== undefined || (owner !== 'operation' && owner !== 'input')) return;
    // Reads of extensions have their own check.
    if (!hasField(owner, name) && !name.startsWith('x-')) reads.push({ owner, name, key, isSure: path!.isSure });
  };
  const take = (pattern: Node, path: ContextPath | undefined): void => {
    if (pattern.type === 'AssignmentPattern') take(pattern.left, path);
    if (pattern.type !== 'ObjectPattern' || path === undefined) return;
    for (const each of pattern.properties) {
      if (each.type !== 'Property') continue;
      add(path, each.key, each.computed);
      const name = propertyName(each.key, each.computed);
      if (name !== undefined) take(each.value, { ...path, names: [...path.names, name] });
    }
  };
  for (const { object, key, computed } of parts) add(paths.of(object), key, computed);
  for (const [pattern, of] of patterns) take(pattern, of === undefined ? { names: [], isSure: true } : paths.of(of));
  return reads;
}
