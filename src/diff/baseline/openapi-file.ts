import { readFileSync } from 'node:fs';
import type { Document } from 'yaml';
import { isNode, isPair, parseDocument } from 'yaml';
import type { Location, SourceText } from '../../compiler/diagnostics/source.ts';
import { userError } from '../../project/errors.ts';
import { toPosix } from '../../project/files.ts';
import type { Contract, Part } from '../finding.ts';
import { readOpenApi } from './openapi.ts';

/** Whether a baseline is an OpenAPI document by its name. */
export function isDocumentName(name: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(name);
}

/** The longest document whose findings have a location in it, in characters: its lines are found by a slow parser. */
const MAX_LOCATED = 2_000_000;

/**
 * Reads an OpenAPI document from a file, JSON or YAML.
 *
 * @throws {Error} If the file cannot be read, is malformed, or is not an OpenAPI document.
 */
export function readDocumentFile(file: string, name: string): Contract {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw userError(`The baseline ${name} cannot be read: ${(error as Error).message}`);
  }
  const contract = readOpenApi(parse(text, name), name);
  const source: SourceText = { file: toPosix(name), text };
  let parsed: Document | undefined;
  return {
    ...contract,
    locate(part) {
      if (text.length > MAX_LOCATED) return undefined;
      parsed ??= parseDocument(text, { logLevel: 'silent' });
      return locate(parsed, source, part);
    },
  };
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (/\.json$/i.test(name)) throw userError(`The baseline ${name} is not valid JSON: ${(error as Error).message}`);
  }
  const document = parseDocument(text, { logLevel: 'silent', merge: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw userError(`The baseline ${name} is not valid YAML: ${fault.message}`);
  return document.toJS({ maxAliasCount: -1 }) as unknown;
}

/** The key of the deepest node on the way to a part. */
function locate(document: Document, source: SourceText, part: Part): Location | undefined {
  const { operation, definition } = part;
  const paths =
    definition === undefined
      ? [['paths', operation.path, operation.method.toLowerCase(), ...keysOf(part)]]
      : [['components', 'schemas', definition.name, ...schemaKeys(definition.path)]];
  for (const path of paths)
    for (let length = path.length; length > 1; length--) {
      const at = keyAt(document, source, path.slice(0, length));
      if (at !== undefined) return at;
    }
  return undefined;
}

function keysOf({ kind, status, name }: Part): string[] {
  if (kind === 'response') return ['responses', status!];
  if (kind === 'header') return ['responses', status!, 'headers', name!];
  return { operation: [], body: ['requestBody'], security: ['security'], parameter: ['parameters'] }[kind];
}

/** The keys of a property in a schema. */
function schemaKeys(path: readonly string[]): string[] {
  return path.flatMap((step) =>
    step === '[]' ? ['items'] : step === '*' ? ['additionalProperties'] : ['properties', step],
  );
}

function keyAt(document: Document, source: SourceText, path: readonly string[]): Location | undefined {
  const parent = document.getIn(path.slice(0, -1), true) as { readonly items?: readonly unknown[] } | undefined;
  const key = parent?.items?.find((item) => isPair(item) && String(item.key) === path.at(-1));
  if (!isPair(key) || !isNode(key.key) || key.key.range == null) return undefined;
  const [start, end] = key.key.range;
  return { source, span: { start, end } };
}
