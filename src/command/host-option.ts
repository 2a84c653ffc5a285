/** The option `--allow-hosts`, as cac parses it. */
export interface HostArguments {
  readonly allowHosts?: unknown;
}

/** The hosts of `--allow-hosts a,b`. */
export function hostsOf({ allowHosts = '' }: HostArguments): string[] {
  return String(allowHosts)
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
}
