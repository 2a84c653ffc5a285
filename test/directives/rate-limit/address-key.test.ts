import { describe, expect, it } from 'vitest';
import { addressKey } from '../../../src/directives/rate-limit/runtime/address-key.ts';

describe('the key of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['64:ff9b::c000:201', '192.0.2.1'],
    ['2002:c000:201:1234::5', '192.0.2.1'],
    ['192.0.2.1:51234', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::ffff:ffff:ffff:ffff', '2001:db8:0:0'],
    ['2001:0DB8:0000:0000:1::', '2001:db8:0:0'],
    ['[2001:db8::1]:443', '2001:db8:0:0'],
    ['2001:db8:0:1::1', '2001:db8:0:1'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
  ])('makes of %s the key %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });

  it.each([undefined, '', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5', '01.2.3.4', '::g', `1.2.3.4${' '.repeat(100)}`])(
    "makes one key of all texts that aren't an address, such as %j",
    (ip) => {
      expect(addressKey(ip)).toBe('unknown');
    },
  );
});
