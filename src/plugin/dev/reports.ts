import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { DeveloperReport } from '../../shared/contract/developer-report.ts';
import { REPORT_CHANNEL } from '../../shared/contract/developer-report.ts';

/** The reports of the runtime about the requests of one dev server. */
export interface Reports {
  /** Takes the reports about a request. */
  watch(req: IncomingMessage): void;
  close(): void;
}

/**
 * Listens to the reports of the runtime.
 *
 * @param take Takes a report: prints its warning, or keeps its text.
 */
export function listenToReports(take: (report: DeveloperReport) => void): Reports {
  const own = new WeakSet<object>();
  const listen = (message: unknown): void => {
    const report = message as DeveloperReport;
    if (!own.has(report.req)) return;
    report.isPrinted = true;
    take(report);
  };
  subscribe(REPORT_CHANNEL, listen);
  return {
    watch: (req) => void own.add(req),
    close: () => void unsubscribe(REPORT_CHANNEL, listen),
  };
}
