import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { didYouMean } from '../compiler/diagnostics/report.ts';
import { userError } from '../project/errors.ts';
import { isKeywords } from '../schema/json-types.ts';
import type { Severity } from '../openapi/compare/checks.ts';
import { CHECK_IDS, SEVERITIES } from '../openapi/compare/checks.ts';

/** Severities by the name of a check. `none` hides its findings. */
export type Severities = ReadonlyMap<string, Severity | 'none'>;

/** The file with a project's severities, in its root. */
export const SEVERITIES_FILE = 'operations.diff.yaml';

/**
 * Reads the severities of a project; none if it has no file for them.
 *
 * @throws {Error} If the file is malformed, or if a check or a severity is unknown.
 * @example readSeverities('.').get('response-property-enum-value-added') // 'info'
 */
export function readSeverities(root: string): Severities {
  const file = join(root, SEVERITIES_FILE);
  return existsSync(file) ? parseSeverities(readFileSync(file, 'utf8')) : new Map();
}

/** Parses the text of the file: `severities`, an object of severities by the name of a check. */
export function parseSeverities(text: string): Severities {
  const document = parseDocument(text, { logLevel: 'silent' });
  const [fault] = document.errors;
  if (fault !== undefined) fail(fault.message);
  const content: unknown = document.toJS() ?? {};
  if (!isKeywords(content)) return fail('expected an object with the field "severities".');
  const { severities = {}, ...others } = content;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) fail(`unknown field "${unknown}".${didYouMean(unknown, ['severities'])}`);
  if (!isKeywords(severities)) return fail('"severities" must be an object of severities by the name of a check.');
  const known = [...SEVERITIES, 'none'];
  return new Map(
    Object.entries(severities).map(([id, severity]) => {
      if (!CHECK_IDS.includes(id)) fail(`unknown check "${id}".${didYouMean(id, CHECK_IDS)}`);
      if (!known.includes(severity as string))
        fail(`unknown severity ${JSON.stringify(severity)} of "${id}". Use error, warning, info or none.`);
      return [id, severity as Severity | 'none'];
    }),
  );
}

function fail(message: string): never {
  throw userError(`${SEVERITIES_FILE}: ${message}`);
}
