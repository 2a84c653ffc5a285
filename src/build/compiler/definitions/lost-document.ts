import { declaresSecurity } from './document.ts';
import type { Statement } from 'oxc-parser';
import { pointTo } from '../../../shared/contract/json-pointer.ts';
import { isKeywords, isSchema } from '../../../shared/schema/json-types.ts';
import { keywordRow } from '../../../shared/schema/keywords.ts';
import { eachSchema, pointerOf } from '../../../shared/schema/walk.ts';
import type { Location, SourceText, Span } from '../diagnostics/source.ts';
import { parseSyntax } from '../module/syntax.ts';
import { readLocated } from './located-data.ts';
import type { Places } from '../user-schemas/check.ts';

const NAME = /(?:^|\/)openapi\.(json|ya?ml)$/;

/** The key `paths` of a document: a line of YAML, JSON in one line or several, or a table of TOML. */
const PATHS = /^paths\s*:|["']paths["']\s*:|[{,]\s*paths\s*:|^\[+\s*paths\b/m;

/** Whether a file has the name of the document. */
export function isDocumentFile(file: string): boolean {
  return NAME.test(file);
}

/** Whether a file is data that a document can be written in. */
export function isDataFile(file: string): boolean {
  return /\.(?:json[5c]?|ya?ml|toml)$/i.test(file);
}

/** A name that is not the document's, but seems to be: `.openapi.yaml`, `openapi.api.yaml`, `open-api.jsonc`, `openapi.yaml.txt`. */
const NEAR_DOCUMENT =
  /(?:^|\/)[._]*open[-_.]?api(?:[-_][\w-]+)?(?:(?:\.[\w-]+)*\.(?:json[5c]?|ya?ml|toml))?(?:\.txt)?$/i;

/** Whether a file looks like the document, but has another name, or an extension that is not read. */
export function isNearDocument(file: string): boolean {
  return NEAR_DOCUMENT.test(file) && !isDocumentFile(file);
}

/** Whether a text that looks like the document declares security. A whole description, which has paths, does not. */
export function mentionsSecurity({ text }: SourceText): boolean {
  return /security/.test(text) && !PATHS.test(text);
}

/** Finds the security that a file `openapi` declares for its operations. A whole description, which has paths, is the result of a build or from elsewhere. */
export function securityIn(source: SourceText): Location | undefined {
  const [, extension] = NAME.exec(source.file) ?? [];
  // Whole descriptions can be large, so they are not parsed.
  if (extension === undefined || !source.text.includes('security') || PATHS.test(source.text)) return undefined;
  const located = readLocated(source, extension, () => {});
  return located && declaredSecurity(located.value, located.places);
}

/** The place of the security in the value of a document; undefined if it has none, or if it has operations. */
export function declaredSecurity(value: unknown, places: Places): Location | undefined {
  if (!isKeywords(value) || 'paths' in value) return undefined;
  if (Array.isArray(value['security'])) return places('/security', 'key');
  const { components } = value as { components?: unknown };
  return isKeywords(components) && isKeywords(components['securitySchemes'])
    ? places('/components/securitySchemes', 'key')
    : undefined;
}

/**
 * Finds security anywhere in data that nothing reads: a list of requirements, or schemes.
 *
 * @param isMeant Whether the name of the file shows that it is about security, so that a text is one too.
 */
export function securityInData(source: SourceText, isMeant: boolean): Location | undefined {
  if (!/secur/i.test(source.text) || PATHS.test(source.text)) return undefined;
  const located = source.file.endsWith('.toml') ? undefined : readLocated(source, 'yaml', () => {});
  // JSON with comments can be a text in YAML.
  if (typeof located?.value !== 'object') return keyIn(source);
  const pointer = findSecurity(located.value, isMeant, '', new Set());
  return pointer === undefined ? undefined : located.places(pointer, 'key');
}

/** Finds security among the unknown keywords of a schema. The content of other extensions is the author's. */
export function securityInSchema(schema: unknown, places: Places): Location | undefined {
  // A whole description is from elsewhere.
  if (!isSchema(schema) || (isKeywords(schema) && 'paths' in schema)) return undefined;
  let found: string | undefined;
  eachSchema(schema, (part, parent) => {
    for (const [keyword, value] of Object.entries(part)) {
      if (keywordRow(keyword) !== undefined) continue;
      const pointer = pointerOf({ key: keyword, parent });
      if (declaresSecurity(keyword, value)) found ??= pointer;
      else if (!keyword.startsWith('x-')) found ??= findSecurity(value, false, pointer, new Set());
    }
  });
  return found === undefined ? undefined : places(found, 'key');
}

/** The key of security in a text that is not parsed, such as TOML. */
function keyIn(source: SourceText): Location | undefined {
  const found =
    /(?<=^\s*|[{,]\s*)(["']?)security(?:Schemes)?\1(?=[ \t]*(?::|=\s*[[{]))|(?<=^\s*\[+(?:[\w-]+\.)*)security(?:Schemes)?(?=[\].])/m.exec(
      source.text,
    );
  return found === null ? undefined : { source, span: { start: found.index, end: found.index + found[0].length } };
}

function findSecurity(value: unknown, isMeant: boolean, pointer: string, seen: Set<unknown>): string | undefined {
  if (typeof value !== 'object' || value === null || seen.has(value)) return undefined;
  seen.add(value);
  for (const [key, inner] of Object.entries(value)) {
    const at = pointTo(pointer, key);
    if (declaresSecurity(key, inner) || (key === 'security' && isMeant && isNames(inner))) return at;
    const below = findSecurity(inner, false, at, seen);
    if (below !== undefined) return below;
  }
  return undefined;
}

function isNames(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.some((each) => typeof each === 'string'));
}

const MODULE = /(?:^|\/)[_.]?openapi(?:\.[\w-]+)?\.[cm]?[jt]sx?$/i;
const IN_CODE = /(?<![\w$.])["']?security(?:Schemes)?["']?\s*(?:=|:\s*[[{])/g;

/** Finds security in a module with the name of the document, which can't be a module. Types are ignored. */
function securityInModule(source: SourceText): Location | undefined {
  if (!MODULE.test(source.file) || /\.d\.[cm]?ts$/.test(source.file) || !/security/.test(source.text)) return undefined;
  const syntax = parseSyntax(source, () => {});
  const code = syntax?.program.body.filter(({ type }) => !/^(?:Import|TS)|ExportAll/.test(type)) ?? [];
  for (const { 0: found, index } of source.text.matchAll(IN_CODE)) {
    const isInside = ({ start, end }: Span): boolean => start <= index && index < end;
    const statement = code.find(isInside);
    if (statement === undefined || isType(statement) || syntax!.comments.some(isInside)) continue;
    return { source, span: { start: index, end: index + found.length } };
  }
  return undefined;
}

function isType(statement: Statement): boolean {
  return statement.type === 'ExportNamedDeclaration' && statement.exportKind === 'type';
}

/**
 * Finds security in a file that looks like the document, but is not read: `_openapi.yaml`, `openapi.ts`.
 *
 * @param isDefinition Whether the file is one of the definitions.
 */
export function securityInLost(source: SourceText, isDefinition: boolean): Location | undefined {
  if (!isDataFile(source.file)) return securityInModule(source);
  const isHidden = isDefinition && /(?:^|\/)[_.]/.test(source.file);
  return isHidden ? securityInData(source, /openapi|security/i.test(source.file)) : undefined;
}
