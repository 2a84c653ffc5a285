import { Agent, request } from 'node:http';
import { forAnotherClient } from '../../playground/client.ts';

/** An answer, and the process that gave it. */
export interface ClusterAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: any;
  readonly process: number;
}

/** A request that was not answered. */
export class Unanswered extends Error {
  /** The process that the connection was with, where it had answered on it before. */
  readonly process: number | undefined;

  constructor(error: Error, process: number | undefined) {
    super(error.message);
    this.process = process;
  }
}

/** Requests on one connection; then the client takes another one, perhaps with another process. */
const ON_A_CONNECTION = 50;

/** Asks over one connection at a time, kept alive, which one process of a cluster has. */
export class ClusterClient {
  readonly #url: string;
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #process: number | undefined;
  #count = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** The process that the connection is with, where it has answered on it. */
  get process(): number | undefined {
    return this.#process;
  }

  /** @throws {Unanswered} Where the connection breaks off. */
  async ask(method: string, path: string, json?: unknown): Promise<ClusterAnswer> {
    if ((this.#count += 1) % ON_A_CONNECTION === 0) this.#reconnect();
    try {
      const answer = await this.#send(method, path, json);
      this.#process = answer.process;
      return answer;
    } catch (error) {
      const process = this.#process;
      this.#process = undefined;
      throw new Unanswered(error as Error, process);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #reconnect(): void {
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.#process = undefined;
  }

  #send(method: string, path: string, json: unknown): Promise<ClusterAnswer> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...forAnotherClient(),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      };
      const sent = request(`${this.#url}${path}`, { method, agent: this.#agent, headers }, (response) => {
        response.toArray().then((chunks: Buffer[]) => {
          const { statusCode: status = 0, headers: received } = response;
          const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
          resolve({ status, headers: received, body, process: Number(received['x-process']) });
        }, reject);
      });
      sent.once('error', reject);
      sent.end(json === undefined ? undefined : JSON.stringify(json));
    });
  }
}
