/** The option `--allow-hosts`, as cac parses it. */
export interface HostArguments {
  readonly allowHosts?: unknown;
}

/** The option of the commands that read a description. */
export const HOST_OPTION = [
  '--allow-hosts <hosts>',
  'The hosts that the description can refer to, besides its own: a,b',
] as const;

/** The hosts of `--allow-hosts a,b`. */
export function hostsOf({ allowHosts = '' }: HostArguments): string[] {
  return String(allowHosts)
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
}
