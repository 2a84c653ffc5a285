import { printWarning } from './warning.ts';
import { channel } from 'node:diagnostics_channel';
import type { DeveloperReport } from '../../shared/contract/developer-report.ts';
import { REPORT_CHANNEL } from '../../shared/contract/developer-report.ts';
import type { OperationContext } from './context.ts';

const reports = channel(REPORT_CHANNEL);

/** Reports something to the developer: in the dev server it prints the warning, elsewhere it is a warning of Node. */
export function report(
  { req }: OperationContext,
  warning: string | undefined,
  leftOut?: DeveloperReport['leftOut'],
  origin?: Error,
): void {
  const message: DeveloperReport = {
    req,
    warning,
    ...(leftOut && { leftOut }),
    ...(origin && { origin }),
    isPrinted: false,
  };
  if (reports.hasSubscribers) reports.publish(message);
  if (warning !== undefined && !message.isPrinted) printWarning(warning);
}
