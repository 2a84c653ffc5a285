import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { EVENTS_DIRECTORY, fileInTree } from '../operations/tree-files.ts';
import type { EventResult, ParsedEvent } from './parse-event.ts';

/** Reports events with the same name, regardless of letter case, and files in their directory that aren't events. */
export function checkEvents(results: readonly EventResult[], report: Report): ParsedEvent[] {
  const firsts = new Map<string, ParsedEvent>();
  for (const { event } of results) {
    if (event === undefined) continue;
    const key = event.name.toLowerCase();
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, event);
    else if (first.name === event.name) report(messages.duplicateEvent(event.at, event.name, first.at));
    else report(messages.caseClash(event.at, event.name, first.at, first.name));
  }
  const hasEvents = results.some(({ comment }) => comment !== undefined);
  for (const { other } of results)
    if (hasEvents && other !== undefined && !TEST.test(other.source.file)) report(messages.noEvent(other));
  return [...firsts.values()];
}

/** Reports files of events in directories that are not read. */
export function checkLostEvents(files: readonly string[], directory: string, report: Report): void {
  for (const file of files) report(messages.lostEvent(file, fileInTree(directory, EVENTS_DIRECTORY).slice(0, -1)));
}

const TEST = /\.(?:test|spec)\.[^/]*$/;
