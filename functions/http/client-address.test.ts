import { describe, expect, it } from 'vitest';
import { addressOf, limitedPart } from './client-address';

const fan = '203.0.113.7';
const fastly = '151.101.1.57';
const google = '66.249.82.1';

describe('the client’s address', () => {
  const proxy = (hops: number) => ({ kind: 'proxy', hops }) as const;
  it.each([
    [{ forwardedFor: fan }, proxy(1), fan],
    [{ forwardedFor: `6.6.6.6, ${fan}` }, proxy(1), fan],
    [{ forwardedFor: `6.6.6.6, ${fan}, 10.0.0.1` }, proxy(2), fan],
    [{ forwardedFor: `${fan}, 34.1.2.3` }, { kind: 'load-balancer' }, fan],
    [{ forwardedFor: fan, socket: '10.0.0.1' }, { kind: 'socket' }, '10.0.0.1'],
    [{ socket: `::ffff:${fan}` }, { kind: 'socket' }, fan],
    [{ forwardedFor: '2001:db8::1' }, proxy(1), '2001:db8::1'],
    [{ socket: '10.0.0.1' }, proxy(1), null],
    [{ forwardedFor: fan }, proxy(2), null],
    [{ forwardedFor: 'unknown' }, proxy(1), null],
    [{ forwardedFor: `${fan}:443` }, proxy(1), null],
    [{ forwardedFor: '' }, proxy(1), null],
    [{}, { kind: 'socket' }, null],
  ] as const)('of %j by %j is %j', (sources, plan, address) => {
    expect(addressOf(sources, plan)).toBe(address);
  });

  // Holds pay-127, host-030.
  it('cannot be forged by the client', () => {
    const plain = addressOf({ forwardedFor: fan }, proxy(1));
    expect(addressOf({ forwardedFor: `1.2.3.4, ${fan}` }, proxy(1))).toBe(plain);
  });
});

describe('the client’s address behind Hosting', () => {
  const of = (forwardedFor?: string, fastlyClient?: string) =>
    addressOf({ forwardedFor, fastlyClient, socket: '169.254.1.1' }, { kind: 'hosting' });

  it.each([
    ['one edge', `${fan}, ${fastly}`],
    ['two edges', `${fan}, ${fastly}, ${google}`],
    ['an edge that speaks IPv6', `${fan}, 2a04:4e42:200::313`],
    ['no edge: a direct call', fan],
  ])('is the entry before the edge with %s, whatever else is sent', (_name, honest) => {
    expect(of(honest)).toBe(fan);
    expect(of(`1.2.3.4, ${honest}`)).toBe(fan);
    expect(of(`1.2.3.4, ${fastly}, ${honest}`)).toBe(fan);
    expect(of(honest, '1.2.3.4')).toBe(fan);
  });

  it('is what Fastly names when only the edge is in X-Forwarded-For', () => {
    expect(of(google, fan)).toBe(fan);
    expect(of(`${fastly},${google}`, fan)).toBe(fan);
    expect(of(undefined, fan)).toBe(fan);
  });

  it('is unknown when nothing usable is there', () => {
    expect([of(), of(''), of(google), of(google, 'unknown'), of(`${fan}, junk, ${google}`)]).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  // Holds host-029.
  it('differs for eight fans behind one edge', () => {
    const fans = Array.from({ length: 8 }, (_, index) => of(`203.0.113.${index}, ${google}`));
    expect(new Set(fans).size).toBe(8);
  });
});

describe('what a limit counts', () => {
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
