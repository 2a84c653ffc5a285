import { workflowCommand } from '../tools/diff/report/workflow-command.ts';
import type { Compilation } from '../build/compiler/compile.ts';
import { diagnosticData } from '../build/compiler/diagnostics/diagnostic-data.ts';
import { errorsIn, formatDiagnostic } from '../build/compiler/diagnostics/diagnostic.ts';
import type { McpData, ToolData } from '../shared/contract/mcp.ts';
import { costOf, DEFAULT_BUDGET } from '../shared/contract/mcp.ts';
import { explanationsOf } from '../build/project/errors.ts';
import { count } from '../shared/validation/explain/words.ts';

/** The report of `operations check`, and the exit code of the process. */
interface CheckReport {
  readonly text: string;
  readonly code: 0 | 1;
  readonly isResult?: true;
}

const FORMATS = ['text', 'json', 'github'];

/** The parts of the report in addition to the diagnostics. */
interface CheckContext {
  /** The number of warnings that are allowed. */
  readonly maxWarnings: number;
  readonly format: string;
  /** The directory of the operations, relative to the root. */
  readonly directory: string;
  /** Builds the tools of a tree without errors. */
  readonly tools: () => McpData;
  /** The tokens that a list of tools can cost; undefined for the default. */
  readonly budget: number | undefined;
}

/**
 * Reports the errors and warnings of a tree.
 *
 * @throws {Error} If the format is unknown.
 */
export function checkReport(
  { operations, diagnostics }: Compilation,
  { maxWarnings, format, directory, tools, budget = DEFAULT_BUDGET }: CheckContext,
): CheckReport {
  if (!FORMATS.includes(format))
    throw new Error(`Invalid option --format: expected text, json or github, got "${format}".`);
  const errors = errorsIn(diagnostics).length;
  const warnings = diagnostics.length - errors;
  const isTooMany = warnings > maxWarnings;
  const code = errors > 0 || isTooMany ? 1 : 0;
  const costs = errors > 0 ? [] : tools().tools;
  if (format === 'json') {
    const counts = { operations: operations.length, errors, warnings };
    const report = {
      ...counts,
      ...(costs.length > 0 && { tools: { count: costs.length, tokens: costOf(costs) } }),
      diagnostics: diagnostics.map(diagnosticData),
    };
    return { text: JSON.stringify(report, null, 2), code, isResult: true };
  }
  const counts = Object.entries({ operation: operations.length, error: errors, warning: warnings });
  const summary = [
    ...(operations.length === 0 ? [emptyTree(directory)] : []),
    ...costText(costs, budget),
    counts.map(([name, number]) => count(number, name)).join(', '),
    ...(isTooMany ? [`Too many warnings: ${warnings}, and --max-warnings allows ${maxWarnings}.`] : []),
  ];
  if (format === 'github') {
    const commands = diagnostics.map((one) => workflowCommand(one.severity, one.at, one.code, one.message));
    return { text: [...commands, ...summary].join('\n'), code, isResult: true };
  }
  const explanations = diagnostics.length > 0 ? [explanationsOf(diagnostics)] : [];
  return { text: [...diagnostics.map(formatDiagnostic), ...explanations, ...summary].join('\n\n'), code };
}

/** The cost of a list of tools for a model, if that is more than a server lists. */
function costText(tools: readonly ToolData[], budget: number): string[] {
  const total = costOf(tools);
  if (total <= budget) return [];
  const largest = tools.toSorted((a, b) => b.tokens - a.tokens).slice(0, 3);
  const names = largest.map(({ name, tokens }) => `${name} (${numberText(tokens)})`).join(', ');
  return [
    `The list of ${tools.length} tools costs a model about ${numberText(total)} tokens. Above the budget of ${numberText(budget)}, a server offers a search instead: see the option "budget" of mcp. The most expensive: ${names}.`,
  ];
}

function numberText(value: number): string {
  return value.toLocaleString('en');
}

/** The message about a tree without operations. */
export function emptyTree(directory: string): string {
  return `No operations in ${directory}. Write one with: npx operations new hello@get`;
}
