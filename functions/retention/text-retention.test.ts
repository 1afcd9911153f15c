import { describe, expect, it, vi } from 'vitest';
import { defaultPreferences, encodePreferences } from '../../core/documents/account-document';
import { paths } from '../../core/documents/documents';
import { encodeTip } from '../../core/documents/tip-document';
import { fakeTip } from '../../core/testing/fakes';
import { yearsAfter } from '../../core/tip/tip';
import { adasStage, adaUid, emptyStage, sendTip, type Stage } from '../testing/ada';
import { tipIn } from '../testing/stored-state';
import { workOff } from '../testing/work-off';
import { runAnyJob } from '../jobs/recurring-jobs';
import { runSweeps } from '../jobs/run-sweep';

// Patient: the sweep fails at each of its requests.

const day = 24 * 60 * 60_000;

const choose = ({ deps }: Stage, keepTipsYears: number): void =>
  deps.store.put(
    paths.account(adaUid),
    encodePreferences({ ...defaultPreferences, keepTipsYears, updatedAt: deps.clock.now() }),
  );

/** A tip with texts that is so many years old, stored without a payment. */
function putTip({ deps }: Stage, tipId: string, yearsOld: number, keptFor = 7) {
  const createdAt = yearsAfter(deps.clock.now(), -yearsOld);
  const tip = fakeTip({ tipId, ownerUid: adaUid, createdAt, eraseTextsAt: yearsAfter(createdAt, keptFor) });
  deps.store.put(paths.tip(adaUid, tipId), encodeTip(tip));
  return tip;
}

/** The same as an earlier release stored it. */
function putFormerTip(stage: Stage, tipId: string, yearsOld: number): void {
  const tip = putTip(stage, tipId, yearsOld);
  const { eraseTextsAt: _, source, ...data } = encodeTip(tip);
  const former = { addressHash: 'a1', addressHashExpiresAt: new Date(stage.deps.clock.now() + day) };
  stage.deps.store.put(paths.tip(adaUid, tipId), {
    ...data,
    textsSince: new Date(tip.createdAt),
    source: { ...(source as object), ...former },
  });
}

/** One run of the daily sweep. */
const eraseTexts = async (deps: Stage['deps']) => (await runSweeps(deps, ['erase-texts']))[0];

const hasTexts = (stage: Stage, tipId: string): boolean => tipIn(stage, tipId).fan.message !== null;

describe('the daily erasing of texts', () => {
  it('sends one query for all owners, and works through any number of tips', async () => {
    const stage = emptyStage();
    for (let index = 0; index < 450; index += 1) putTip(stage, `t${index}`, 8);
    putTip(stage, 'young', 6);
    expect(await eraseTexts(stage.deps)).toMatchObject({ checked: 450, changed: 450 });
    expect([hasTexts(stage, 't449'), hasTexts(stage, 'young')]).toEqual([false, true]);
    const before = stage.deps.store.requests;
    await eraseTexts(stage.deps);
    expect(stage.deps.store.requests - before).toBeLessThanOrEqual(4);
  });

  it('is not stopped by a tip that it cannot read', async () => {
    const stage = emptyStage();
    const { createdAt } = putTip(stage, 'good', 8);
    stage.deps.store.put(paths.tip(adaUid, 'newer'), { v: 2, eraseTextsAt: new Date(createdAt) });
    expect(await eraseTexts(stage.deps)).toMatchObject({ checked: 2, changed: 1 });
    expect(hasTexts(stage, 'good')).toBe(false);
    expect(stage.deps.lines.filter((line) => line.includes('sweep failed'))).toHaveLength(1);
  });

  it('keeps a tip whose owner has chosen a longer time since', async () => {
    const stage = emptyStage();
    const { createdAt } = putTip(stage, 't1', 8);
    choose(stage, 10);
    await eraseTexts(stage.deps);
    expect(tipIn(stage, 't1')).toMatchObject({
      fan: { message: 'Thank you' },
      eraseTextsAt: yearsAfter(createdAt, 10),
    });
  });

  it('applies a shorter time to all tips of the owner, and may fail at any request without harm', async () => {
    for (let death = 0; ; death += 1) {
      const stage = emptyStage();
      for (let index = 0; index < 3; index += 1) putTip(stage, `t${index}`, index + 1);
      choose(stage, 2);
      let left = death;
      let isDead = false;
      stage.deps.store.fault = () => {
        left -= 1;
        isDead ||= left === -1;
        if (left === -1) throw new Error('killed');
      };
      await eraseTexts(stage.deps);
      await workOff(stage.deps).catch(() => undefined);
      stage.deps.store.fault = () => undefined;
      stage.deps.clock.advance(day);
      await eraseTexts(stage.deps);
      await workOff(stage.deps);
      await eraseTexts(stage.deps);
      expect(['t0', 't1', 't2'].map((tipId) => hasTexts(stage, tipId))).toEqual([true, false, false]);
      if (!isDead) return;
    }
  });
});

