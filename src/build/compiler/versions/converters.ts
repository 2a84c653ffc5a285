import { NO_CUSTOM } from '../../../directives/custom/custom-directives.ts';
import type { Expression, FunctionBody, Program } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { parseDefinitionFile } from '../definitions/definition-file.ts';
import type { DefinitionFile } from '../definitions/model.ts';
import { findExports } from '../module/exports.ts';
import { parseSyntax } from '../module/syntax.ts';
import type { Layer } from '../api-version.ts';

/** The functions that convert a definition between an older version and the next one. */
export interface Converters {
  /** The file that exports them, as diagnostics show it. */
  readonly file: string;
  /** From the next version to this one, for responses. */
  readonly down: Location | undefined;
  /** From this version to the next one, for requests. */
  readonly up: Location | undefined;
}

/** The names of the functions, by the direction. */
export type Direction = 'down' | 'up';

const MAY_CONVERT = /\b(?:down|up)\b/;
const cached = new WeakMap<DefinitionFile, ReadonlyMap<string, Converters>>();

/** The converters next to the definitions of an older version, by the names of the definitions. */
export function convertersOf({ definitions, directory }: Layer, report: Report): ReadonlyMap<string, Converters> {
  const found = definitions.map((file) => {
    if (!/\.[cm]?[jt]s$/.test(file.path) || !MAY_CONVERT.test(file.text)) return new Map<string, Converters>();
    const known = cached.get(file);
    if (known !== undefined) return known;
    let isSound = true;
    const read = readConverters(file, directory, (diagnostic) => {
      isSound = false;
      report(diagnostic);
    });
    if (isSound) cached.set(file, read);
    return read;
  });
  return new Map(found.flatMap((each) => [...each]));
}

function readConverters(file: DefinitionFile, directory: string, report: Report): ReadonlyMap<string, Converters> {
  const source: SourceText = { file: `${directory}/${file.path}`, text: file.text };
  const syntax = parseSyntax(source, () => {});
  if (syntax === undefined || syntax.hasErrors) return new Map();
  const { exports, isCommonJs } = findExports(syntax);
  const locate = (name: Direction): Location | undefined => {
    const exported = exports.find((each) => each.name === name);
    if (exported === undefined) return undefined;
    const at = { source, span: exported.span };
    const isFunction = exported.value.kind !== 'other' && exported.value.isGenerator !== true;
    if (isCommonJs || !isFunction || isAsync(syntax.program, name)) report(messages.invalidConverter(at, name));
    return at;
  };
  const converters = { file: source.file, down: locate('down'), up: locate('up') };
  const at = converters.down ?? converters.up;
  if (at === undefined) return new Map();
  const { schemas } = parseDefinitionFile(file, directory, NO_CUSTOM).definitions;
  const names = [...new Set(schemas.filter((each) => each.isTentative !== true).map(({ name }) => name))];
  if (names.length === 1) return new Map([[names[0]!, converters]]);
  report(messages.severalConverted(at, names));
  return new Map();
}

/** Whether a function of a module is asynchronous, as far as its text shows. */
function isAsync({ body }: Program, name: string): boolean {
  return body.some((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement;
    if (declared.type === 'FunctionDeclaration') return declared.id?.name === name && declared.async;
    if (declared.type !== 'VariableDeclaration') return false;
    return declared.declarations.some(
      ({ id, init }) => id.type === 'Identifier' && id.name === name && init !== null && isAsyncFunction(init),
    );
  });
}

function isAsyncFunction(init: Expression | FunctionBody): boolean {
  return (init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression') && init.async;
}
