import type { Report } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source.ts';
import type { Syntax } from '../module/syntax.ts';
import { parseSyntax } from '../module/syntax.ts';
import { checkGuardCalls } from './check-guard-calls.ts';
import { checkDroppedImports } from './dropped-imports.ts';
import { checkErrorCallbacks } from './error-callbacks.ts';
import { checkExtensionReads } from './extension-reads.ts';
import { checkLostKeys } from './lost-keys.ts';
import { checkOperationTexts } from './operation-texts.ts';
import { checkPathTexts } from './path-texts.ts';
import { checkTrustedProxies } from './trusted-proxies.ts';
import { checkUncalledMethods } from './uncalled-methods.ts';
import { checkUnsetHeaders } from './unset-headers.ts';
import { checkUnsetSecrets } from './unset-secrets.ts';
import { checkUnthrown } from './unthrown-problems.ts';

/**
 * Parses a file with code of a project: see {@link parseSyntax}. Reports problems that it makes but does not throw, refusals in callbacks, calls of guards that
 * refuse nothing, guards whose keys are in an object twice, comparisons of paths, headers and operations that are never true, reads of extensions that no comment has, imports that bundlers may leave out, proxies without a number, methods of koa-passport as conditions, and values with variables of the environment that may be unset.
 */
export function parseChecked(source: SourceText, report: Report): Syntax | undefined {
  const syntax = parseSyntax(source, report);
  if (syntax === undefined) return undefined;
  checkDroppedImports(source, syntax.program, report);
  checkUnthrown(source, syntax.program, report);
  checkErrorCallbacks(source, syntax.program, report);
  checkGuardCalls(source, syntax, report);
  checkLostKeys(source, syntax, report);
  checkPathTexts(source, syntax, report);
  checkOperationTexts(source, syntax, report);
  checkExtensionReads(source, syntax, report);
  checkTrustedProxies(source, syntax.program, report);
  checkUncalledMethods(source, syntax.program, report);
  checkUnsetHeaders(source, syntax.program, report);
  checkUnsetSecrets(source, syntax.program, report);
  return syntax;
}
