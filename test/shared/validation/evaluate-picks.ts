import type { Schema } from '../../../src/shared/contract/operation.ts';
import type { PickValue, ResponsePicks } from '../../../src/shared/contract/enforcement.ts';
import { responsePicks, PickSchemas } from '../../../src/build/codegen/picks/index.ts';
import { createSharedCache, shareInputs } from '../../../src/build/codegen/validators/index.ts';
import { resolverOf } from '../../../src/shared/schema/references.ts';
import * as validation from '../../../src/shared/validation/index.ts';

/** The code of a response's pick: its expression, and the declarations that it refers to. */
export interface PickCode {
  readonly text: string;
  readonly declarations: readonly string[];
  readonly helpers: readonly string[];
}

/**
 * Generates the pick of a response.
 *
 * @param definitions The definitions by name.
 * @returns undefined if the schema needs none.
 */
export function pickCodeOf(schema: unknown, definitions: Readonly<Record<string, unknown>> = {}): PickCode | undefined {
  const named = new Map(Object.entries(definitions)) as ReadonlyMap<string, Schema>;
  const content = [{ mediaType: 'application/json', schema: schema as Schema }];
  const picks = responsePicks([{ status: '200', description: '', content }], new PickSchemas(resolverOf(named)));
  if (picks === undefined) return undefined;
  const { helpers, declarations } = shareInputs([], [picks.uses], named, createSharedCache());
  return {
    text: picks.text,
    declarations: declarations.map((declaration) => declaration.text),
    helpers,
  };
}

/** Evaluates the pick of a response; undefined if the schema needs none. */
export function pickOf(schema: unknown, definitions: Readonly<Record<string, unknown>> = {}): PickValue | undefined {
  const code = pickCodeOf(schema, definitions);
  if (code === undefined) return undefined;
  const { text, declarations, helpers } = code;
  // The text is that of a module, with its imports as parameters.
  const evaluate = new Function(...helpers, `"use strict"; ${declarations.join('\n')}; return ${text};`) as (
    ...given: unknown[]
  ) => ResponsePicks;
  const functions: { readonly [name: string]: unknown } = { ...validation };
  const pick = evaluate(...helpers.map((name) => functions[name]))['200']!;
  // An open response has none.
  return typeof pick === 'function' ? pick : undefined;
}
