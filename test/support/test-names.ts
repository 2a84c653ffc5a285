import type { RunnerTask } from 'vitest';

/** Words that continue a sentence: a name that begins with one needs its `describe` to be understood. */
const CONTINUING: ReadonlySet<string> = new Set(
  [
    'about above across after against along among around as at because before behind below beside between but by despite during',
    'except for from if in inside into like near of off on onto out outside over per since than through to toward under unless',
    'until up upon via when where whether while with within without and or nor so yet also that which who whose',
    'is are was were be been being has have had do does did can cannot could may might must shall should will would not',
  ].flatMap((words) => words.split(' ')),
);

/** Whether a name begins in the middle of a sentence, such as "is a 404 if it is unknown". */
export function isContinuation(name: string): boolean {
  return CONTINUING.has(/^[a-z]+(?= |$)/i.exec(name)?.[0].toLowerCase() ?? '');
}

/** The names of all tests of a suite or a file, also of those that a table makes, and of those that are skipped. */
export function namesOf(tasks: readonly RunnerTask[]): string[] {
  return tasks.flatMap((task) => (task.type === 'suite' ? namesOf(task.tasks) : task.name));
}
