import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { parseSyntax } from '../module/syntax.ts';
import { readTypeScriptDefinitions } from '../typescript/index.ts';
import { readCommentDefinitions } from './comments.ts';
import { readData } from './data.ts';
import type { DefinitionFile, FileDefinitions } from './model.ts';
import { NO_DEFINITIONS } from './model.ts';

/** Whether a file of the definitions' directory is read, by its name. */
export function isDefinitionFile(path: string): boolean {
  return /\.(?:[cm]?[jt]s|json|ya?ml)$/.test(path) && !/(?:^|\/)[._]|\.(?:test|spec)\.[^/]*$/.test(path);
}

/** What a file defines by itself, and what is wrong with it: nothing but a function of its path and text. */
export function parseDefinitionFile(
  file: DefinitionFile,
  directory: string,
): { definitions: FileDefinitions; diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);
  const source: SourceText = { file: `${directory}/${file.path}`, text: file.text };
  return { definitions: /[jt]s$/.test(file.path) ? readModule(source, report) : readData(source, report), diagnostics };
}

function readModule(source: SourceText, report: Report): FileDefinitions {
  const syntax = parseSyntax(source, report);
  if (syntax === undefined) return NO_DEFINITIONS;
  const fromComments = readCommentDefinitions(source, syntax, report);
  const fromTypes = readTypeScriptDefinitions(source, syntax, report);
  return {
    ...fromComments,
    schemas: [...fromComments.schemas, ...fromTypes],
    samples: [...fromComments.samples, ...fromTypes.flatMap((type) => type.samples)],
  };
}
