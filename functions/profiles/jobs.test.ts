import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import type { PictureSlot } from '@busker/core/pictures/picture-slots';
import { instagramLink } from '@busker/core/testing/fakes';
import { runSweep } from '../jobs/run-sweep';
import { sliceMs } from '../queue/task-queue';
import {
  adaDraft,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  putDraft,
  signIn,
  type Scenario,
} from '../testing/ada';
import { interleave } from '../testing/in-memory-deps';
import { workOff } from '../testing/stored-state';
import { sweepPictures } from './jobs';

const day = 24 * 60 * 60_000;
const png = (last: number) => new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), last]);

const owners = {
  ada: { uid: adaUid, token: adaToken },
  grace: { uid: 'uid-grace', token: 'token-grace' },
} as const;
type Name = keyof typeof owners;

const isPublic = async ({ app }: Scenario, path: string) => (await app.request(path)).status === 200;
const deletion = (scenario: Scenario, name: Name) =>
  scenario.call('POST', '/v1/me/delete', { handle: name }, bearerOf(owners[name].token));
const swept = async (scenario: Scenario) => {
  scenario.deps.clock.advance(day);
  return (await runSweep(scenario.deps, 'daily')).find(({ sweep }) => sweep === 'sweep-pictures');
};

/** Two owners who uploaded the same bytes. */
function twoOwners(): Scenario {
  const scenario = emptyScenario();
  for (const { uid, token } of Object.values(owners)) {
    signIn(scenario.deps, uid, token);
    scenario.deps.pictures.upload(uid, { slot: 'picture-a', generation: '1' }, png(1));
    scenario.deps.pictures.upload(uid, { slot: 'link-01', generation: '1' }, png(1));
  }
  return scenario;
}

/** The path of the only picture in these tests, from a profile that shows it. */
async function pathOf(scenario: Scenario, name: Name): Promise<string> {
  const { json } = await scenario.call('GET', `/v1/profiles/${name}`);
  const shown = JSON.stringify(json).match(/\/img\/[0-9a-f]{64}/);
  return shown?.[0] ?? '';
}

const times = (count: number, player: number): readonly number[] =>
  Array.from({ length: count }, () => player);

/** Ways to remove Ada's published picture, and what each needs before. */
const removals = {
  'the sweep': async (scenario: Scenario) => void (await sweepPictures(scenario.deps)),
  'the deletion of the other account': async (scenario: Scenario) => void (await deletion(scenario, 'ada')),
} as const;
type Removal = keyof typeof removals;

