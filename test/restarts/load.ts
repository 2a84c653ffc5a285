import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How many clients of each kind send requests. */
const CLIENTS = { requests: 12, slow: 4, events: 3, lines: 3 };
/** The number of lines of a finite stream. */
export const LINES = 60;

const FILE = 'x'.repeat(50_000);
const FORM = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${FILE}\r\n--b--\r\n`;

/** What clients saw. */
export interface Counts {
  requests: number;
  readonly failed: string[];
  events: number;
  lostEvents: number;
  doubledEvents: number;
  /** Streams that were cut, as they may be. */
  cut: number;
  /** Streams that were cut, and looked complete. */
  takenForWhole: number;
}

/** Sends requests until it is stopped. */
export class Load {
  readonly counts: Counts = {
    requests: 0,
    failed: [],
    events: 0,
    lostEvents: 0,
    doubledEvents: 0,
    cut: 0,
    takenForWhole: 0,
  };
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #clients: Promise<void>[] = [];
  #isStopped = false;

  constructor(url: string) {
    this.#url = url;
    const kinds = {
      requests: (i: number) => this.#ask(i),
      slow: () => this.#expect({ path: '/slow' }, '"slow"'),
      events: (i: number) => this.#follow(i),
      lines: () => this.#readLines(),
    };
    for (const [kind, run] of Object.entries(kinds))
      for (let client = 0; client < CLIENTS[kind as keyof typeof CLIENTS]; client++)
        this.#clients.push(this.#repeat(run, client));
  }

  async stop(): Promise<Counts> {
    this.#isStopped = true;
    await Promise.all(this.#clients);
    this.#agent.destroy();
    return this.counts;
  }

  async #repeat(run: (client: number) => Promise<void>, client: number): Promise<void> {
    while (!this.#isStopped) await run(client);
  }

  #ask(client: number): Promise<void> {
    const n = this.counts.requests * 100 + client;
    const type = 'multipart/form-data; boundary=b';
    switch (n % 3) {
      case 0:
        return this.#expect({ path: `/now?n=${n}` }, String(n));
      case 1:
        return this.#expect(
          { path: '/items', method: 'POST', headers: { 'Content-Type': 'application/json' } },
          `{"n":${n}}`,
          `{"n":${n}}`,
        );
      default:
        return this.#expect(
          { path: '/uploads', method: 'POST', headers: { 'Content-Type': type } },
          String(FILE.length),
          FORM,
        );
    }
  }

  /** Sends a request that must be answered. */
  async #expect(options: RequestOptions, wanted: string, body?: string): Promise<void> {
    this.counts.requests++;
    const name = `${options.method ?? 'GET'} ${options.path}`;
    try {
      const response = await this.#send(options, body);
      let text = '';
      for await (const chunk of response) text += String(chunk);
      if (text !== wanted) this.counts.failed.push(`${name}: ${response.statusCode} ${text.slice(0, 80)}`);
    } catch (error) {
      this.counts.failed.push(`${name}: ${String(error)}`);
    }
  }

  #send(options: RequestOptions, body?: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const headers = { ...(options.headers as Record<string, string>), ...length };
      request(this.#url, { ...options, headers, agent: this.#agent })
        .once('response', resolve)
        .once('error', reject)
        .end(body);
    });
  }

  /** Reads a stream of events, as EventSource does: after a cut, it goes on after the last ID. */
  async #follow(client: number): Promise<void> {
    let last = 0;
    while (!this.#isStopped) {
      try {
        const headers = last === 0 ? {} : { 'Last-Event-ID': String(last) };
        const response = await this.#send({ path: `/events?client=${client}`, headers });
        if (response.statusCode !== 200) this.counts.failed.push(`GET /events: ${response.statusCode}`);
        let rest = '';
        for await (const chunk of response) {
          const events = (rest + String(chunk)).split('\n\n');
          rest = events.pop()!;
          for (const event of events) last = this.#count(event, last);
          if (this.#isStopped) return void response.destroy();
        }
        this.counts.takenForWhole++;
      } catch (error) {
        this.counts.cut++;
        if (!/aborted|ECONNRESET/.test(String(error))) this.counts.failed.push(`GET /events: ${String(error)}`);
      }
      await sleep(50);
    }
  }

  #count(event: string, last: number): number {
    const id = Number(/^id: (\d+)$/m.exec(event)?.[1] ?? Number.NaN);
    if (Number.isNaN(id)) return last;
    this.counts.events++;
    if (id > last + 1) this.counts.lostEvents += id - last - 1;
    if (id <= last) this.counts.doubledEvents++;
    return id;
  }

  async #readLines(): Promise<void> {
    try {
      const response = await this.#send({ path: '/lines' });
      if (response.statusCode !== 200) this.counts.failed.push(`GET /lines: ${response.statusCode}`);
      let text = '';
      for await (const chunk of response) text += String(chunk);
      if (text.split('\n').length - 1 < LINES) this.counts.takenForWhole++;
    } catch (error) {
      this.counts.cut++;
      if (!/aborted|ECONNRESET/.test(String(error))) this.counts.failed.push(`GET /lines: ${String(error)}`);
    }
  }
}
