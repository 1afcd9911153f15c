import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { defaultPreferences, preferencesDocument } from '@busker/core/account/account-document';
import { paths } from '@busker/core/documents/documents';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { fakeTip } from '@busker/core/testing/fakes';
import { yearsAfter } from '@busker/core/tip/tip';
import { addresseeOf } from '../channels/own-channels';
import { runAnyJob } from '../jobs/recurring-jobs';
import { runSweeps } from '../jobs/run-sweep';
import { switchMail } from '../mail-channel/off-routes';
import { stored } from '../store/store';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  paidTip,
  sendEvent,
  sendTip,
  type Scenario,
} from '../testing/ada';
import { outboxScenario } from '../testing/outbox-scenario';
import { channelsIn, putChannel, secretIn } from '../testing/put-channels';
import { tipIn, workOff } from '../testing/stored-state';

const day = 24 * 60 * 60_000;

/** Documents that the store deletes at a stored time: their collection, and when. */
const shortLived = (scenario: Scenario) =>
  Object.entries(scenario.deps.store.dump()).flatMap(([path, data]) => {
    const { expiresAt } = data as { readonly expiresAt?: unknown };
    return expiresAt instanceof Date
      ? [{ path, collection: path.split('/').at(-2), data, at: expiresAt.getTime() }]
      : [];
  });

/** This test creates none of them, or the deletion removes them; other tests cover them. */
const otherShortLived = [
  'alerts',
  'appeals',
  'cardVersions',
  'deliveries',
  'events',
  'jobs',
  'mail',
  'reports',
  'tipWatches',
  'verifyTokens',
  'viewBatches',
];

describe('the end of documents', () => {
  // Holds pay-147, host-051.
  it('every document with an end has an expiry time, and the store has a rule to delete it', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const { tipId, tipToken, paymentIntentId } = await paidTip(scenario);
    await sendEvent(scenario, 'charge.updated', { paymentIntentId });
    await scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
    const now = scenario.deps.clock.now();
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    const found = shortLived(scenario);
    const events = found.filter(({ collection }) => collection === 'stripeEvents');
    expect(events.length).toBeGreaterThan(0);
    for (const { at, data } of events) {
      const { receivedAt } = data as { readonly receivedAt: Date };
      expect(at - receivedAt.getTime()).toBe(35 * day);
    }
    expect(found.find(({ collection }) => collection === 'deleted')?.at).toBe(now + 30 * day);
    const limits = found.filter(({ collection }) => collection === 'limits');
    expect(limits.length).toBeGreaterThan(3);
    for (const { path, at } of limits) {
      expect(at).toBeGreaterThan(now);
      // Counters of an owner's account may last a week; counters of a fan's address or payment may not.
      expect(at).toBeLessThanOrEqual(now + (path.startsWith('limits/owner-') ? 7 : 2) * day);
    }
    const { fieldOverrides } = JSON.parse(readFileSync('rules/firestore.indexes.json', 'utf8')) as {
      readonly fieldOverrides: readonly { collectionGroup: string; fieldPath: string; ttl?: boolean }[];
    };
    const deleted = fieldOverrides.filter(({ ttl }) => ttl).map(({ collectionGroup }) => collectionGroup);
    const known = new Set([...found.map(({ collection }) => collection), ...otherShortLived]);
    expect([...known].sort()).toEqual(deleted.sort());
  });
});

// Patient: the sweep fails at each of its requests.

const choose = ({ deps }: Scenario, keepTipsYears: number): void =>
  deps.store.put(
    paths.account(adaUid),
    preferencesDocument.encode({ ...defaultPreferences, keepTipsYears, updatedAt: deps.clock.now() }),
  );

/** A tip with texts that is so many years old, stored without a payment. */
function putTip({ deps }: Scenario, tipId: string, yearsOld: number, keptFor = 7) {
  const createdAt = yearsAfter(deps.clock.now(), -yearsOld);
  const tip = fakeTip({ tipId, ownerUid: adaUid, createdAt, eraseTextsAt: yearsAfter(createdAt, keptFor) });
  deps.store.put(paths.tip(adaUid, tipId), tipDocument.encode(tip));
  return tip;
}

