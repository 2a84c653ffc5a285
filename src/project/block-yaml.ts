import type { ScalarTag } from 'yaml';
import { stringify } from 'yaml';

/**
 * Writes a value as YAML: one line per text, however long, and no aliases, which few tools read.
 *
 * @param styles How some values are written.
 */
export function blockYaml(value: unknown, styles: readonly ScalarTag[] = []): string {
  return stringify(value, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    customTags: (tags) => [...styles, ...tags],
  });
}
