import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { usageError } from '../koa/usage-error.ts';

const ALGORITHM = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

/** Encrypts the secrets of endpoints with the keys of an app. */
export interface SecretSeal {
  /** Encrypts a secret for an endpoint. */
  seal(secret: string, endpoint: string): string;
  /** @throws {TypeError} If no key fits, or the text belongs to another endpoint. */
  open(sealed: string, endpoint: string): string;
}

/**
 * Creates the seal of some keys: AES-256-GCM, with the endpoint's ID as additional data, so that no row can be put in another one's place.
 *
 * @param keys 32 bytes in base64 each. The first one encrypts, all of them decrypt.
 * @throws {TypeError} If a key has another length.
 */
export function createSeal(keys: readonly string[]): SecretSeal {
  const all = keys.map((text) => {
    const key = Buffer.from(text, 'base64');
    if (key.length !== 32)
      throw usageError('A key of createEvents must be 32 bytes in base64: run "openssl rand -base64 32".');
    return { key, name: createHash('sha256').update(key).digest('base64url').slice(0, 6) };
  });
  const [first] = all;
  if (first === undefined) throw usageError('The option key of createEvents must have at least one key.');
  return {
    seal(secret, endpoint) {
      const iv = randomBytes(IV);
      const cipher = createCipheriv(ALGORITHM, first.key, iv).setAAD(Buffer.from(endpoint));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `1.${first.name}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(sealed, endpoint) {
      const [version, name, text = ''] = sealed.split('.');
      const known = version === '1' ? all.find((each) => each.name === name) : undefined;
      if (known === undefined)
        throw usageError(
          'The secret of an endpoint is encrypted with a key that the option key of createEvents lacks.',
        );
      const bytes = Buffer.from(text, 'base64url');
      const options = { authTagLength: TAG };
      const decipher = createDecipheriv(ALGORITHM, known.key, bytes.subarray(0, IV), options)
        .setAAD(Buffer.from(endpoint))
        .setAuthTag(bytes.subarray(IV, IV + TAG));
      return decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
