import type { ScalarTag } from 'yaml';
import { stringify } from 'yaml';

/**
 * Writes a value as YAML: one line per text, however long, and no aliases, which few tools read. Texts such as `no` and `2026-01-31` are in quotes,
 * because tools for YAML 1.1 read them as other types.
 *
 * @param styles How some values are written.
 */
export function blockYaml(value: unknown, styles: readonly ScalarTag[] = []): string {
  return stringify(value, {
    compat: 'yaml-1.1',
    lineWidth: 0,
    aliasDuplicateObjects: false,
    customTags: (tags) => [...styles, ...tags],
  });
}
