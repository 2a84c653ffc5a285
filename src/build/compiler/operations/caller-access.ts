import type { SecurityRequirement } from '../../../shared/contract/operation.ts';
import { accessNotes } from '../../../directives/effects.ts';
import { needsCredentials, securityOf } from '../../../shared/contract/operation.ts';
import { securityText } from '../../../shared/contract/security-requirements.ts';
import type { Definitions } from '../definitions/collect.ts';
import { compare } from '../diagnostics/diagnostic.ts';
import { customRowsIn, declaredValues } from '../language/described.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { formatLocation } from '../diagnostics/source.ts';
import type { Guard } from './guard-export.ts';
import type { CompiledMiddleware } from './middleware.ts';
import { guardsOf, middlewareAround } from './middleware.ts';
import type { CompiledOperation } from './resolve.ts';

/** The parts of a compilation that decide who can call an operation. */
export interface AccessRules {
  readonly definitions: Definitions;
  readonly middleware: readonly CompiledMiddleware[];
}

/** The requirements of a custom directive's lines for callers. */
export interface RequiredByDirective {
  readonly texts: readonly string[];
  readonly at: readonly Location[];
}

/** Who can call an operation, and what decides that. */
export interface Access {
  /** The schemes and scopes in words: `everyone`, `token: admin`. */
  readonly who: string;
  /** Whether a request without credentials passes authentication. */
  readonly isOpen: boolean;
  /** The alternatives that apply, each with the line that declares it. One of them suffices. Empty if everyone can call the operation. */
  readonly security: readonly Declared<SecurityRequirement>[];
  /** The files whose default exports wrap the operation, outermost first. They run before authentication. */
  readonly wrappedBy: readonly string[];
  /** The same files, once for each of their functions that can refuse a client. */
  readonly refusedBy: readonly string[];
  /** Those of them that are known to keep clients out. */
  readonly keptOutBy: readonly string[];
  /** The exports `authorize` that run after authentication, in this order, without those that allow every caller. */
  readonly guards: readonly Guard[];
  /** The requirements of custom directives, in words, each with its lines. They run after authentication, before the guards. */
  readonly required: readonly RequiredByDirective[];
  /** The effects of its directives on callers: `100 per minute per user`. */
  readonly limits: readonly string[];
}

/** Finds out who can call an operation. Everything that shows it, such as `explain`, `list` and the docs page, gets it from here. */
export function accessOf(operation: CompiledOperation, { definitions, middleware }: AccessRules): Access {
  const { contract, declarations, inherited } = operation;
  const [own, outer] = [declarations.security, inherited?.layer.security ?? []];
  const lines = own.length > 0 ? own : outer.length > 0 ? outer : definitions.security;
  const requirements = securityOf(contract, definitions.document);
  const around = middlewareAround(operation, middleware);
  return {
    who: securityText(requirements),
    isOpen: !needsCredentials(requirements),
    security: lines,
    wrappedBy: around.filter(({ wraps }) => wraps).map(({ path }) => path),
    refusedBy: around.flatMap(({ path, refusing }) => Array.from({ length: refusing }, () => path)),
    keptOutBy: around.filter(({ isGuard }) => isGuard).map(({ path }) => path),
    guards: guardsOf(operation, middleware).filter(({ allowsAll }) => allowsAll !== true),
    required: requiredBy(operation),
    limits: accessNotes(contract),
  };
}

/** The requirements of custom directives. The lines of directories are first. */
function requiredBy({ contract, declarations, inherited }: CompiledOperation): RequiredByDirective[] {
  const layers = [inherited?.layer.described ?? new Map(), declarations.described];
  const guards = (contract.custom ?? []).filter(({ guards: isGuard }) => isGuard === true);
  return guards.map(({ name, texts }) => ({
    texts,
    at: layers.flatMap((layer) =>
      customRowsIn(layer)
        .filter((row) => row.name === name)
        .flatMap((row) => declaredValues(layer, row).map(({ at }) => at)),
    ),
  }));
}

/** Who can call an operation, as JSON. */
export interface ShownAccess {
  /** `everyone`, `token: admin`. */
  readonly who: string;
  /** The requirements that apply, each with its line. One of them suffices. */
  readonly security: readonly { readonly schemes: SecurityRequirement; readonly at: string }[];
  /** The files whose middleware runs before authentication, outermost first. */
  readonly wrappedBy: readonly string[];
  /** The files whose `authorize` runs after authentication, in this order, each with the place of the export. */
  readonly authorizedBy: readonly { readonly file: string; readonly at: string }[];
  /** The requirements of custom directives for callers, each with its lines; absent if there are none. */
  readonly requires?: readonly { readonly texts: readonly string[]; readonly at: readonly string[] }[];
  /** How many requests callers can send; absent if nothing limits them. */
  readonly limits?: readonly string[];
}

/** The access to an operation, for scripts and pages. */
export function showAccess({ who, security, wrappedBy, guards, required, limits }: Access): ShownAccess {
  const lines = security.map(({ value, at }) => ({ schemes: value, at: formatLocation(at) }));
  const authorizedBy = guards.map(({ path, at }) => ({ file: path, at: formatLocation(at) }));
  const requires = required.map(({ texts, at }) => ({ texts, at: at.map(formatLocation) }));
  return {
    who,
    security: lines,
    wrappedBy,
    authorizedBy,
    ...(requires.length > 0 && { requires }),
    ...(limits.length > 0 && { limits }),
  };
}

/** Sorts operations for a review: first those that everyone can call and that no `authorize` guards, then the other open ones, then by path. */
export function byOpenness(
  [{ contract: a }, one]: readonly [CompiledOperation, Access],
  [{ contract: b }, other]: readonly [CompiledOperation, Access],
): number {
  const rank = ({ isOpen, guards, required }: Access): number =>
    (isOpen ? 0 : 2) + (guards.length + required.length > 0 ? 1 : 0);
  return rank(one) - rank(other) || compare(a.path, b.path) || compare(a.method, b.method);
}