/** The same as an earlier release stored it. */
function putFormerTip(scenario: Scenario, tipId: string, yearsOld: number): void {
  const tip = putTip(scenario, tipId, yearsOld);
  const { eraseTextsAt: _, source, ...data } = tipDocument.encode(tip);
  const former = { addressHash: 'a1', addressHashExpiresAt: new Date(scenario.deps.clock.now() + day) };
  scenario.deps.store.put(paths.tip(adaUid, tipId), {
    ...data,
    textsSince: new Date(tip.createdAt),
    source: { ...(source as object), ...former },
  });
}

/** One run of the daily sweep. */
const eraseTexts = async (deps: Scenario['deps']) => (await runSweeps(deps, ['erase-texts']))[0];

const hasTexts = (scenario: Scenario, tipId: string): boolean => tipIn(scenario, tipId).fan.message !== null;

describe('the daily erasing of texts', () => {
  it('sends one query for all owners, and works through any number of tips', async () => {
    const scenario = emptyScenario();
    for (let index = 0; index < 450; index += 1) putTip(scenario, `t${index}`, 8);
    putTip(scenario, 'young', 6);
    expect(await eraseTexts(scenario.deps)).toMatchObject({ checked: 450, changed: 450 });
    expect([hasTexts(scenario, 't449'), hasTexts(scenario, 'young')]).toEqual([false, true]);
    const before = scenario.deps.store.requests;
    await eraseTexts(scenario.deps);
    expect(scenario.deps.store.requests - before).toBeLessThanOrEqual(4);
  });

  it('is not stopped by a tip that it cannot read', async () => {
    const scenario = emptyScenario();
    const { createdAt } = putTip(scenario, 'good', 8);
    scenario.deps.store.put(paths.tip(adaUid, 'newer'), { v: 2, eraseTextsAt: new Date(createdAt) });
    expect(await eraseTexts(scenario.deps)).toMatchObject({ checked: 2, changed: 1 });
    expect(hasTexts(scenario, 'good')).toBe(false);
    expect(scenario.deps.lines.filter((line) => line.includes('sweep failed'))).toHaveLength(1);
  });

  it('keeps a tip whose owner has chosen a longer time since', async () => {
    const scenario = emptyScenario();
    const { createdAt } = putTip(scenario, 't1', 8);
    choose(scenario, 10);
    await eraseTexts(scenario.deps);
    expect(tipIn(scenario, 't1')).toMatchObject({
      fan: { message: 'Thank you' },
      eraseTextsAt: yearsAfter(createdAt, 10),
    });
  });

  it('applies a shorter time to all tips of the owner, and may fail at any request without harm', async () => {
    for (let death = 0; ; death += 1) {
      const scenario = emptyScenario();
      for (let index = 0; index < 3; index += 1) putTip(scenario, `t${index}`, index + 1);
      choose(scenario, 2);
      let left = death;
      let isDead = false;
      scenario.deps.store.fault = () => {
        left -= 1;
        isDead ||= left === -1;
        if (left === -1) throw new Error('killed');
      };
      await eraseTexts(scenario.deps);
      await workOff(scenario.deps).catch(() => undefined);
      scenario.deps.store.fault = () => undefined;
      scenario.deps.clock.advance(day);
      await eraseTexts(scenario.deps);
      await workOff(scenario.deps);
      await eraseTexts(scenario.deps);
      expect(['t0', 't1', 't2'].map((tipId) => hasTexts(scenario, tipId))).toEqual([true, false, false]);
      if (!isDead) return;
    }
  });
});

