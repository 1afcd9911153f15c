import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '../../../core/documents/documents';
import { decodeWall } from '../../../core/documents/wall-document';
import {
  adaDraft,
  adasStage,
  adaToken,
  adaUid,
  anotherProcess,
  bearerOf,
  paidTip,
  sendTip,
  tipSession,
  type SentTip,
  type Stage,
} from '../../testing/ada';
import { setStanding, wishes } from '../../testing/standing';

const minute = 60_000;
const goal = { label: 'A new bow', amount: 5000 };
const open = { draft: { tips: { ...adaDraft.tips, showWall: true, goal } } };

const wallText = async (stage: Stage) => (await stage.call('GET', '/v1/profiles/ada/wall')).text;
const stored = (stage: Stage) => stage.deps.store.dump()[paths.wall(adaUid)];

const moderate = (stage: Stage, { tipId }: SentTip) =>
  stage.call('POST', `/v1/me/tips/${tipId}/moderation`, { state: 'hidden' }, bearerOf(adaToken));
const undo = (stage: Stage, { tipId, tipToken }: SentTip) =>
  stage.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
const erase = (stage: Stage, { tipId, tipToken }: SentTip) =>
  stage.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));

describe('the stored wall', () => {
  it.each(Object.entries({ moderate, undo, erase }))(
    'loses the texts of a fan in the same commit: %s',
    async (_, takeBack) => {
      const stage = await adasStage({}, open);
      const tip = await paidTip(stage, { name: 'Zoe', message: 'For the rain' });
      await paidTip(stage, { name: 'Mo' });
      await wallText(stage);
      expect(JSON.stringify(stored(stage))).toContain('Zoe');
      await takeBack(stage, tip);
      expect(JSON.stringify(stored(stage))).not.toContain('Zoe');
      const after = await wallText(stage);
      expect([after.includes('Zoe'), after.includes('Mo')]).toEqual([false, true]);
    },
  );

  it('never shows a text again that was taken back while another view made the wall', async () => {
    const acts = [moderate, undo, erase] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.constantFrom(...acts),
        fc.nat({ max: 2 }),
        async (scheduler, act, seen) => {
          const stage = await adasStage({}, open);
          const tip = await paidTip(stage, { name: 'Zoe', message: 'For the rain' });
          if (seen === 1) await wallText(stage);
          stage.deps.clock.advance(seen * minute);
          stage.deps.store.pause = () => scheduler.schedule(Promise.resolve());
          const views = [wallText(stage), wallText(anotherProcess(stage)), wallText(stage)];
          await scheduler.waitFor(Promise.all([...views, act(stage, tip)]));
          stage.deps.store.pause = () => Promise.resolve();
          expect(JSON.stringify(stored(stage) ?? {})).not.toContain('Zoe');
          expect(await wallText(stage)).not.toContain('Zoe');
        },
      ),
      { numRuns: 20 },
    );
  });

  it('shows each tip two minutes later at most, whenever it came and whenever somebody looked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 90_000 }), fc.boolean()), { maxLength: 8 }),
        async (steps) => {
          const stage = await adasStage({}, open);
          let paid = 0;
          for (const [ms, isTip] of steps) {
            stage.deps.clock.advance(ms);
            if (!isTip) await wallText(stage);
            else {
              paid += 1;
              await paidTip(stage, { name: `Fan ${paid}`, session: await tipSession(stage) });
            }
          }
          stage.deps.clock.advance(2 * minute);
          const wall = await wallText(stage);
          expect(wall).toContain(`"reached":${paid * 500}`);
          for (let at = 1; at <= paid; at += 1) expect(wall).toContain(`Fan ${at}`);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('gets one mark a minute from an instance, not one from each tip', async () => {
    const stage = await adasStage({}, open);
    const tips = await Promise.all(Array.from({ length: 5 }, () => sendTip(stage, { name: 'Zoe' })));
    const marks = new Set<string>();
    for (const { paymentIntentId, tipId } of tips) {
      stage.stripe.pay(paymentIntentId);
      stage.deps.clock.advance(5000);
      await stage.call(
        'POST',
        '/v1/stripe/webhook',
        {
          id: `evt_wall_${tipId}`,
          type: 'payment_intent.succeeded',
          account: 'acct_ada',
          livemode: false,
          objectId: null,
          paymentIntentId,
          reference: { uid: adaUid, tipId },
        },
        { 'stripe-signature': 'genuine' },
      );
      marks.add(JSON.stringify(stored(stage)));
    }
    expect(marks.size).toBe(1);
  });

  it.each([
    ['a takedown', (stage: Stage) => setStanding(stage, wishes.suspend)],
    [
      'the deletion of the account',
      (stage: Stage) => stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken)),
    ],
  ])('and the card are removed by %s', async (_, end) => {
    const stage = await adasStage({}, open);
    await paidTip(stage, { name: 'Zoe' });
    await wallText(stage);
    expect(stored(stage)).toBeDefined();
    await end(stage);
    expect(stored(stage)).toBeUndefined();
    expect(JSON.stringify(stage.deps.store.dump()[paths.card('ada')] ?? {})).not.toContain('Lovelace');
  });

  it('is not stored again by an instance that still has the card of a profile that is gone', async () => {
    const stage = await adasStage({}, open);
    await paidTip(stage, { name: 'Zoe' });
    const other = anotherProcess(stage);
    await other.call('GET', '/v1/profiles/ada');
    await setStanding(stage, wishes.suspend);
    await wallText(other);
    expect(stored(stage)).toBeUndefined();
  });

  it('of another release is made anew', async () => {
    const stage = await adasStage({}, open);
    await paidTip(stage, { name: 'Zoe' });
    stage.deps.store.put(paths.wall(adaUid), { v: 7, made: 'of something else' });
    expect(await wallText(stage)).toContain('Zoe');
    expect(decodeWall(stored(stage))?.made?.supporters).toHaveLength(1);
  });
});
