interface Log {
  readonly code?: string | undefined;
  readonly message: string;
}

/**
 * A hook that drops Rolldown's warning of slow plugins if it names this one alone. `load` compiles the whole tree, which is the work of the build and can't be
 * shortened by an option. If another plugin is slow, the warning stays.
 */
export function dropOwnTimings(_level: unknown, log: Log): false | undefined {
  return log.code === 'PLUGIN_TIMINGS' && isOwn(log.message) ? false : undefined;
}

function isOwn(message: string): boolean {
  const lines = [...message.matchAll(/^\s*-\s+(.+)$/gm)].map(([, line]) => line!);
  return lines.length > 0 && lines.every((line) => /^plugin unplugin-operations(?::[\w-]+)? /.test(line));
}
