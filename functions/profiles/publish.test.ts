import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { decodeWall } from '../../core/documents/wall-document';
import { rollUp } from '../counting/roll-up';
import {
  adaDraft,
  adaPayments,
  adaToken,
  adaUid,
  adasStage,
  anotherProcess,
  bearerOf,
  emptyStage,
  paidTip,
  putDraft,
  putPayments,
  sendTip,
  signIn,
  tipSession,
  type SentTip,
  type Stage,
} from '../testing/ada';
import { setStanding, wishes } from '../testing/standing';

describe('handle claims', () => {
  const day = 24 * 60 * 60_000;

  /** Publishes under a handle, as the account `uid`, from an address. */
  async function publishAs(stage: Stage, uid: string, handle: string, address = '203.0.113.7') {
    signIn(stage.deps, uid, `token-${uid}`);
    putDraft(stage.deps, uid, { ...adaDraft, handle });
    const headers = { ...bearerOf(`token-${uid}`), 'x-forwarded-for': address };
    return stage.call('POST', '/v1/me/publish', { revision: 1 }, headers);
  }

  const heldNames = ({ deps }: Stage) =>
    Object.keys(deps.store.dump())
      .filter((path) => path.startsWith('handles/'))
      .map((path) => path.slice('handles/'.length));

  const names = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`);

  describe('a handle', () => {
    it('is free after its owner takes another one, if it was never shown', async () => {
      const stage = emptyStage();
      for (const name of names(30)) expect((await publishAs(stage, 'eve', name)).status).toBe(200);
      expect(heldNames(stage)).toEqual(['name29']);
      expect((await stage.call('GET', '/v1/profiles/name3')).status).toBe(404);
      expect((await publishAs(stage, 'grace', 'name3')).status).toBe(200);
      expect((await publishAs(stage, 'grace2', 'name29')).json.code).toBe('handle-taken');
    });

    it.each([
      '/v1/profiles/first',
      '/v1/profiles?handles=first,other',
      '/v1/profiles/first/wall',
      '/@first',
      '/@first/embed',
      '/@first/badge.svg',
      '/@first/qr.png',
      '/@first/tip',
      '/oembed?url=https://busker.test/@first',
    ])('is kept for ever, as an alias, after somebody saw %s', async (path) => {
      const stage = emptyStage();
      putPayments(stage.deps, 'ada', adaPayments);
      await publishAs(stage, 'ada', 'first');
      await stage.call('GET', path);
      await publishAs(stage, 'ada', 'second');
      expect(heldNames(stage).toSorted()).toEqual(['first', 'second']);
      expect((await stage.call('GET', '/v1/profiles/first')).json.handle).toBe('second');
      expect((await publishAs(stage, 'eve', 'first')).json.code).toBe('handle-taken');
    });

    it('is kept once a tip session was opened under it', async () => {
      const stage = emptyStage();
      putPayments(stage.deps, 'ada', adaPayments);
      await publishAs(stage, 'ada', 'first');
      expect((await stage.call('POST', '/v1/tip-sessions', { handle: 'first' })).status).toBe(200);
      expect(stage.deps.store.dump()[paths.handle('first')]).toMatchObject({
        usedAt: expect.any(Date) as Date,
      });
    });

    it('is kept once a view of it was counted', async () => {
      const stage = emptyStage();
      await publishAs(stage, 'ada', 'first');
      const events = JSON.stringify({ events: [{ kind: 'view', handle: 'first' }] });
      await stage.call('POST', '/v1/events', events, { 'content-type': 'text/plain' });
      await rollUp(stage.deps);
      expect(stage.deps.store.dump()[paths.handle('first')]).toMatchObject({
        usedAt: expect.any(Date) as Date,
      });
    });

    it('is marked as used once, for many concurrent first views', async () => {
      const stage = emptyStage();
      await publishAs(stage, 'ada', 'first');
      const seen = await Promise.all(names(20).map(() => stage.call('GET', '/v1/profiles/first')));
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
      const usedAt = stage.deps.store.dump()[paths.handle('first')];
      const before = stage.deps.store.requests;
      stage.deps.clock.advance(1000);
      await stage.call('GET', '/v1/profiles/first');
      expect(stage.deps.store.requests - before).toBe(1);
      expect(stage.deps.store.dump()[paths.handle('first')]).toEqual(usedAt);
    });

    it('is not found for a request at the moment in which it is given up', async () => {
      const stage = emptyStage();
      await publishAs(stage, 'ada', 'first');
      let commits = 0;
      stage.deps.store.fault = (step) => {
        if (step !== 'commit' || commits > 0) return;
        commits += 1;
        stage.deps.store.put(paths.handle('first'), {
          ...stage.deps.store.dump()[paths.handle('first')],
          state: 'retired',
        });
      };
      expect((await stage.call('GET', '/v1/profiles/first')).status).toBe(404);
    });

    it('is free after its account was deleted, if it was never shown', async () => {
      const stage = emptyStage();
      await publishAs(stage, 'ada', 'first');
      const deleted = await stage.call('POST', '/v1/me/delete', { handle: 'first' }, bearerOf('token-ada'));
      expect({ status: deleted.status, heldNames: heldNames(stage) }).toEqual({ status: 200, heldNames: [] });
    });
  });

  describe('claiming handles', () => {
    it('is allowed five times in seven days per account; then the answer says how long to wait', async () => {
      const stage = emptyStage({ limitFactor: 1 });
      const statuses = [];
      for (const name of names(30)) statuses.push((await publishAs(stage, 'eve', name)).status);
      expect(statuses).toEqual([
        ...Array.from({ length: 5 }, () => 200),
        ...Array.from({ length: 25 }, () => 429),
      ]);
      expect(heldNames(stage)).toEqual(['name4']);
      const refused = await publishAs(stage, 'eve', 'name5');
      expect(refused.json.code).toBe('too-many-requests');
      expect(refused.headers.get('retry-after')).toBe(String((7 * day) / 1000));
      expect((await publishAs(stage, 'eve', 'name4')).status).toBe(200);
      expect((await publishAs(stage, 'ada', 'ada')).status).toBe(200);
      stage.deps.clock.advance(7 * day);
      expect((await publishAs(stage, 'eve', 'name5')).status).toBe(200);
    });

    it('is allowed thirty times a day per address, for any number of accounts', async () => {
      const stage = emptyStage({ limitFactor: 1 });
      for (const name of names(30)) expect((await publishAs(stage, `uid-${name}`, name)).status).toBe(200);
      expect((await publishAs(stage, 'one-more', 'one_more')).status).toBe(429);
      expect((await publishAs(stage, 'one-more', 'one_more', '203.0.113.8')).status).toBe(200);
    });

    it('does not count a current or earlier handle of the owner', async () => {
      const stage = emptyStage({ limitFactor: 1 });
      for (const name of ['one', 'two', 'one', 'two', 'one', 'two', 'one', 'two']) {
        expect((await publishAs(stage, 'ada', name)).status).toBe(200);
        await stage.call('GET', `/v1/profiles/${name}`);
      }
    });

    it('refuses a handle that was put into the draft after the counting', async () => {
      const stage = emptyStage();
      let commits = 0;
      stage.deps.store.fault = (step) => {
        if (step === 'commit' && (commits += 1) === 1)
          putDraft(stage.deps, 'eve', { ...adaDraft, handle: 'other' });
      };
      const answer = await publishAs(stage, 'eve', 'counted');
      expect(answer).toMatchObject({ status: 409, json: { code: 'draft-behind' } });
      expect(heldNames(stage)).toEqual([]);
    });
  });
});

describe('stored walls', () => {
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
});
