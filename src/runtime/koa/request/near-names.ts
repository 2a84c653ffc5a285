import { pagingNames } from '../../../shared/contract/cursor.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { splitQuery } from '../../../shared/contract/paging.ts';
import { nearest } from '../near.ts';
import { report } from '../report-channel.ts';
import type { Feature } from '../runtime.ts';

/** The limit of warnings for an operation, because clients choose the names. */
const MAX_WARNINGS = 100;

/**
 * Warns of a query parameter that is nearly declared: it is ignored, and probably misspelled. Once for each operation and name. Only the dev server has
 * this.
 */
export const nearNames: Feature = ({ manifest: { securitySchemes = {} } }) => {
  const keys = Object.values(securitySchemes).flatMap((scheme) => (scheme.type === 'apiKey' ? [scheme.name] : []));
  return (operation) => {
    const declared = declaredNames(operation);
    const known = new Set<string>([...declared, ...keys]);
    const warned = new Set<string>();
    return {
      guard: (handler) => (ctx, next) => {
        for (const name of queryNames(ctx.querystring)) {
          if (known.has(name) || warned.has(name) || warned.size >= MAX_WARNINGS) continue;
          const near = nearest(name, declared);
          if (near === undefined) continue;
          warned.add(name);
          report(ctx, `${operation.id}: the query parameter "${name}" is unknown and ignored. Did you mean "${near}"?`);
        }
        return handler(ctx, next);
      },
    };
  };
};

function declaredNames({ input, paging }: OperationEntry): readonly string[] {
  const parameters = (input?.parameters ?? []).filter((one) => one.in === 'query');
  const own = parameters.flatMap(({ name, decoding }) =>
    decoding.spread === true ? Object.keys(decoding.properties ?? {}) : [name],
  );
  return [...own, ...(paging === undefined ? [] : pagingNames(paging))];
}

/** The names in a query, without the brackets behind them. */
function queryNames(query: string): Set<string> {
  if (query === '') return new Set();
  return new Set(splitQuery(`/?${query}`).parts.map(({ name = '' }) => name.replace(/\[.*$/, '')));
}
