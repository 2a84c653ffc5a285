import { comparedName } from '../../../shared/contract/operation.ts';
import type { Place, SecurityScheme } from '../../../shared/contract/enforcement.ts';
import type { Manifest, OperationEntry } from '../../../shared/contract/manifest.ts';
import { queryReaderOf } from '../../../runtime/koa/request/input.ts';

/** The parameters of a GET that a write doesn't declare. */
export interface ForeignParameters {
  /** Whether the name of a text in the query is that of such a parameter. */
  readonly isInQuery: (name: string) => boolean;
  /** In lower case. */
  readonly headers: ReadonlySet<string>;
  readonly cookies: ReadonlySet<string>;
}

/**
 * Finds the parameters that the GET of a write reads, and the write doesn't declare: its clients must not choose by them which body `ctx.current` is. Those
 * with credentials stay.
 */
export function foreignParameters(write: OperationEntry, get: OperationEntry, manifest: Manifest): ForeignParameters {
  const last = known.get(write);
  if (last?.get === get) return last.found;
  const found = findForeign(write, get, manifest);
  known.set(write, { get, found });
  return found;
}

/** Those of each write. The dev server replaces entries. */
const known = new WeakMap<OperationEntry, { readonly get: OperationEntry; readonly found: ForeignParameters }>();

function findForeign(
  write: OperationEntry,
  get: OperationEntry,
  { securitySchemes = {} }: Manifest,
): ForeignParameters {
  const [own, read] = [queryReaderOf(write), queryReaderOf(get)];
  const at = (place: Place): ReadonlySet<string> => {
    const kept = new Set([...namesAt(write, place), ...credentialsAt(securitySchemes, place)]);
    return new Set(namesAt(get, place).filter((name) => !kept.has(name)));
  };
  const keys = credentialsAt(securitySchemes, 'query');
  return {
    isInQuery: (name) => read(name) && !own(name) && !keys.includes(name),
    headers: at('header'),
    cookies: at('cookie'),
  };
}

function namesAt({ input }: OperationEntry, place: Place): string[] {
  return (input?.parameters ?? []).filter((parameter) => parameter.in === place).map(comparedName);
}

/** The API keys in a place. Without a place, the credentials are in `Authorization`. */
function credentialsAt(schemes: { readonly [name: string]: SecurityScheme }, place: Place): string[] {
  const keys = Object.values(schemes).flatMap((scheme) =>
    scheme.type === 'apiKey' && scheme.in === place ? [scheme.name] : [],
  );
  return place === 'header' ? ['authorization', ...keys.map((name) => name.toLowerCase())] : keys;
}
