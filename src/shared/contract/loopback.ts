const LOOPBACK = /^(?:::1|::ffff:127\.\d+\.\d+\.\d+|127\.\d+\.\d+\.\d+)$/;

/**
 * Whether an address is this computer's own: RFC 6890.
 *
 * @example isLoopback('127.0.0.1') // true
 */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}
