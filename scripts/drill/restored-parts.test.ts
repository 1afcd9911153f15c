import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { adasStage, adaUid, emptyStage, paidTip, storedTips } from '../../functions/testing/ada';
import { setStanding, wishes } from '../../functions/testing/standing';
import { appFault, tipsFault } from './restored-parts';

describe('a restored database', () => {
  it('agrees with Stripe when every tip has its payment, and is not changed by the question', async () => {
    const stage = await adasStage();
    for (let tip = 0; tip < 3; tip += 1) await paidTip(stage);
    const before = stage.deps.store.dump();
    expect(await tipsFault(stage.deps)).toBeNull();
    expect(stage.deps.store.dump()).toEqual(before);
  });

  it('names a tip whose amount is another one at Stripe, and one that Stripe does not know', async () => {
    const stage = await adasStage();
    await paidTip(stage);
    const [path = ''] = storedTips(stage);
    const tip = stage.deps.store.dump()[path] ?? {};
    stage.deps.store.put(path, { ...tip, amount: 1 });
    expect(await tipsFault(stage.deps)).toContain('payment-mismatch:amount');
    stage.deps.store.put(path, {
      ...tip,
      stripe: { ...(tip['stripe'] as object), paymentIntentId: 'pi_none' },
    });
    expect(await tipsFault(stage.deps)).toMatch(/^Stripe says .* about tip /);
    stage.deps.store.drop(path);
    expect(await tipsFault(stage.deps)).toBe('no tip has a payment');
  });

  it('is shown by the app, but for profiles that the host has taken away', async () => {
    const stage = await adasStage();
    expect(await appFault(stage.deps)).toBeNull();
    await setStanding(stage, wishes.suspend);
    expect(await appFault(stage.deps)).toBeNull();
  });

  it('is not accepted when a profile cannot be reached, or when there is none', async () => {
    const stage = await adasStage();
    stage.deps.store.drop(paths.handle('ada'));
    stage.deps.store.drop(paths.card('ada'));
    stage.deps.recentCards.forgetAll();
    expect(await appFault(stage.deps)).toBe('/v1/profiles/ada answers 404');
    stage.deps.store.drop(paths.profile(adaUid));
    expect(await appFault(stage.deps)).toBe('there is no profile');
    expect(await appFault(emptyStage().deps)).toBe('there is no profile');
  });
});
