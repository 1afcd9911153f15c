import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { linksHealthDocument } from '../../core/profile-documents/profile-document';
import { fakeProfile } from '../../core/testing/fakes';
import type { SafeFetchAnswer } from '../safe-fetch/safe-fetch';
import { sliceMs } from '../queue/task-queue';
import { stored } from '../store/stored';
import { inMemoryDeps, type InMemoryDeps } from '../testing/in-memory-deps';
import { workOff } from '../testing/work-off';
import { fetchWithSlots } from './follow-links';

describe('follow links', () => {
  const owners = Array.from({ length: 100 }, (_, index) => `owner-${String(index).padStart(3, '0')}`);

  async function withOwners(): Promise<InMemoryDeps> {
    const deps = inMemoryDeps();
    const now = deps.clock.now();
    await deps.store.transaction((writes) => {
      for (const [index, uid] of owners.entries()) {
        const link = { url: `https://${uid}.example/`, label: 'Site', order: 0, on: true };
        writes.write(stored.profile(uid), fakeProfile({ uid, handle: uid, links: { site: link } }));
        writes.write(stored.linkHealth(uid), {
          v: 1,
          uid,
          links: {},
          checkedAt: null,
          nextCheckAt: now - owners.length + index,
        });
      }
      return Promise.resolve();
    });
    return deps;
  }

  const askedOf = ({ pages }: InMemoryDeps) => pages.asked.map((url) => new URL(url).host.split('.')[0]);

  it('checks all owners who are due in one run, those who waited longest first', async () => {
    const deps = await withOwners();
    await deps.jobs.want('follow-links', 'all');
    expect(await workOff(deps)).toEqual([['follow-links-all', 'due']]);
    expect(askedOf(deps).toSorted()).toEqual(owners);
    expect(askedOf(deps).slice(0, 40).toSorted()).toEqual(owners.slice(0, 40));
    expect(deps.lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { message: 'sweep done', sweep: 'follow-links', checked: 100, changed: 100, missed: 0 },
    ]);
  });

  it('goes on in another slice when four minutes are over, and asks nobody twice', async () => {
    const deps = await withOwners();
    const { fetch } = deps.pages;
    const slow = { ...deps, fetchPage: (url: string) => (deps.clock.advance(sliceMs / 40), fetch(url)) };
    await deps.jobs.want('follow-links', 'all');
    expect((await workOff(slow)).map(([, end]) => end)).toEqual(['due', 'due', 'due']);
    expect(askedOf(deps).toSorted()).toEqual(owners);
    expect(JSON.parse(deps.lines.at(-1) ?? '')).toMatchObject({ message: 'sweep done', checked: 100 });
  });

  it('tries an owner whose check fails once, and forgets one without a profile', async () => {
    const deps = await withOwners();
    const [broken = '', gone = ''] = owners;
    deps.store.put(paths.profile(broken), { v: 99 });
    await deps.store.transaction((writes) => Promise.resolve(writes.remove(paths.profile(gone))));
    await deps.jobs.want('follow-links', 'all');
    expect(await workOff(deps)).toEqual([['follow-links-all', 'due']]);
    expect(askedOf(deps)).toHaveLength(98);
    const stays = deps.store.dump();
    expect(stays[paths.linkHealth(broken)]).toEqual(
      linksHealthDocument.encode({
        v: 1,
        uid: broken,
        links: {},
        checkedAt: null,
        nextCheckAt: deps.clock.now() - 100,
      }),
    );
    expect(stays[paths.linkHealth(gone)]).toBeUndefined();
  });
});

describe('fetch in turns', () => {
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
    const fetch = fetchWithSlots(fetchPage, { all: 8, perHost: 2 });
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
    const fetch = fetchWithSlots(fetchPage, { all: 1, perHost: 1 });
    const first = fetch('https://a.example/');
    const second = fetch('https://a.example/');
    await expect.poll(() => open.length).toBe(1);
    open[0]?.end(new Error('cut'));
    await expect(first).rejects.toThrow('cut');
    await expect.poll(() => open.length).toBe(2);
    open[1]?.end();
    expect(await second).toEqual(answer);
  });
});
