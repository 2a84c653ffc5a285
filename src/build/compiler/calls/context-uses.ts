import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Declared, Location, SourceText } from '../diagnostics/source.ts';
import { classify } from '../module/static-values.ts';
import type { Syntax } from '../module/syntax.ts';
import { parseAgain } from '../module/syntax.ts';
import type { ShownValue, Value } from '../module/value.ts';
import { findAuthTests } from './auth-tests.ts';
import { functionAt, readsOf } from './early-reads.ts';
import type { Taking } from './early-uses.ts';
import { takesWhole } from './early-uses.ts';

/** A read of a field of the context by its name: `auth.token`, `input.path.id`, `request.body`. `auth` is a test whether it is there. */
export interface FieldRead extends Declared<string> {
  /** The fields that its function reads, if that gets the context from another one: it can be for several apps and operations. */
  readonly among?: readonly string[];
  /** Whether no other function has got the context before. */
  readonly isSure?: boolean;
}

/** A function that gets the context, or a part of it such as `ctx.request`. */
export interface Receiver extends Taking {
  readonly value: Value;
  readonly at: Location;
}

/** How a function uses its context. It is plain data, without the syntax tree. */
export interface ContextUses {
  readonly reads: readonly FieldRead[];
  readonly receivers: readonly Receiver[];
}

/** The results of security schemes, and the parameters. */
export const NAMED_FIELDS: readonly string[] = [
  'auth.*',
  'params.*',
  'input.path.*',
  'input.query.*',
  'input.header.*',
  'input.cookie.*',
];
/** The bodies that only parsers set. */
const PARSED = ['request.body', 'req.body'];
const FIELDS = [...NAMED_FIELDS, ...PARSED, 'input.body'];

/** Whether a read is that of a body, and not by a name of a contract. */
export function isOfBody({ value }: FieldRead): boolean {
  return /^(?:input|req|request)\.body$/.test(value);
}

/** Whether a read is that of a body which only a parser sets. A function that also reads the one of the operation is for both. */
export function isOfParser({ value, among = [] }: FieldRead): boolean {
  return PARSED.includes(value) && !among.includes('input.body');
}

const NOTHING: ContextUses = { reads: [], receivers: [] };

const known = new WeakMap<SourceText, Map<string, ContextUses>>();

/**
 * How a function uses its context, as far as its text shows it. Functions that get it from others are found once the other files are known: few are in files that
 * have been parsed before.
 *
 * @param taking The parameter that gets the context, if another function calls it.
 * @param fields Those whose reads are found.
 */
export function contextUses(
  { source, value }: ShownValue,
  taking?: Taking,
  syntax: () => Syntax | undefined = () => parseAgain(source),
  fields: readonly string[] = FIELDS,
): ContextUses {
  if (value.bodyAt === undefined) return NOTHING;
  const uses = getOrAdd(known, source, () => new Map<string, ContextUses>());
  const parts = taking === undefined ? [] : [taking.parameter, taking.isOwn === true, ...taking.path];
  const key = [value.bodyAt.start, ...fields, ...parts].join();
  return getOrAdd(uses, key, () => findUses(source, syntax(), value, taking, fields));
}

function findUses(
  source: SourceText,
  syntax: Syntax | undefined,
  value: Value,
  taking: Taking | undefined,
  fields: readonly string[],
): ContextUses {
  const found = syntax && functionAt(syntax.program, value, true);
  if (found === undefined) return NOTHING;
  const { program, bindings } = syntax!;
  const { reads, calls } = readsOf(program, found, fields, taking);
  const isWhole = taking === undefined || takesWhole(taking);
  const tests = isWhole && fields === FIELDS ? findAuthTests(source.text, program, found) : [];
  const all = [...reads, ...tests.map((span) => ({ field: 'auth', span, isSure: false }))];
  const among = taking === undefined || taking.isOwn === true ? undefined : all.map(({ field }) => field);
  return {
    reads: all.map(({ field, span, isSure }) => ({
      value: field,
      at: { source, span },
      isSure,
      ...(among && { among }),
    })),
    receivers: calls.map(({ callee, span, parameter, path }) => ({
      value: classify(callee, bindings, []),
      at: { source, span },
      parameter,
      path,
    })),
  };
}
