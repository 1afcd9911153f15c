import { describe, expect, it } from 'vitest';
import { decodeConsent } from '../../core/documents/consent-document';
import { paths } from '../../core/documents/documents';
import { encodeMonthly } from '../../core/documents/monthly-document';
import { consentKeptUntil, type Monthly } from '../../core/monthly/monthly';
import { fakeMonthly } from '../../core/testing/monthly-fakes';
import { runAnyJob } from '../jobs/job-works';
import { readable } from '../store/stored';
import { adasStage, adaToken, adaUid, bearerOf, signIn, type Stage } from '../testing/ada';
import { begin, monthlyId, monthlyIn, monthlyStage } from '../testing/monthly-stage';
import { workOff } from '../testing/work-off';

// Patient: the deletion is killed at each commit.

const hour = 60 * 60_000;
const day = 24 * hour;

const remove = (stage: Stage) => stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));

const below = ({ deps }: Stage, root: string) =>
  Object.entries(deps.store.dump()).filter(([path]) => path.startsWith(root));
const consentsIn = (stage: Stage) =>
  below(stage, 'consents/').map(([path, data]) => readable(path, decodeConsent(data)));

/** A monthly tip that Stripe does not know: it ended `daysAgo`, and its fan agreed `yearsAgo`. */
function putEnded({ deps }: Stage, id: string, yearsAgo: number, daysAgo: number): Monthly {
  const now = deps.clock.now();
  const { consent, stripe } = fakeMonthly();
  const monthly = fakeMonthly({
    monthlyId: id,
    ownerUid: adaUid,
    state: 'ended',
    consent: { ...consent, at: now - yearsAgo * 365 * day },
    stripe: { ...stripe, subscriptionId: `sub_${id}` },
    startedAt: now - yearsAgo * 365 * day,
    endedAt: now - daysAgo * day,
  });
  deps.store.put(paths.monthly(adaUid, id), encodeMonthly(monthly));
  deps.store.put(paths.monthlyLog(adaUid, id, '000001'), { v: 1 });
  return monthly;
}

describe('the consent to a monthly tip, when its owner deletes the account', () => {
  // Holds pay-320.
  it('is kept with the terms of the tip and Stripe’s numbers, and without anything of the fan', async () => {
    const stage = await monthlyStage();
    const subscriptionId = await begin(stage);
    stage.deps.clock.advance(hour);
    signIn(stage.deps, adaUid, adaToken);
    const { consent } = monthlyIn(stage);
    await remove(stage);
    const [kept] = consentsIn(stage);
    const endedAt = stage.deps.clock.now();
    expect(consentsIn(stage)).toEqual([
      {
        v: 1,
        uid: adaUid,
        monthlyId,
        accountId: 'acct_ada',
        subscriptionId,
        every: 'month',
        amount: 537,
        currency: 'usd',
        consent,
        amountConsent: null,
        endedAt: kept?.endedAt,
        removeAt: consentKeptUntil(consent.at, kept?.endedAt ?? 0),
      },
    ]);
    expect(endedAt - (kept?.endedAt ?? 0)).toBeLessThan(hour);
    expect(JSON.stringify(below(stage, 'consents/'))).not.toMatch(/Grace|4242|cus_/);
    expect(below(stage, `profiles/${adaUid}`)).toEqual([]);
  });

  // Holds pay-320.
  it('leaves nothing where no payment was ever made, and where its time was over', async () => {
    const stage = await monthlyStage();
    putEnded(stage, 'old', 4, 366);
    const young = putEnded(stage, 'young', 2, 366);
    const late = putEnded(stage, 'late', 9, 1);
    await remove(stage);
    expect(below(stage, `profiles/${adaUid}`)).toEqual([]);
    expect(consentsIn(stage).map((kept) => [kept.monthlyId, kept.removeAt])).toEqual([
      ['late', consentKeptUntil(late.consent.at, late.endedAt ?? 0)],
      ['young', consentKeptUntil(young.consent.at, young.endedAt ?? 0)],
    ]);
  });

  // Holds pay-320.
  it('counts from the deletion where only Stripe knows the end, since the account was disconnected', async () => {
    const stage = await monthlyStage();
    await begin(stage);
    stage.deps.subscriptions.outage = { kind: 'gone' };
    stage.deps.clock.advance(3 * 365 * day);
    signIn(stage.deps, adaUid, adaToken);
    const deletedAt = stage.deps.clock.now();
    const { consent } = monthlyIn(stage);
    await remove(stage);
    await workOff(stage.deps);
    expect(consentsIn(stage)).toMatchObject([
      { endedAt: null, removeAt: consentKeptUntil(consent.at, deletedAt) },
    ]);
  });

  // Holds pay-320.
  it('is the same, and none is lost, when the deletion is killed at any commit and goes on hours later', async () => {
    const whole = await killedAt(Infinity);
    expect(whole.kept).toHaveLength(3);
    for (let at = 1; at <= whole.commits; at += 1) {
      const { seen, kept } = await killedAt(at);
      // Whatever is left after the kill: a monthly tip, or its consent.
      expect(seen, `killed at commit ${at}`).toEqual(['one', 'three', 'two']);
      expect(kept, `killed at commit ${at}`).toEqual(whole.kept);
    }
  });

  async function killedAt(at: number) {
    const stage = await adasStage();
    putEnded(stage, 'one', 1, 0);
    putEnded(stage, 'two', 2, 1);
    putEnded(stage, 'three', 6, 2);
    let commits = 0;
    stage.deps.store.fault = (step) => {
      if (step === 'commit') commits += 1;
      if (commits >= at) throw new Error('killed');
    };
    await remove(stage).catch(() => undefined);
    stage.deps.store.fault = () => undefined;
    const left = [...below(stage, `profiles/${adaUid}/monthly/`), ...below(stage, 'consents/')]
      .map(([path]) => path.split('/'))
      .filter((parts) => parts.at(-2) !== 'log')
      .map((parts) => parts.at(-1))
      .toSorted();
    stage.deps.clock.advance(7 * hour);
    signIn(stage.deps, adaUid, adaToken);
    // Killed before the request was stored, the owner asks again.
    await remove(stage).catch(() => undefined);
    await runAnyJob(stage.deps, `delete-${adaUid}`).catch(() => undefined);
    await workOff(stage.deps);
    expect(below(stage, `profiles/${adaUid}`)).toEqual([]);
    return { commits, seen: left, kept: consentsIn(stage) };
  }
});
