import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { httpCounter } from './http-counter';

const click = { handle: 'ada', kind: 'click', link: 'k' } as const;
const requests: unknown[][] = [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', (...given: unknown[]) => {
    requests.push(given);
    return Promise.reject(new Error('offline'));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('without beacons, counts by a request that outlives the page, and ignores its error', async () => {
  vi.stubGlobal('navigator', {});
  httpCounter()('https://busker.test', click);
  await Promise.resolve();
  expect(requests).toEqual([
    [
      'https://busker.test/v1/events',
      { method: 'POST', body: JSON.stringify({ events: [click] }), keepalive: true, credentials: 'omit' },
    ],
  ]);
});

it('counts by beacon where the browser has one', () => {
  const beacons: unknown[][] = [];
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((...given) => beacons.push(given) > 0);
  httpCounter()('https://busker.test', click);
  expect(beacons).toEqual([['https://busker.test/v1/events', JSON.stringify({ events: [click] })]]);
  expect(requests).toEqual([]);
});

it.each([
  ['https://social.example/profile?id=7', location.origin, 'social.example'],
  [`${location.origin}/@grace`, location.origin, undefined],
  ['', location.origin, undefined],
  ['https://social.example/', 'https://busker.test', undefined],
])('after %s, a card of %s says that the visitor came from %s', (referrer, host, from) => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  const beacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
  httpCounter()(host, click);
  expect(beacon).toHaveBeenCalledWith(`${host}/v1/events`, JSON.stringify({ from, events: [click] }));
});