describe('the job that applies a choice to all tips of an owner', () => {
  const keeping = ([job]: readonly [string, string]) => job.startsWith('keep-texts');

  it('is wanted again for other years, and not for another language', async () => {
    const stage = emptyStage();
    const { createdAt } = putTip(stage, 't1', 1);
    await eraseTexts(stage.deps);
    await workOff(stage.deps);
    for (const [years, runs] of [
      [2, 1],
      [2, 0],
      [3, 1],
      [2, 1],
    ] as const) {
      choose(stage, years);
      await eraseTexts(stage.deps);
      expect((await workOff(stage.deps)).filter(keeping)).toHaveLength(runs);
      expect(tipIn(stage, 't1').eraseTextsAt).toBe(yearsAfter(createdAt, years));
      stage.deps.clock.advance(day);
    }
  });

  it('is wanted at the start of a round, not in each slice', async () => {
    const stage = emptyStage();
    for (let index = 0; index < 250; index += 1) putTip(stage, `t${index}`, 8);
    const { store, clock, jobs } = stage.deps;
    const id = await jobs.want('erase-texts', 'all');
    const find = vi.spyOn(store, 'find').mockImplementationOnce((...given) => {
      clock.advance(5 * 60_000);
      find.mockRestore();
      return store.find(...given);
    });
    expect(await runAnyJob(stage.deps, id)).toBe('due');
    expect(store.dump()[paths.job(id)]).toMatchObject({ progress: { done: 200 } });
    choose(stage, 2);
    await runAnyJob(stage.deps, id);
    expect(hasTexts(stage, 't249')).toBe(false);
    expect(store.dump()[paths.job(`keep-texts-${adaUid}`)]).toBeUndefined();
  });
});

