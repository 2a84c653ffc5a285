import { describe, expect, it } from 'vitest';
import type { Options } from '../../src/build/project/options.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import operations from '../../src/vite.ts';

describe('resolveOptions', () => {
  it('fills in missing options', () => {
    const expected = {
      root: undefined,
      operations: 'app/operations',
      definitions: 'app/definitions',
      base: '/',
      webhooks: '/webhooks',
      ignore: [],
      strict: false,
      paging: { defaultSize: 20, maxSize: 100 },
      checkResponses: false,
      lazy: false,
      diff: false,
      app: undefined,
      mock: false,
      openapi: undefined,
      standalone: undefined,
      patches: true,
      versions: undefined,
      dts: 'operations.d.ts',
    };
    expect(resolveOptions()).toEqual(expected);
    expect(resolveOptions({})).toEqual(expected);
    const none = Object.fromEntries(Object.keys(expected).map((name) => [name, undefined]));
    expect(resolveOptions(none as Options)).toEqual(expected);
    expect(resolveOptions({ paging: { defaultSize: undefined, maxSize: undefined } as never })).toEqual(expected);
  });

  it('keeps given options', () => {
    const said = {
      root: '/p',
      operations: 'api',
      definitions: 'schemas',
      base: '/v1',
      webhooks: '/hooks',
      strict: true,
      checkResponses: true,
      lazy: true,
      diff: 'v1.4.0',
      app: 'app/api.ts',
      openapi: '3.1' as const,
      mock: true,
      standalone: false,
      patches: ['debuglog' as const],
      dts: 'types/api.d.ts',
      paging: { defaultSize: 1, maxSize: 1 },
    };
    expect(resolveOptions({ ...said, ignore: 'x/**' })).toEqual({ ...said, ignore: ['x/**'] });
    expect(resolveOptions({ ignore: ['a', 'b'], paging: { maxSize: 500 } })).toMatchObject({
      ignore: ['a', 'b'],
      paging: { defaultSize: 20, maxSize: 500 },
    });
  });

  it('leaves what it is given as it is', () => {
    const given: Options = Object.freeze({ operations: '.\\api\\', paging: Object.freeze({ maxSize: 50 }) });
    expect(resolveOptions(given)).toMatchObject({ paging: { defaultSize: 20, maxSize: 50 } });
    expect(given).toEqual({ operations: '.\\api\\', paging: { maxSize: 50 } });
  });

  it.each(['/', '/api', '/api/', '/api/v1', '/my api', '/größe', '/100%', '/.well-known', '/a@b.c'])(
    'takes %j for a base',
    (base) => {
      expect(resolveOptions({ base }).base).toBe(base);
    },
  );

  const BASE = 'a path without parameters that starts with "/", such as "/api"';
  const WEBHOOKS = 'a path without parameters that starts with "/", such as "/webhooks"';
  const DTS =
    'a file below the root that ends with ".d.ts", such as "operations.d.ts", { file, globals: true }, or false';
  const PAGING = '{ defaultSize, maxSize }, whole numbers from 1 with defaultSize <= maxSize';

  it.each<[string, unknown, string, string]>([
    ['root', '', 'a directory', "''"],
    ['root', 1, 'a directory', '1'],
    ['operations', '', 'a directory below the root, such as "app/operations"', "''"],
    ['operations', ['a'], 'a directory below the root, such as "app/operations"', "[ 'a' ]"],
    ['operations', null, 'a directory below the root, such as "app/operations"', 'null'],
    ['diff', 1, 'true, false, a git revision or an OpenAPI document', '1'],
    ['diff', '', 'true, false, a git revision or an OpenAPI document', "''"],
    ['base', 'api', BASE, "'api'"],
    ['base', '', BASE, "''"],
    ['base', '/{tenant}', BASE, "'/{tenant}'"],
    ['base', '/{', BASE, "'/{'"],
    ['base', '/a?b', BASE, "'/a?b'"],
    ['base', '/a#b', BASE, "'/a#b'"],
    ['base', '/a\\b', BASE, String.raw`'/a\\b'`],
    ['base', /x/, BASE, '/x/'],
    ['base', '/api/../v1', BASE, "'/api/../v1'"],
    ['base', '/.', BASE, "'/.'"],
    ['webhooks', '/hooks/..', WEBHOOKS, "'/hooks/..'"],
    ['webhooks', '/./hooks', WEBHOOKS, "'/./hooks'"],
    ['ignore', 1, 'a glob or a list of globs', '1'],
    ['ignore', ['a', ''], 'a glob or a list of globs', "[ 'a', '' ]"],
    ['ignore', [undefined], 'a glob or a list of globs', '[ undefined ]'],
    ['strict', 'true', 'true or false', "'true'"],
    ['strict', 0, 'true or false', '0'],
    ['lazy', null, 'true or false', 'null'],
    ['checkResponses', 'yes', 'true or false', "'yes'"],
    ['openapi', 3.1, '"3.1"', '3.1'],
    ['mock', 'yes', 'true or false', "'yes'"],
    ['standalone', 'yes', 'true or false', "'yes'"],
    ['standalone', null, 'true or false', 'null'],
    ['patches', 'ascii', 'true, false, or a list of "mime-types", "late-requires", "ascii", "debuglog"', "'ascii'"],
    ['patches', ['mime'], 'true, false, or a list of "mime-types", "late-requires", "ascii", "debuglog"', "[ 'mime' ]"],
    ['lazy', () => {}, 'true or false', '[Function'],
    ['lazy', 1n, 'true or false', '1n'],
    ['app', '', 'a module below the root, such as "app/api.ts"', "''"],
    ['app', () => {}, 'a module below the root, such as "app/api.ts"', '[Function'],
    ['dts', true, DTS, 'true'],
    ['dts', { globals: 'yes' }, DTS, "{ globals: 'yes' }"],
    ['dts', { file: false }, DTS, '{ file: false }'],
    ['dts', { path: 'a.d.ts' }, DTS, "{ path: 'a.d.ts' }"],
    ['dts', 'operations.ts', DTS, "'operations.ts'"],
    ['dts', '../operations.d.ts', DTS, "'../operations.d.ts'"],
    ['dts', 'types\\..\\..\\a.d.ts', DTS, String.raw`'types\\..\\..\\a.d.ts'`],
    ['dts', '/operations.d.ts', DTS, "'/operations.d.ts'"],
    ['dts', 'C:\\operations.d.ts', DTS, String.raw`'C:\\operations.d.ts'`],
    ['paging', 20, PAGING, '20'],
    ['paging', null, PAGING, 'null'],
    ['paging', { defaultSize: 0 }, PAGING, '{ defaultSize: 0 }'],
    ['paging', { maxSize: 1.5 }, PAGING, '{ maxSize: 1.5 }'],
    ['paging', { maxSize: Number.NaN }, PAGING, '{ maxSize: NaN }'],
    ['paging', { maxSize: Infinity }, PAGING, '{ maxSize: Infinity }'],
    ['paging', { maxSize: '50' }, PAGING, "{ maxSize: '50' }"],
    ['paging', { defaultSize: 50, maxSize: 40 }, PAGING, '{ defaultSize: 50, maxSize: 40 }'],
    ['paging', { maxSize: 10 }, PAGING, '{ maxSize: 10 }'],
    ['paging', { size: 10 }, PAGING, '{ size: 10 }'],
  ])('refuses %s: %o', (name, value, takes, got) => {
    const message = `unplugin-operations: invalid option "${name}": expected ${takes}, got ${got}`;
    for (const make of [resolveOptions, operations]) {
      const call = (): unknown => make({ [name]: value });
      expect(call).toThrow(TypeError);
      expect(call).toThrow(message);
    }
  });

  const ALL =
    ' The options are: root, operations, definitions, base, webhooks, ignore, strict, paging, checkResponses, lazy, diff, dts, openapi, app, mock, standalone, versions, version, patches.';
  it.each<[string, string]>([
    ['opertions', ' Did you mean "operations"?'],
    ['Base', ' Did you mean "base"?'],
    ['pageing', ' Did you mean "paging"?'],
    ['standalon', ' Did you mean "standalone"?'],
    ['somethingElse', ALL],
    ['constructor', ALL],
    ['toString', ALL],
  ])('knows no option %s', (name, suggestion) => {
    const call = (): unknown => resolveOptions({ [name]: undefined } as Options);
    expect(call).toThrow(new TypeError(`unplugin-operations: unknown option "${name}".${suggestion}`));
  });
});
