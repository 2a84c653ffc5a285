import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { didYouMean } from '../../build/compiler/diagnostics/report.ts';
import { userError } from '../../build/project/errors.ts';
import { isKeywords } from '../../shared/schema/json-types.ts';
import type { Severity } from '../../shared/comparison/checks.ts';
import { CHECK_IDS, SEVERITIES } from '../../shared/comparison/checks.ts';

/** A severity; `none` hides a finding. */
type Setting = Severity | 'none';

/**
 * The severities of a project by the name of a check: for all operations, or by operation.
 *
 * @example new Map([['request-body-removed', new Map([['POST /pets', 'none']])]])
 */
export type Severities = ReadonlyMap<string, Setting | ReadonlyMap<string, Setting>>;

/** Finds the severity that a project has set for a check; undefined if it has set none. */
export function findSeverity(severities: Severities, id: string, operation: string): Setting | undefined {
  const setting = severities.get(id);
  return typeof setting === 'object' ? setting.get(operation) : setting;
}

/** The file with a project's severities, in its root. */
export const SEVERITIES_FILE = 'operations.diff.yaml';

/**
 * Reads the severities of a project; none if it has no file for them.
 *
 * @param custom The checks of its custom directives.
 * @throws {Error} If the file is malformed, or if a check or a severity is unknown.
 * @example readSeverities('.').get('response-property-enum-value-added') // 'info'
 */
export function readSeverities(root: string, custom?: ReadonlyMap<string, Severity>): Severities {
  const file = join(root, SEVERITIES_FILE);
  return existsSync(file) ? parseSeverities(readFileSync(file, 'utf8'), custom) : new Map();
}

/** Parses the text of the file: `severities`, an object of severities by the name of a check, or of objects of severities by operation. */
export function parseSeverities(text: string, custom: ReadonlyMap<string, Severity> = new Map()): Severities {
  const document = parseDocument(text, { logLevel: 'silent' });
  const [fault] = document.errors;
  if (fault !== undefined) failSeverities(fault.message);
  const content: unknown = document.toJS() ?? {};
  if (!isKeywords(content)) return failSeverities('expected an object with the field "severities".');
  const { severities = {}, ...others } = content;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) failSeverities(`unknown field "${unknown}".${didYouMean(unknown, ['severities'])}`);
  if (!isKeywords(severities))
    return failSeverities('"severities" must be an object of severities by the name of a check.');
  return new Map(
    Object.entries(severities).map(([id, setting]) => {
      const known = [...CHECK_IDS, ...custom.keys()];
      if (!known.includes(id)) failSeverities(`unknown check "${id}".${didYouMean(id, known)}`);
      return [id, isKeywords(setting) ? parseByOperation(id, setting) : parseSetting(id, setting)];
    }),
  );
}

function parseByOperation(id: string, settings: Readonly<Record<string, unknown>>): ReadonlyMap<string, Setting> {
  return new Map(
    Object.entries(settings).map(([operation, setting]) => {
      if (!/^(?:[A-Z]+ \/|event \S)/.test(operation))
        failSeverities(
          `invalid operation "${operation}" of "${id}". Write it as in the report, such as "GET /pets/{id}".`,
        );
      return [operation, parseSetting(id, setting)];
    }),
  );
}

function parseSetting(id: string, setting: unknown): Setting {
  if (SETTINGS.includes(setting)) return setting as Setting;
  return failSeverities(
    `unknown severity ${JSON.stringify(setting)} of "${id}". Use error, warning, info or none, or an object of severities by operation.`,
  );
}

const SETTINGS: readonly unknown[] = [...SEVERITIES, 'none'];

function failSeverities(message: string): never {
  throw userError(`${SEVERITIES_FILE}: ${message}`);
}
