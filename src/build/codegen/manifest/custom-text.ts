import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import type { CustomEntry } from '../../../shared/contract/custom-directive.ts';
import { customKey } from '../../../shared/contract/custom-directive.ts';
import type { DataText } from './entry-text.ts';

/** The generated code for the steps of custom directives. */
interface CustomText {
  readonly imports: readonly string[];
  /** The features whose field is not their name alone. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Generates the imports of the modules with the steps of custom directives: only those that an operation has. */
export function customText(data: readonly DataText[], { rows }: CustomDirectives): CustomText {
  const entries: readonly CustomEntry[] = data.flatMap(({ entry }) => entry.custom ?? []);
  const keys = [...new Set(entries.map(customKey))].sort();
  if (keys.length === 0) return { imports: [], fields: {} };
  const all = new Map([...rows.values()].map((row) => [customKey(row), row.module]));
  const modules = keys.map((key, i) => `${JSON.stringify(key)}: steps${i}`).join(', ');
  return {
    imports: keys.map((key, i) => `import steps${i} from ${JSON.stringify(all.get(key))};`),
    fields: { customDirectives: `customDirectives: customDirectives({ ${modules} })` },
  };
}
