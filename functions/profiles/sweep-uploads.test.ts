import { expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { instagramLink } from '../../core/testing/fakes';
import type { PictureSlot } from '../../core/pictures/picture-slots';
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
import { sliceMs } from '../queue/task-queue';
import { runSweep } from '../jobs/run-sweep';
import { workOff } from '../testing/work-off';

const day = 24 * 60 * 60_000;
const png = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 1]);

function put<S extends PictureSlot>({ deps }: Scenario, slot: S, generation: string, uid = adaUid) {
  deps.pictures.upload(uid, { slot, generation }, png);
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

// Holds dash-044.
it('removes uploads that neither draft nor profile use after a week, not before', async () => {
  const scenario = emptyScenario();
  const link = put(scenario, 'link-01', '1');
  put(scenario, 'link-02', '2');
  putDraft(scenario.deps, adaUid, {
    ...adaDraft,
    picture: put(scenario, 'picture-a', '3'),
    links: { k1: { ...instagramLink, sign: { kind: 'picture', ...link } } },
  });
  put(scenario, 'picture-a', '4', 'a-guest-who-left');
  scenario.deps.clock.advance(7 * day);
  expect(await sweptOf(scenario)).toMatchObject({ checked: 0, changed: 0 });
  scenario.deps.clock.advance(1);
  put(scenario, 'picture-b', '5');
  expect(await sweptOf(scenario)).toMatchObject({ checked: 2, changed: 2 });
  expect(await lying(scenario)).toEqual([
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
    deps.pictures.upload(uid, { slot: 'picture-a', generation: '1' }, png);
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