describe('the sweep of pictures', () => {
  let revision = 0;

  /** Publishes with this upload as the owner's picture or a link's picture, or without pictures. */
  async function publish(scenario: Scenario, name: Name, slot: PictureSlot | null): Promise<void> {
    const { uid, token } = owners[name];
    revision += 1;
    const sign = { kind: 'picture', slot: 'link-01', generation: '1' } as const;
    putDraft(scenario.deps, uid, {
      ...adaDraft,
      handle: name,
      revision,
      picture: slot === 'picture-a' ? { slot, generation: '1' } : null,
      links: slot === 'link-01' ? { k1: { ...instagramLink, sign } } : {},
    });
    const { status } = await scenario.call('POST', '/v1/me/publish', { revision }, bearerOf(token));
    expect(status).toBe(200);
  }

  describe.each(['picture-a', 'link-01'] as const)('a public picture from %s', (slot) => {
    // Holds dash-047.
    it('is removed within two days after the last publication with it', async () => {
      const scenario = twoOwners();
      await publish(scenario, 'ada', slot);
      const path = await pathOf(scenario, 'ada');
      await swept(scenario);
      expect(await isPublic(scenario, path)).toBe(true);
      await publish(scenario, 'ada', null);
      expect(await swept(scenario)).toMatchObject({ checked: 1, changed: 0 });
      expect(await isPublic(scenario, path)).toBe(true);
      expect(await swept(scenario)).toMatchObject({ checked: 1, changed: 1 });
      const gone = await scenario.call('GET', path);
      expect({ status: gone.status, cacheControl: gone.headers.get('cache-control') }).toEqual({
        status: 404,
        cacheControl: 'private, no-store',
      });
    });

    it('stays while another owner publishes the same bytes', async () => {
      const scenario = twoOwners();
      await publish(scenario, 'ada', slot);
      await publish(scenario, 'grace', 'picture-a');
      const path = await pathOf(scenario, 'grace');
      await publish(scenario, 'ada', null);
      for (let days = 0; days < 3; days += 1) await swept(scenario);
      expect(await isPublic(scenario, path)).toBe(true);
      await publish(scenario, 'grace', null);
      for (let days = 0; days < 2; days += 1) await swept(scenario);
      expect(await isPublic(scenario, path)).toBe(false);
    });

    it('stays two more days when it was published in between', async () => {
      const scenario = twoOwners();
      await publish(scenario, 'ada', slot);
      const path = await pathOf(scenario, 'ada');
      await publish(scenario, 'ada', null);
      await swept(scenario);
      await publish(scenario, 'grace', slot);
      await publish(scenario, 'grace', null);
      await swept(scenario);
      expect(await isPublic(scenario, path)).toBe(true);
      await swept(scenario);
      expect(await isPublic(scenario, path)).toBe(false);
    });

    // Holds dash-047.
    it('is removed with the account, unless another owner publishes the same bytes', async () => {
      const scenario = twoOwners();
      await publish(scenario, 'ada', slot);
      await publish(scenario, 'grace', slot);
      const path = await pathOf(scenario, 'ada');
      scenario.deps.clock.advance(day);
      for (const { uid, token } of Object.values(owners)) signIn(scenario.deps, uid, token);
      expect((await deletion(scenario, 'ada')).status).toBe(200);
      expect(await isPublic(scenario, path)).toBe(true);
      expect((await deletion(scenario, 'grace')).status).toBe(200);
      expect(await isPublic(scenario, path)).toBe(false);
    });
  });

  it('a copied but never published picture is removed too', async () => {
    const scenario = twoOwners();
    const done = await scenario.deps.pictures.publish(adaUid, { slot: 'picture-a', generation: '1' });
    const path = done.ok ? `/img/${done.value.sha256}` : '';
    for (let days = 0; days < 2; days += 1) {
      expect(await isPublic(scenario, path)).toBe(true);
      await swept(scenario);
    }
    expect(await isPublic(scenario, path)).toBe(false);
  });

  it('nothing is removed while a profile is unreadable, and the log says so', async () => {
    const scenario = twoOwners();
    await publish(scenario, 'ada', 'picture-a');
    const path = await pathOf(scenario, 'ada');
    await publish(scenario, 'ada', null);
    scenario.deps.store.put(paths.profile('uid-eve'), { v: 99 });
    for (let days = 0; days < 3; days += 1) {
      scenario.deps.clock.advance(day);
      expect(await sweepPictures(scenario.deps)).toMatchObject({ missed: 1 });
    }
    expect(await isPublic(scenario, path)).toBe(true);
    expect(scenario.deps.lines.join('\n')).toContain('sweep failed');
  });

  it('profiles without a list of pictures count, and get the list', async () => {
    const scenario = twoOwners();
    await publish(scenario, 'ada', 'link-01');
    const path = await pathOf(scenario, 'ada');
    const { pictureHashes, ...earlier } = scenario.deps.store.dump()[paths.profile(adaUid)] ?? {};
    scenario.deps.store.put(paths.profile(adaUid), earlier);
    for (let days = 0; days < 3; days += 1) await swept(scenario);
    expect(await isPublic(scenario, path)).toBe(true);
    expect(scenario.deps.store.dump()[paths.profile(adaUid)]).toEqual({ ...earlier, pictureHashes });
    expect(pictureHashes).toEqual([path.split('/').at(-1)]);
  });

  /** Grace publishes the bytes in these turns (1 = Grace) while they are being removed. Returns the number of steps of each. */
  async function race(by: Removal, turns: readonly number[]): Promise<readonly number[]> {
    const scenario = twoOwners();
    await publish(scenario, 'ada', 'picture-a');
    const path = await pathOf(scenario, 'ada');
    if (by === 'the sweep') {
      await publish(scenario, 'ada', null);
      await swept(scenario);
    }
    scenario.deps.clock.advance(day);
    signIn(scenario.deps, adaUid, adaToken);
    const works = [() => removals[by](scenario), () => publish(scenario, 'grace', 'picture-a')];
    const steps = await interleave(scenario.deps, works, turns);
    scenario.deps.store.pause = () => Promise.resolve();
    scenario.deps.pictures.pause = () => Promise.resolve();
    expect(await pathOf(scenario, 'grace')).toBe(path);
    expect(await isPublic(scenario, path), turns.join(' ')).toBe(true);
    return steps;
  }

  describe.each(['the sweep', 'the deletion of the other account'] as const)('%s', (by) => {
    it('never removes a picture that is published meanwhile: one of both stops after each of its steps, for each step of the other', async () => {
      const [removing = 0, publishing = 0] = await race(by, []);
      expect(Math.min(removing, publishing)).toBeGreaterThan(2);
      const nth = inject('everyNthOrder');
      for (let before = 0; before <= removing; before += 1) {
        for (let between = before % nth; between <= publishing; between += nth) {
          await race(by, [...times(before, 0), ...times(between, 1), ...times(99, 0)]);
        }
      }
    });

    it('never removes it, in any order of steps', async () => {
      const turns = fc.array(fc.constantFrom(0, 1), { maxLength: 40 });
      await fc.assert(fc.asyncProperty(turns, async (order) => void (await race(by, order))));
    });
  });
});

