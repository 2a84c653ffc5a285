import { stringify } from 'yaml';
import type { Schema } from '../../src/contract/operation.ts';
import type { GithubApi, GithubParameter, GithubResponse } from './document.ts';
import type { Scope } from './lines.ts';
import { parameterLine, responseLines } from './lines.ts';

/** A file of the definitions: its path below their directory, with `/`, and its text. */
export interface GithubDefinition {
  readonly path: string;
  readonly text: string;
}

/** What operations refer to by name, while they are written. */
export interface Pool extends Omit<Scope, 'owner'> {
  /** The name under which a shared parameter is included. */
  includeParameter(parameter: GithubParameter): string;
  /** The name under which a shared response is included. */
  includeResponse(response: GithubResponse): string;
  /** The files of all that was asked for, and of the document's own schemas. */
  files(): GithubDefinition[];
}

/**
 * Makes the definitions of an operations tree: the document's schemas, and what no line of a comment can say, as JSON; shared parameters and
 * responses as `@param-define` and `@returns-define`; what is said of the whole as `openapi.yaml`.
 */
export function createPool({ schemas, base }: GithubApi): Pool {
  const all = new Map(Object.entries(schemas));
  const named = new Map<string, string>();
  const parameters = new Map<string, GithubParameter>();
  const responses = new Map<string, GithubResponse>();
  const pool: Pool = {
    define(schema, wanted) {
      const key = JSON.stringify(schema);
      const name = named.get(key) ?? freeName(wanted.replaceAll(/[^\w.-]+/g, '-'), all);
      named.set(key, name);
      all.set(name, schema);
      return name;
    },
    includeParameter(parameter) {
      const name = parameter.component!;
      parameters.set(name, parameter);
      return name;
    },
    includeResponse(response) {
      // A component has no status and a definition has one, so that one component may be several definitions.
      const first = responses.get(response.component!)?.status ?? response.status;
      const name = first === response.status ? response.component! : `${response.component}_${response.status}`;
      responses.set(name, response);
      return name;
    },
    files() {
      const modules = [
        { path: 'parameters.js', text: parameterComments(parameters, pool) },
        { path: 'responses.ts', text: responseComments(responses, pool) },
      ];
      const json = [...all].map(([name, schema]) => ({ path: `schemas/${name}.json`, text: jsonText(schema) }));
      return [...modules, ...json, { path: 'openapi.yaml', text: stringify(base) }];
    },
  };
  return pool;
}

function freeName(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}

function parameterComments(parameters: ReadonlyMap<string, GithubParameter>, pool: Pool): string {
  return comments(parameters, 'param-define', (parameter, owner) => [
    parameterLine(parameter, `${parameter.in}.`, { ...pool, owner }),
  ]);
}

function responseComments(responses: ReadonlyMap<string, GithubResponse>, pool: Pool): string {
  return comments(responses, 'returns-define', (response, owner) => responseLines(response, { ...pool, owner }));
}

function comments<T>(
  items: ReadonlyMap<string, T>,
  directive: string,
  lines: (item: T, name: string) => readonly string[],
): string {
  return [...items].map(([name, item]) => commentText([`@${directive} ${name}`, ...lines(item, name)])).join('\n');
}

/** A block comment of lines. */
export function commentText(lines: readonly string[], stars = true): string {
  const [open, margin] = stars ? ['/**', ' * '] : ['/*', '  '];
  return `${[open, ...lines.map((line) => `${margin}${line}`), ' */'].join('\n')}\n`;
}

function jsonText(schema: Schema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
