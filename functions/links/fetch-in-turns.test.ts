import { expect, it } from 'vitest';
import type { SafeFetchAnswer } from '../http/safe-fetch/safe-fetch';
import { fetchInTurns } from './fetch-in-turns';

const answer: SafeFetchAnswer = { ok: false, problem: 'unreachable' };

/** Pages that answer when the test says so. */
function slowPages() {
  const open: { readonly url: string; readonly end: (failure?: Error) => void }[] = [];
  const fetchPage = (url: string) =>
    new Promise<SafeFetchAnswer>((resolve, reject) => {
      open.push({ url, end: (failure) => (failure ? reject(failure) : resolve(answer)) });
    });
  return { open, fetchPage };
}

const urls = (host: string, count: number) =>
  Array.from({ length: count }, (_, index) => `https://${host}/${index}`);

it('sends two requests to one host and eight to all, and the next when one has ended', async () => {
  const { open, fetchPage } = slowPages();
  const fetch = fetchInTurns(fetchPage, { all: 8, perHost: 2 });
  const all = [
    ...urls('busy.example', 5),
    ...urls('a.example', 2),
    ...urls('b.example', 2),
    ...urls('c.example', 3),
  ];
  const answers = all.map((url) => fetch(url));
  await Promise.resolve();
  const hostsOf = () => open.map(({ url }) => new URL(url).host);
  expect(hostsOf()).toEqual([
    ...Array<string>(2).fill('busy.example'),
    ...Array<string>(2).fill('a.example'),
    ...Array<string>(2).fill('b.example'),
    ...Array<string>(2).fill('c.example'),
  ]);
  // The third of the busy host waited longest, and its host has a free place.
  open[0]?.end();
  await expect.poll(() => open.at(-1)?.url).toBe('https://busy.example/2');
  for (let ended = 1; ended < all.length; ended += 1) {
    await expect.poll(() => open.length).toBeGreaterThan(ended);
    open[ended]?.end();
  }
  expect(await Promise.all(answers)).toEqual(all.map(() => answer));
});

it('goes on after a request that failed', async () => {
  const { open, fetchPage } = slowPages();
  const fetch = fetchInTurns(fetchPage, { all: 1, perHost: 1 });
  const first = fetch('https://a.example/');
  const second = fetch('https://a.example/');
  await expect.poll(() => open.length).toBe(1);
  open[0]?.end(new Error('cut'));
  await expect(first).rejects.toThrow('cut');
  await expect.poll(() => open.length).toBe(2);
  open[1]?.end();
  expect(await second).toEqual(answer);
});
