import { expect, it } from 'vitest';
import { originsOf } from '../../../src/build/codegen/docs/connect-origins.ts';

const document = (
  servers: unknown[],
  securitySchemes: Record<string, object> = {},
): Parameters<typeof originsOf>[0] => ({
  openapi: '3.1.1',
  info: { title: 'x', version: '1' },
  servers,
  paths: {},
  components: { securitySchemes },
  security: [],
});

it.each<[string, unknown[], Record<string, object>, string[]]>([
  ['relative addresses', [{ url: '/' }, { url: 'v1' }, { url: '//other.example' }, {}], {}, []],
  [
    'no addresses',
    [{ url: 'https://{nothing}/' }, { url: 'ftp://a.example' }, { url: 'https://' }, { url: 'https://a;script-src' }],
    {},
    [],
  ],
  [
    'servers, once each',
    [{ url: 'https://b.example/v1' }, { url: 'http://a.example:8080' }, { url: 'https://b.example/v2' }],
    {},
    ['http://a.example:8080', 'https://b.example'],
  ],
  [
    'variables',
    [
      { url: 'http://{host}:{port}', variables: { host: { default: 'localhost' }, port: { default: '3000' } } },
      {
        url: 'https://{region}.example/{v}',
        variables: { region: { default: 'eu', enum: ['eu', 'us'] }, v: { default: '1' } },
      },
    ],
    {},
    ['http://localhost:3000', 'https://eu.example', 'https://us.example'],
  ],
  [
    'security schemes',
    [{ url: '/' }],
    {
      key: { type: 'apiKey' },
      login: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://not-asked.example',
            tokenUrl: 'https://token.example/token',
            refreshUrl: 'https://refresh.example',
          },
          implicit: { authorizationUrl: 'https://not-asked.example' },
        },
      },
      connect: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/.well-known/openid-configuration' },
    },
    ['https://id.example', 'https://refresh.example', 'https://token.example'],
  ],
])('%s', (_name, servers, schemes, origins) => {
  expect(originsOf(document(servers, schemes))).toEqual(origins);
});

it('the docs page leaves out values of variables when there are too many addresses', () => {
  const values = Array.from({ length: 60 }, (_, i) => `r${i}`);
  const variables = { a: { default: 'r0', enum: values }, b: { default: 'r1', enum: values } };
  expect(originsOf(document([{ url: 'https://{a}-{b}.example', variables }]))).toHaveLength(60);
});
