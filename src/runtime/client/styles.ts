import type { QueryStyles } from '../../shared/contract/operation.ts';
import { sentText } from './sent-values.ts';

type Values = { readonly [name: string]: unknown };

/** The values of a query as parameters with the usual style. */
export function styled(query: Values | undefined, styles: QueryStyles | undefined): Values {
  const entries = Object.entries(query ?? {}).flatMap(([name, value]): [string, unknown][] => {
    const style = styles?.[name];
    if (style === undefined || value === undefined) return [[name, value]];
    if (style === 'form') return Object.entries(value as Values);
    return [
      [
        name,
        style === 'json'
          ? JSON.stringify(value)
          : [value]
              .flat()
              .map((item) => sentText(item, `query.${name}`))
              .join(style),
      ],
    ];
  });
  return Object.fromEntries(entries);
}
