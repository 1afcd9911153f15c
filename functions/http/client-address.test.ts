import { describe, expect, it } from 'vitest';
import { addressOf, limitedPart } from './client-address';

describe('the client’s address', () => {
  it.each([
    ['203.0.113.7', undefined, 1, '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7', undefined, 1, '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7, 10.0.0.1', undefined, 2, '203.0.113.7'],
    ['203.0.113.7', '10.0.0.1', 0, '10.0.0.1'],
    [undefined, '::ffff:203.0.113.7', 0, '203.0.113.7'],
    ['2001:db8::1', undefined, 1, '2001:db8::1'],
    [undefined, '10.0.0.1', 1, null],
    ['203.0.113.7', undefined, 2, null],
    ['unknown', undefined, 1, null],
    ['203.0.113.7:443', undefined, 1, null],
    ['', undefined, 1, null],
    [undefined, undefined, 0, null],
  ])('of %j over socket %j behind %d proxies is %j', (forwarded, socket, hops, address) => {
    expect(addressOf(forwarded, socket, hops)).toBe(address);
  });

  // Holds pay-127.
  it('cannot be forged by the client', () => {
    expect(addressOf('1.2.3.4, 203.0.113.7', undefined, 1)).toBe(addressOf('203.0.113.7', undefined, 1));
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s is limited as %s', (address, part) => {
    expect(limitedPart(address)).toBe(part);
  });
});