describe('tips of an earlier release', () => {
  it('lose the fingerprint of the address and get the time of their owner, by a job that ends', async () => {
    const stage = emptyStage();
    for (let index = 0; index < 250; index += 1) putFormerTip(stage, `t${index}`, 1);
    putFormerTip(stage, 'old', 4);
    choose(stage, 3);
    await eraseTexts(stage.deps);
    const slices = await workOff(stage.deps);
    expect(slices.filter(([job]) => job.startsWith('upgrade'))).toEqual([['upgrade-tips-all', 'done']]);
    expect(JSON.stringify(stage.deps.store.dump())).not.toMatch(/addressHash|textsSince/);
    const { createdAt, eraseTextsAt } = tipIn(stage, 't249');
    expect(eraseTextsAt).toBe(yearsAfter(createdAt, 3));
    await eraseTexts(stage.deps);
    expect([hasTexts(stage, 'old'), hasTexts(stage, 't0')]).toEqual([false, true]);
    expect((await workOff(stage.deps)).filter(([job]) => job.startsWith('upgrade'))).toEqual([]);
  });

  it('lose the fingerprint also behind many that cannot be read, and the job fails until those are written too', async () => {
    const stage = emptyStage();
    const { store, clock } = stage.deps;
    const unreadable = { v: 2, source: { addressHashExpiresAt: new Date(1) } };
    for (let index = 0; index < 250; index += 1) store.put(paths.tip(adaUid, `newer-${index}`), unreadable);
    putFormerTip(stage, 't1', 1);
    const id = await stage.deps.jobs.want('upgrade-tips', 'all');
    expect(await runAnyJob(stage.deps, id)).toBe('due');
    expect(JSON.stringify(store.dump()[paths.tip(adaUid, 't1')])).not.toContain('addressHash');
    expect(store.dump()[paths.job(id)]).toMatchObject({ errorCode: 'Error', progress: { done: 1 } });
    for (let index = 0; index < 250; index += 1) putFormerTip(stage, `newer-${index}`, 1);
    clock.advance(60_000);
    expect(await runAnyJob(stage.deps, id)).toBe('due');
    expect(store.dump()[paths.job(id)]).toMatchObject({ errorCode: null, progress: { done: 251 } });
    expect(JSON.stringify(store.dump())).not.toContain('addressHash');
    clock.advance(7 * day);
    expect(await runAnyJob(stage.deps, id)).toBe('done');
  });

  it('are counted over all slices of their job', async () => {
    const stage = emptyStage();
    for (let index = 0; index < 450; index += 1) putFormerTip(stage, `t${index}`, 1);
    const { store, clock, jobs } = stage.deps;
    const id = await jobs.want('upgrade-tips', 'all');
    const find = vi.spyOn(store, 'find').mockImplementationOnce((...given) => {
      clock.advance(5 * 60_000);
      find.mockRestore();
      return store.find(...given);
    });
    expect(await runAnyJob(stage.deps, id)).toBe('due');
    expect(store.dump()[paths.job(id)]).toMatchObject({ progress: { done: 200 } });
    expect(await runAnyJob(stage.deps, id)).toBe('due');
    expect(store.dump()[paths.job(id)]).toMatchObject({ progress: { done: 450 } });
  });

  it('keep their texts for the usual time when they are written before that', () => {
    const stage = emptyStage();
    putFormerTip(stage, 't1', 1);
    const tip = tipIn(stage, 't1');
    expect(tip.eraseTextsAt).toBe(yearsAfter(tip.createdAt, 7));
    expect(encodeTip(tip)['eraseTextsAt']).toEqual(new Date(yearsAfter(tip.createdAt, 7)));
  });
});

describe('a new tip', () => {
  it('has the time that its owner chose, also when the fan adds a text later', async () => {
    const stage = await adasStage();
    choose(stage, 2);
    const [with_, without] = [await sendTip(stage, { message: 'Hi' }), await sendTip(stage)];
    const end = yearsAfter(stage.deps.clock.now(), 2);
    expect(tipIn(stage, with_.tipId).eraseTextsAt).toBe(end);
    expect(tipIn(stage, without.tipId).eraseTextsAt).toBeNull();
    const bearer = { authorization: `Bearer ${without.tipToken}` };
    await stage.call('PATCH', `/v1/tips/${without.tipId}`, { message: 'Late' }, bearer);
    expect(tipIn(stage, without.tipId).eraseTextsAt).toBe(end);
    await stage.call('PATCH', `/v1/tips/${without.tipId}`, { message: null }, bearer);
    expect(tipIn(stage, without.tipId).eraseTextsAt).toBeNull();
  });

  // Holds web-029, pay-146, host-051.
  it('has the fingerprint of its address beside it, for a day, and a decline after that counts for no address', async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await sendTip(stage);
    const path = paths.tipAddress(tipId);
    const expiresAt = new Date(stage.deps.clock.now() + day);
    const { hash } = stage.deps.store.dump()[path] ?? {};
    expect(stage.deps.store.dump()[path]).toEqual({ v: 1, hash, expiresAt });
    const others = Object.entries(stage.deps.store.dump()).filter(
      ([each]) => each !== path && !each.startsWith('limits/'),
    );
    expect(JSON.stringify(others)).not.toContain(String(hash));
    stage.deps.clock.advance(day);
    stage.stripe.decline(paymentIntentId);
    await stage.call('GET', `/v1/tips/${tipId}`);
    expect(Object.keys(stage.deps.store.dump()).filter((each) => each.includes('failed-address'))).toEqual(
      [],
    );
  });
});
