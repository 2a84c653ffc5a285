import type { Node } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';

/** A read of a field of the context that is undefined there. */
export interface EarlyRead {
  readonly field: string;
  readonly span: Span;
  /** Whether nothing else can have set the field: no other function has got the context. */
  readonly isSure: boolean;
}

/** The parameter of a function that gets the context, or a part of it: `request` in `isLarge(ctx.request)`. */
export interface Taking {
  /** Its place among the parameters. */
  readonly parameter: number;
  /** The names that lead to the part; none for the whole context. */
  readonly path: readonly string[];
  /** Whether the function can't be for other operations and apps, although another one calls it: a verifier. */
  readonly isOwn?: true;
}

/** A call that gets the context or a part of it, and that no call of `next` precedes. */
export interface EarlyCall extends Taking {
  readonly callee: Node;
  readonly span: Span;
}

export const WHOLE: Taking = { parameter: 0, path: [] };
/** A verifier gets the credentials behind the context, and not `next`. */
export const VERIFIER: Taking = { ...WHOLE, isOwn: true };

/** Whether a function gets the whole context as its first argument. */
export function takesWhole({ parameter, path }: Taking): boolean {
  return parameter === 0 && path.length === 0;
}
