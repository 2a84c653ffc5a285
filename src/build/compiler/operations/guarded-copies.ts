import type { Node, Statement } from 'oxc-parser';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { assignmentOf, targetOf } from '../module/assigned-exports.ts';
import type { Export, ModuleExports } from '../module/exports.ts';
import { timesNamed } from '../module/name-counts.ts';
import { childrenOf } from '../module/nodes.ts';
import type { Bindings } from '../module/static-values.ts';
import { unwrap } from '../module/static-values.ts';
import type { Syntax } from '../module/syntax.ts';
import type { Value } from '../module/value.ts';
import { isSameValue } from '../module/value.ts';
import { isGuardWrapper, isUnused, keepsOut } from './guard-names.ts';
import { REFUSES_ACCESS } from './helper-middleware.ts';

/** A value with the handler and a guard, which nothing in its file uses: `const guarded = withAdmin(people)`. */
export interface GuardedCopy {
  readonly name: string;
  readonly at: Location;
  readonly exported: Export | undefined;
}

/** Finds the calls and lists that a file makes of its handler and a guard, while it exports the handler without the guard. */
export function guardedCopies(
  source: SourceText,
  syntax: Syntax,
  { exports }: ModuleExports,
  main: string,
): readonly GuardedCopy[] {
  const own = exports.find(({ name }) => name === main);
  if (own === undefined || isWrapped(own, source)) return [];
  const { program, bindings } = syntax;
  const isOwn = (node: Node): boolean => isMain(node, main, own.value, bindings);
  const refuses = (node: Node): boolean => {
    if ('params' in node) return REFUSES_ACCESS.test(source.text.slice(node.start, node.end));
    if (node.type !== 'Identifier' || isOwn(node) || !bindings.has(node.name)) return false;
    const { bodyAt, from } = bindings.resolve(node.name, []);
    return (
      from === undefined && bodyAt !== undefined && REFUSES_ACCESS.test(source.text.slice(bodyAt.start, bodyAt.end))
    );
  };
  return program.body.flatMap(givenValues).flatMap(({ name, value, start, end }): GuardedCopy[] => {
    if (name === main || !isMade(value) || !mentionsOwn(value, isOwn) || !keepsOut(value, refuses)) return [];
    const exported = exports.find((each) => each.name === name);
    const isLost = exported === undefined ? timesNamed(program, name) === 1 : isUnused(exported, source, syntax);
    return isLost ? [{ name, at: { source, span: { start, end } }, exported }] : [];
  });
}

/** Whether an export is a handler with a wrapper around it that may keep clients out. */
function isWrapped({ value, span }: Export, { text }: SourceText): boolean {
  const words: readonly string[] = text.slice(span.start, span.end).match(/[\w$]+/g) ?? [];
  return value.isWrapped === true && (!words.includes('defineOperation') || words.some(isGuardWrapper));
}

interface GivenValue {
  readonly name: string;
  readonly value: Node;
  readonly start: number;
  readonly end: number;
}

/** The values that a statement gives to names and exports. */
function givenValues(statement: Statement): GivenValue[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  const { start, end } = statement;
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init !== null ? [{ name: id.name, value: unwrap(init), start, end }] : [],
    );
  const { targets, value } = assignmentOf(statement) ?? {};
  const name = targets?.[0]?.name;
  return value === undefined || name === undefined ? [] : [{ name, value, start, end }];
}

function isMade({ type }: Node): boolean {
  return /^(?:Call|Array)Expression$/.test(type);
}

function mentionsOwn(node: Node, isOwn: (node: Node) => boolean): boolean {
  return isOwn(node) || (!('params' in node) && childrenOf(node).some((each) => mentionsOwn(each, isOwn)));
}

/** Whether an expression is the handler: by its name, or as the export of a CommonJS module. */
export function isMain(node: Node, main: string, handler: Value | undefined, bindings: Bindings): boolean {
  if (node.type === 'Identifier')
    return handler !== undefined && bindings.has(node.name) && isSameValue(bindings.resolve(node.name, []), handler);
  const target = targetOf(node);
  return /^(?:module|exports)$/.test(target?.of ?? '') && (target!.name ?? 'default') === main;
}
