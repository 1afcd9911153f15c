import { expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { encodeLinksHealth } from '../../core/documents/link-health-document';
import { fakeProfile } from '../../core/testing/fakes';
import { sliceMs } from '../queue/job-steps';
import { stored } from '../store/stored';
import { inMemoryDeps, type InMemoryDeps } from '../testing/in-memory-deps';
import { workOff } from '../testing/work-off';

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
    encodeLinksHealth({ v: 1, uid: broken, links: {}, checkedAt: null, nextCheckAt: deps.clock.now() - 100 }),
  );
  expect(stays[paths.linkHealth(gone)]).toBeUndefined();
});
