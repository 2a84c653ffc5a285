import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { get as getHttp } from '../../../shared/contract/node-http.ts';
import { get as getHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { MAX_TEXT, tooLarge } from '../../../build/project/disk.ts';
import type { ReferenceRules } from './allowed.ts';
import { hostFault, isNamedAddress, isPublic } from './allowed-hosts.ts';

/** The time limit for a download, in milliseconds. */
const TIMEOUT = 30_000;

const MAX_REDIRECTS = 10;

/** Downloads the files of one description. Each host has the same addresses throughout, so that its name cannot lead elsewhere later. */
export class Downloads {
  readonly #addresses = new Map<string, Promise<readonly LookupAddress[]>>();

  constructor(readonly rules: ReferenceRules) {}

  /**
   * Downloads a text. Every redirect follows the rules.
   *
   * @throws {Error} If it cannot be downloaded, or must not be.
   */
  async text(uri: string): Promise<string> {
    const signal = AbortSignal.timeout(TIMEOUT);
    let url = new URL(uri);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const fault = hostFault(url.href, this.rules, uri);
      if (fault !== undefined) throw new Error(hops === 0 ? fault : `it leads to ${url.href}, and ${fault}`);
      const response = await this.#request(url, signal);
      const { statusCode = 0, statusMessage, headers } = response;
      if (statusCode >= 200 && statusCode < 300) return readText(response);
      response.destroy();
      if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
        throw new Error(`the server answered ${statusCode} ${statusMessage}`);
      url = new URL(headers.location, url);
    }
    throw new Error(`the server redirected more than ${MAX_REDIRECTS} times`);
  }

  async #request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const addresses = isNamedAddress(url) ? undefined : await this.#addressesOf(url);
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    const fixed: LookupFunction = (_, { all }, done) =>
      all === true ? done(null, [...addresses!]) : done(null, addresses![0]!.address, addresses![0]!.family);
    const headers = { accept: 'application/json, application/yaml, */*', 'accept-encoding': 'identity' };
    const options = { headers, signal, ...(addresses !== undefined && { lookup: fixed }) };
    return new Promise((resolve, reject) => get(url, options, resolve).once('error', reject));
  }

  #addressesOf(url: URL): Promise<readonly LookupAddress[]> {
    const { hostname } = url;
    const known = this.#addresses.get(hostname) ?? this.#resolve(url);
    this.#addresses.set(hostname, known);
    return known;
  }

  /** The host that you named can have any addresses, the others public ones, or those that you allow. */
  async #resolve({ hostname }: URL): Promise<readonly LookupAddress[]> {
    const found = await lookup(hostname, { all: true });
    const { root, hosts = [] } = this.rules;
    const isRoot = hostname === new URL(root).hostname;
    const hidden = found.find(({ address }) => !isRoot && !isPublic(address) && !hosts.includes(address));
    if (hidden === undefined) return found;
    throw new Error(
      `${hostname} is ${hidden.address}, which is on a private network. If you trust it, pass --allow-hosts ${hostname},${hidden.address}`,
    );
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_TEXT) throw new Error(tooLarge(MAX_TEXT));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