describe('the job that applies a choice to all tips of an owner', () => {
  const keeping = ([job]: readonly [string, string]) => job.startsWith('keep-texts');

  it('is wanted again for other years, and not for another language', async () => {
    const scenario = emptyScenario();
    const { createdAt } = putTip(scenario, 't1', 1);
    await eraseTexts(scenario.deps);
    await workOff(scenario.deps);
    for (const [years, runs] of [
      [2, 1],
      [2, 0],
      [3, 1],
      [2, 1],
    ] as const) {
      choose(scenario, years);
      await eraseTexts(scenario.deps);
      expect((await workOff(scenario.deps)).filter(keeping)).toHaveLength(runs);
      expect(tipIn(scenario, 't1').eraseTextsAt).toBe(yearsAfter(createdAt, years));
      scenario.deps.clock.advance(day);
    }
  });

  it('is wanted at the start of a round, not in each slice', async () => {
    const scenario = emptyScenario();
    for (let index = 0; index < 250; index += 1) putTip(scenario, `t${index}`, 8);
    const { store, clock, jobs } = scenario.deps;
    const id = await jobs.want('erase-texts', 'all');
    const find = vi.spyOn(store, 'find').mockImplementationOnce((...given) => {
      clock.advance(5 * 60_000);
      find.mockRestore();
      return store.find(...given);
    });
    expect(await runAnyJob(scenario.deps, id)).toBe('due');
    expect(store.dump()[paths.job(id)]).toMatchObject({ progress: { done: 200 } });
    choose(scenario, 2);
    await runAnyJob(scenario.deps, id);
    expect(hasTexts(scenario, 't249')).toBe(false);
    expect(store.dump()[paths.job(`keep-texts-${adaUid}`)]).toBeUndefined();
  });
});

describe('tips of an earlier release', () => {
  it('lose the fingerprint of the address and get the time of their owner, by a job that ends', async () => {
    const scenario = emptyScenario();
    for (let index = 0; index < 250; index += 1) putFormerTip(scenario, `t${index}`, 1);
    putFormerTip(scenario, 'old', 4);
    choose(scenario, 3);
    await eraseTexts(scenario.deps);
    const slices = await workOff(scenario.deps);
    expect(slices.filter(([job]) => job.startsWith('upgrade'))).toEqual([['upgrade-tips-all', 'done']]);
    expect(JSON.stringify(scenario.deps.store.dump())).not.toMatch(/addressHash|textsSince/);
    const { createdAt, eraseTextsAt } = tipIn(scenario, 't249');
    expect(eraseTextsAt).toBe(yearsAfter(createdAt, 3));
    await eraseTexts(scenario.deps);
    expect([hasTexts(scenario, 'old'), hasTexts(scenario, 't0')]).toEqual([false, true]);
    expect((await workOff(scenario.deps)).filter(([job]) => job.startsWith('upgrade'))).toEqual([]);
  });

  it('lose the fingerprint also behind many that cannot be read, and the job fails until those are written too', async () => {
    const scenario = emptyScenario();
    const { store, clock } = scenario.deps;
    const unreadable = { v: 2, source: { addressHashExpiresAt: new Date(1) } };
    for (let index = 0; index < 250; index += 1) store.put(paths.tip(adaUid, `newer-${index}`), unreadable);
    putFormerTip(scenario, 't1', 1);
    const id = await scenario.deps.jobs.want('upgrade-tips', 'all');
    expect(await runAnyJob(scenario.deps, id)).toBe('due');
    expect(JSON.stringify(store.dump()[paths.tip(adaUid, 't1')])).not.toContain('addressHash');
    expect(store.dump()[paths.job(id)]).toMatchObject({ errorCode: 'Error', progress: { done: 1 } });
    for (let index = 0; index < 250; index += 1) putFormerTip(scenario, `newer-${index}`, 1);
    clock.advance(60_000);
    expect(await runAnyJob(scenario.deps, id)).toBe('due');
    expect(store.dump()[paths.job(id)]).toMatchObject({ errorCode: null, progress: { done: 251 } });
    expect(JSON.stringify(store.dump())).not.toContain('addressHash');
    clock.advance(7 * day);
    expect(await runAnyJob(scenario.deps, id)).toBe('done');
  });

  it('are counted over all slices of their job', async () => {
    const scenario = emptyScenario();
    for (let index = 0; index < 450; index += 1) putFormerTip(scenario, `t${index}`, 1);
    const { store, clock, jobs } = scenario.deps;
    const id = await jobs.want('upgrade-tips', 'all');
    const find = vi.spyOn(store, 'find').mockImplementationOnce((...given) => {
      clock.advance(5 * 60_000);
      find.mockRestore();
      return store.find(...given);
    });
    expect(await runAnyJob(scenario.deps, id)).toBe('due');
    expect(store.dump()[paths.job(id)]).toMatchObject({ progress: { done: 200 } });
    expect(await runAnyJob(scenario.deps, id)).toBe('due');
    expect(store.dump()[paths.job(id)]).toMatchObject({ progress: { done: 450 } });
  });

  it('keep their texts for the usual time when they are written before that', () => {
    const scenario = emptyScenario();
    putFormerTip(scenario, 't1', 1);
    const tip = tipIn(scenario, 't1');
    expect(tip.eraseTextsAt).toBe(yearsAfter(tip.createdAt, 7));
    expect(tipDocument.encode(tip)['eraseTextsAt']).toEqual(new Date(yearsAfter(tip.createdAt, 7)));
  });
});

