/** The time that a function takes on the processor, in microseconds, whatever else the machine does. */
export function cost(run: () => unknown): number {
  const { user } = process.cpuUsage();
  run();
  return process.cpuUsage().user - user;
}
