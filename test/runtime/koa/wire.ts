import { connect } from 'node:net';

/** What came back over a connection: each answer's head, and what stands after it. */
export interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** All that was received, as it is. */
  readonly text: string;
}

/**
 * Writes bytes to a server as they are, and reads what comes back until the connection is closed, by the server or, after a while of silence, by us.
 *
 * @param silence In milliseconds.
 */
export async function exchange(
  port: number,
  bytes: string | Uint8Array,
  silence = 300,
): Promise<Exchange & { closed: boolean }> {
  const socket = connect(port, 'localhost');
  let text = '';
  let closed = true;
  await new Promise<void>((resolve) => {
    socket.setTimeout(silence, () => {
      closed = false;
      socket.destroy();
    });
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => line.split(/: (.*)/s).slice(0, 2)).map(([name, value]) => [name!.toLowerCase(), value!]),
  );
  return { status: Number(first.split(' ')[1] ?? 0), headers, body, text, closed };
}
