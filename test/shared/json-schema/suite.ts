import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Schema } from '../../../src/shared/contract/operation.ts';

/** A schema of the official suite, and values that are valid against it or not. */
export interface Group {
  /** The file and the description: `type: integer type matches integers`. */
  readonly title: string;
  /** The name of its definition and of its operation: `type1`. */
  readonly name: string;
  readonly schema: Schema | boolean;
  readonly cases: readonly Case[];
}

/** A value, and the verdict that the specification gives. */
export interface Case {
  /** The group's title and the description: `type: integer type matches integers: a string is not an integer`. */
  readonly title: string;
  readonly data: unknown;
  readonly valid: boolean;
}

/** The suite's own format, see https://github.com/json-schema-org/JSON-Schema-Test-Suite#structure-of-a-test. */
interface RawGroup {
  readonly description: string;
  readonly schema: Schema | boolean;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** The groups of a folder's JSON files, in order of their names; other folders in it are left out. */
export function readGroups(directory: string): Group[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return files.sort().flatMap((file) => {
    const groups = JSON.parse(readFileSync(join(directory, file), 'utf8')) as RawGroup[];
    const stem = file.slice(0, -'.json'.length);
    return groups.map((group, index) => toGroup(group, stem, index));
  });
}

function toGroup({ description, schema, tests }: RawGroup, stem: string, index: number): Group {
  const title = `${stem}: ${description}`;
  const name = `${stem.replaceAll(/\W/g, '_')}${index + 1}`;
  const cases = tests.map(({ description: words, data, valid }) => ({ title: `${title}: ${words}`, data, valid }));
  return { title, name, schema, cases };
}

/**
 * The suite's remote schemas as definitions that have the address at which the suite serves them; file name -> text.
 *
 * @param directory That of the draft; the remotes are beside the tests.
 */
export function readRemotes(directory: string): Readonly<Record<string, string>> {
  const draft = basename(realpathSync(directory));
  const root = join(realpathSync(directory), '../../remotes');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.json') && (name.startsWith(`${draft}/`) || !name.includes('/')),
  );
  return Object.fromEntries(
    files.sort().map((file, i) => {
      const schema = JSON.parse(readFileSync(join(root, file), 'utf8')) as Schema;
      return [`remote${i + 1}.json`, JSON.stringify(withAddress(`http://localhost:1234/${file}`, schema))];
    }),
  );
}

/** A schema that is identified by an address, beside the identifier that it may have itself. */
function withAddress($id: string, schema: Schema): Schema {
  const own = schema['$id'];
  return own === undefined || own === $id ? { $id, ...schema } : { $id, $ref: own, $defs: { it: schema } };
}