const pngFile = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 1]);

function put<S extends PictureSlot>({ deps }: Scenario, slot: S, generation: string, uid = adaUid) {
  deps.pictures.upload(uid, { slot, generation }, pngFile);
  return { slot, generation } as const;
}

async function lying({ deps }: Scenario): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { uid, slot, generation } of deps.pictures.uploads())
    found.push(`${uid} ${slot} ${generation}`);
  return found.toSorted();
}

const sweptOf = async (scenario: Scenario) =>
  (await runSweep(scenario.deps, 'daily')).find(({ sweep }) => sweep === 'sweep-uploads');

describe('the sweep of uploads', () => {
  // Holds dash-044.
  it('removes uploads that neither draft nor profile use after a week, not before', async () => {
    const scenario = emptyScenario();
    const link = put(scenario, 'link-01', '1');
    put(scenario, 'link-02', '2');
    putDraft(scenario.deps, adaUid, {
      ...adaDraft,
      picture: put(scenario, 'picture-a', '3'),
      links: { k1: { ...instagramLink, sign: { kind: 'picture', ...link } } },
      look: {
        ...adaDraft.look,
        page: { ...adaDraft.look.page, cover: put(scenario, 'cover-a', '6') },
      },
    });
    put(scenario, 'picture-a', '4', 'a-guest-who-left');
    scenario.deps.clock.advance(7 * day);
    expect(await sweptOf(scenario)).toMatchObject({ checked: 0, changed: 0 });
    scenario.deps.clock.advance(1);
    put(scenario, 'picture-b', '5');
    expect(await sweptOf(scenario)).toMatchObject({ checked: 2, changed: 2 });
    expect(await lying(scenario)).toEqual([
      `${adaUid} cover-a 6`,
      `${adaUid} link-01 1`,
      `${adaUid} picture-a 3`,
      `${adaUid} picture-b 5`,
    ]);
  });

  it('keeps published uploads, since discarding changes uses them again', async () => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    putDraft(scenario.deps, adaUid, { ...adaDraft, picture: put(scenario, 'picture-a', '1') });
    await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
    putDraft(scenario.deps, adaUid, { ...adaDraft, picture: null, revision: 2 });
    scenario.deps.clock.advance(8 * day);
    expect(await sweptOf(scenario)).toMatchObject({ checked: 1, changed: 0 });
    expect(await lying(scenario)).toEqual([`${adaUid} picture-a 1`]);
  });

  it('keeps the uploads of an owner with an unreadable draft, and logs it', async () => {
    const scenario = emptyScenario();
    put(scenario, 'picture-a', '1');
    scenario.deps.store.put(paths.draft(adaUid), { v: 99 });
    scenario.deps.clock.advance(8 * day);
    expect(await sweptOf(scenario)).toMatchObject({ changed: 0 });
    expect(await lying(scenario)).toEqual([`${adaUid} picture-a 1`]);
    expect(scenario.deps.lines.join('\n')).toContain('sweep failed');
  });

  it('keeps an upload that replaced the listed one', async () => {
    const scenario = emptyScenario();
    put(scenario, 'picture-a', '1');
    scenario.deps.clock.advance(8 * day);
    const { store } = scenario.deps;
    const read = store.read.bind(store);
    store.read = (document) => {
      put(scenario, 'picture-a', '2');
      return read(document);
    };
    await sweptOf(scenario);
    expect(await lying(scenario)).toEqual([`${adaUid} picture-a 2`]);
  });

  it('goes on after the owner who was last, in another slice', async () => {
    const { deps } = emptyScenario();
    const owners = Array.from({ length: 250 }, (_, index) => `owner-${String(index).padStart(3, '0')}`);
    for (const uid of owners.toReversed())
      deps.pictures.upload(uid, { slot: 'picture-a', generation: '1' }, pngFile);
    deps.clock.advance(8 * day);
    const removed: string[] = [];
    const { pictures } = deps;
    const removeUpload = pictures.removeUpload.bind(pictures);
    pictures.removeUpload = (upload) => {
      removed.push(upload.uid);
      deps.clock.advance(sliceMs / 100);
      return removeUpload(upload);
    };
    await deps.jobs.want('sweep-uploads', 'all');
    expect((await workOff(deps)).map(([, end]) => end)).toEqual(['due', 'due', 'due']);
    expect(removed.toSorted()).toEqual(owners);
    expect(JSON.parse(deps.lines.at(-1) ?? '')).toMatchObject({ checked: 250, changed: 250 });
  });
});