describe('a new tip', () => {
  it('has the time that its owner chose, also when the fan adds a text later', async () => {
    const scenario = await adasScenario();
    choose(scenario, 2);
    const [with_, without] = [await sendTip(scenario, { message: 'Hi' }), await sendTip(scenario)];
    const end = yearsAfter(scenario.deps.clock.now(), 2);
    expect(tipIn(scenario, with_.tipId).eraseTextsAt).toBe(end);
    expect(tipIn(scenario, without.tipId).eraseTextsAt).toBeNull();
    const bearer = { authorization: `Bearer ${without.tipToken}` };
    await scenario.call('PATCH', `/v1/tips/${without.tipId}`, { message: 'Late' }, bearer);
    expect(tipIn(scenario, without.tipId).eraseTextsAt).toBe(end);
    await scenario.call('PATCH', `/v1/tips/${without.tipId}`, { message: null }, bearer);
    expect(tipIn(scenario, without.tipId).eraseTextsAt).toBeNull();
  });

  // Holds web-029, pay-146, host-051.
  it('has the fingerprint of its address beside it, for a day, and a decline after that counts for no address', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await sendTip(scenario);
    const path = paths.tipAddress(tipId);
    const expiresAt = new Date(scenario.deps.clock.now() + day);
    const { hash } = scenario.deps.store.dump()[path] ?? {};
    expect(scenario.deps.store.dump()[path]).toEqual({ v: 1, hash, expiresAt });
    const others = Object.entries(scenario.deps.store.dump()).filter(
      ([each]) => each !== path && !each.startsWith('limits/'),
    );
    expect(JSON.stringify(others)).not.toContain(String(hash));
    scenario.deps.clock.advance(day);
    scenario.stripe.decline(paymentIntentId);
    await scenario.call('GET', `/v1/tips/${tipId}`);
    expect(Object.keys(scenario.deps.store.dump()).filter((each) => each.includes('failed-address'))).toEqual(
      [],
    );
  });
});

/** As a release before sealing stored it. */
function putPlain({ deps }: Scenario, channelId: string, uid = adaUid): void {
  deps.store.put(paths.channelSecret(channelId), {
    v: 1,
    uid,
    credentials: { kind: 'telegram', botToken: '12:AAs3cret', chatId: '4711' },
    offToken: `off-s3cret-${channelId}`,
    code: { digest: 'd', expiresAt: new Date(5), tries: 1 },
  });
}

const storedOf = ({ deps }: Scenario, channelId: string) => deps.store.dump()[paths.channelSecret(channelId)];
const sealing = (deps: Scenario['deps']) => runSweeps(deps, ['seal-channels']);
const withSecrets = ({ deps }: Scenario, ...secrets: readonly string[]): Scenario['deps'] => ({
  ...deps,
  config: { ...deps.config, secrets },
});
const newest = 'the newest secret of thirty-two bytes';

