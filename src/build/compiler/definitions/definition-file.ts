import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import { parseComments } from '../comment/comment.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { parseChecked } from '../calls/checked-syntax.ts';
import { readTypeScriptDefinitions } from '../typescript/index.ts';
import { readCommentDefinitions } from './comments.ts';
import { readDataFile } from './data-file.ts';
import { readEnumConstants } from './enum-constants.ts';
import type { DefinitionFile, FileDefinitions } from './model.ts';
import { NO_DEFINITIONS } from './model.ts';

/** Whether the name of a file is that of a file of definitions, not of a test or a hidden file. */
export function isDefinitionFile(path: string): boolean {
  return /\.(?:[cm]?[jt]s|json|ya?ml)$/.test(path) && !/(?:^|\/)[._]|\.(?:test|spec)\.[^/]*$/.test(path);
}

/** Reads the definitions of one file, and their diagnostics. The result depends only on its path and text. */
export function parseDefinitionFile(
  { path, ...content }: DefinitionFile,
  directory: string,
  custom: CustomDirectives,
): { definitions: FileDefinitions; diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);
  const source: SourceText = { ...content, file: `${directory}/${path}`, custom };
  return {
    definitions: /[jt]s$/.test(path) ? readModule(source, report) : readDataFile(source, report),
    diagnostics,
  };
}

function readModule(source: SourceText, report: Report): FileDefinitions {
  const syntax = parseChecked(source, report);
  if (syntax === undefined) return NO_DEFINITIONS;
  const comments = parseComments(source, syntax.comments);
  const fromComments = readCommentDefinitions(comments, report);
  if (syntax.hasErrors) return fromComments;
  const fromTypes = readTypeScriptDefinitions(source, syntax, comments, report);
  const fromConstants = readEnumConstants(source, syntax, comments, report);
  return {
    ...fromComments,
    schemas: [...fromComments.schemas, ...fromTypes, ...fromConstants.schemas],
    samples: [...fromComments.samples, ...fromTypes.flatMap((type) => type.samples), ...fromConstants.samples],
  };
}
