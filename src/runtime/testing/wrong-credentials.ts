import type { Manifest } from '../../shared/contract/manifest.ts';
import type { ProbeRequest } from './probe-requests.ts';

/** The headers that have credentials, if no scheme names them. A proxy adds those with the name of a user. */
const CREDENTIALS = /^cookie$|auth(?!.*(?:user|mail|name))|key|token|secret|signature/i;

/** A request without one of its credentials, and one with another in its place. */
export interface OtherCredentials {
  readonly bare: ProbeRequest;
  /** The same claims with another signature, the same user with another password, or an unknown key. */
  readonly wrong: ProbeRequest;
}

/** The requests with other credentials, two for each header that has some. */
export function withOtherCredentials(request: ProbeRequest, { securitySchemes = {} }: Manifest): OtherCredentials[] {
  const declared = Object.values(securitySchemes).flatMap((scheme) =>
    scheme.type === 'apiKey' && scheme.in === 'header' ? scheme.name.toLowerCase() : [],
  );
  return Object.entries(request.headers).flatMap(([name, value]): OtherCredentials[] => {
    if (!CREDENTIALS.test(name) && !declared.includes(name.toLowerCase())) return [];
    const { [name]: _, ...others } = request.headers;
    return [
      {
        bare: { ...request, headers: others },
        wrong: { ...request, headers: { ...others, [name]: changed(name, value) } },
      },
    ];
  });
}

function changed(name: string, value: string): string {
  if (/^cookie$/i.test(name)) return value.replaceAll(/=([^;]*)/g, (_, text: string) => `=${changedToken(text)}`);
  const [, scheme = '', token = value] = /^([\w-]+ +)(.+)$/.exec(value) ?? [];
  return /^basic /i.test(scheme) ? `${scheme}${changedPassword(token)}` : `${scheme}${changedToken(token)}`;
}

/** A token with another last part, which is the signature of a JWT. */
function changedToken(token: string): string {
  return token.replace(/[^.]*$/, 'x$&');
}

function changedPassword(pair: string): string {
  return Buffer.from(Buffer.from(pair, 'base64').toString().replace(':', ':x')).toString('base64');
}
