import { isLoopback } from '../../shared/contract/loopback.ts';
import { userError } from '../../build/project/errors.ts';

/** The key of Vite's inline configuration by which `operations mock` sets the option, regardless of `vite.config`. */
const INLINE = 'unplugin-operations';

/**
 * Whether a dev server mocks operations: by the plugin's option, or by the command.
 *
 * @throws {Error} If it does, and other computers reach it.
 */
export function resolveMock(
  { mock }: { readonly mock: boolean },
  { inlineConfig, server }: { readonly inlineConfig: object; readonly server: { readonly host?: string | boolean } },
): boolean {
  const { [INLINE]: given } = inlineConfig as { readonly [INLINE]?: { readonly mock?: boolean } };
  const isMocking = mock || given?.mock === true;
  if (isMocking) checkHost(server.host);
  return isMocking;
}

/**
 * Refuses to mock where other computers reach the dev server.
 *
 * @param host Vite's option `server.host`.
 * @throws {Error} If it is not this computer's own.
 */
function checkHost(host: string | boolean | undefined): void {
  if (host === undefined || host === false || host === 'localhost') return;
  if (typeof host === 'string' && isLoopback(host)) return;
  throw userError(
    `unplugin-operations: the option "mock" limits the server to this computer, because mocked operations accept any credentials. Remove the host ${JSON.stringify(host)} (Vite's option server.host, or --host), or the option "mock".`,
  );
}