describe('sealing channels', () => {
  // Holds out-098.
  it('seals what an earlier release stored, page by page, and the second time nothing', async () => {
    const scenario = await adasScenario();
    for (let index = 0; index < 250; index += 1) putPlain(scenario, `old${index}`);
    putChannel(scenario.deps, adaUid, 'new');
    const before = ['old0', 'old249'].map((id) => secretIn(scenario.deps, id));
    expect(before[0]).toMatchObject({ credentials: { botToken: '12:AAs3cret' }, code: { expiresAt: 5 } });
    const untouched = storedOf(scenario, 'new');
    expect(await sealing(scenario.deps)).toMatchObject([{ checked: 251, changed: 250, missed: 0 }]);
    expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('s3cret');
    expect(['old0', 'old249'].map((id) => secretIn(scenario.deps, id))).toEqual(before);
    expect(await sealing(scenario.deps)).toMatchObject([{ checked: 251, changed: 0, missed: 0 }]);
    expect(storedOf(scenario, 'new')).toEqual(untouched);
  });

  it('a plain channel is told, and its link ends it, before the job has run and after it', async () => {
    const scenario = await adasScenario();
    const { deps } = scenario;
    putChannel(deps, adaUid, 'mail', { kind: 'mail' });
    putPlain(scenario, 'mail');
    const token = { channelId: 'mail', offToken: 'off-s3cret-mail' };
    const isOn = () => channelsIn(deps, adaUid).channels['mail']?.state;
    for (const run of [() => Promise.resolve(), () => sealing(deps)]) {
      await run();
      expect((await addresseeOf(deps, adaUid, 'mail'))?.secret).toMatchObject({
        uid: adaUid,
        offToken: token.offToken,
      });
      expect(await switchMail(deps, { ...token, offToken: 'off-s3cret-mai1' }, 'off')).toMatchObject({
        state: 'unknown',
      });
      await switchMail(deps, token, 'off');
      expect(isOn()).toBe('off');
      await switchMail(deps, token, 'on');
      expect(isOn()).toBe('on');
    }
  });

  // Holds out-099.
  it('seals anew what an older secret of the list sealed, so that the older one can leave it', async () => {
    const scenario = await adasScenario();
    putChannel(scenario.deps, adaUid, 'c1');
    const before = secretIn(scenario.deps, 'c1');
    const rotated = withSecrets(scenario, newest, ...scenario.deps.config.secrets);
    expect(secretIn(rotated, 'c1')).toEqual(before);
    expect(await sealing(rotated)).toMatchObject([{ checked: 1, changed: 1, missed: 0 }]);
    expect(secretIn(withSecrets(scenario, newest), 'c1')).toEqual(before);
    expect(await sealing(rotated)).toMatchObject([{ checked: 1, changed: 0, missed: 0 }]);
  });

  // Holds out-099.
  it('leaves and names what no secret of the list opens, and seals the others', async () => {
    const scenario = await adasScenario();
    putChannel(scenario.deps, adaUid, 'lost');
    putPlain(scenario, 'plain');
    const lost = storedOf(scenario, 'lost');
    expect(await sealing(withSecrets(scenario, newest))).toMatchObject([{ checked: 2, changed: 1 }]);
    expect(storedOf(scenario, 'lost')).toEqual(lost);
    expect(scenario.deps.lines.join('\n')).toContain('channelSecrets/lost cannot be read: sealed');
  });
});

describe('the channels of a disabled user', () => {
  // Holds out-018.
  it('the channels of a user who was disabled end within a day, and those of others work on', async () => {
    const scenario = await outboxScenario({
      mail: {},
      hook: { kind: 'webhook' },
      new: { state: 'unverified' },
    });
    const { deps } = scenario;
    const states = async () => {
      const channels = await deps.store.read(stored.channels(adaUid));
      return Object.values(channels?.channels ?? {}).map(({ state, end }) => [state, end]);
    };
    expect(await runSweeps(deps, ['end-disabled'])).toMatchObject([{ checked: 0 }]);
    deps.idTokens.contacts.set(adaUid, { email: 'ada@example.com', emailVerified: true, disabled: true });
    expect(await runSweeps(deps, ['end-disabled'])).toMatchObject([{ checked: 1, changed: 1 }]);
    expect(await states()).toEqual([
      ['off', 'account-disabled'],
      ['off', 'account-disabled'],
      ['unverified', null],
    ]);
    expect(await runSweeps(deps, ['end-disabled'])).toMatchObject([{ checked: 1, changed: 0 }]);
  });

  it('of a user who is gone nothing is left', async () => {
    const { deps } = await outboxScenario({ mail: {}, hook: { kind: 'webhook' } });
    deps.idTokens.contacts.set(adaUid, undefined);
    expect(await runSweeps(deps, ['end-disabled'])).toMatchObject([{ checked: 1, changed: 1 }]);
    const left = Object.keys(deps.store.dump()).filter((path) =>
      /channel|events|deliveries|^pace/.test(path),
    );
    expect(left).toEqual([]);
  });
});
