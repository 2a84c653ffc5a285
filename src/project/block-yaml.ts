import { stringify } from 'yaml';

/** Writes a value as YAML: one line per text, however long, and no aliases, which few tools read. */
export function blockYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
