import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { wallDocument } from '../../core/wall/wall-document';
import { rollUp } from '../view-counts/roll-up';
import {
  adaDraft,
  adaPayments,
  adaToken,
  adaUid,
  adasScenario,
  anotherProcess,
  bearerOf,
  emptyScenario,
  paidTip,
  putDraft,
  putPayments,
  sendTip,
  signIn,
  tipSession,
  type SentTip,
  type Scenario,
} from '../testing/ada';
import { setStanding, wishes } from '../testing/standing';

describe('handle claims', () => {
  const day = 24 * 60 * 60_000;

  /** Publishes under a handle, as the account `uid`, from an address. */
  async function publishAs(scenario: Scenario, uid: string, handle: string, address = '203.0.113.7') {
    signIn(scenario.deps, uid, `token-${uid}`);
    putDraft(scenario.deps, uid, { ...adaDraft, handle });
    const headers = { ...bearerOf(`token-${uid}`), 'x-forwarded-for': address };
    return scenario.call('POST', '/v1/me/publish', { revision: 1 }, headers);
  }

  const heldNames = ({ deps }: Scenario) =>
    Object.keys(deps.store.dump())
      .filter((path) => path.startsWith('handles/'))
      .map((path) => path.slice('handles/'.length));

  const names = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`);

  describe('a handle', () => {
    it('is free after its owner takes another one, if it was never shown', async () => {
      const scenario = emptyScenario();
      for (const name of names(30)) expect((await publishAs(scenario, 'eve', name)).status).toBe(200);
      expect(heldNames(scenario)).toEqual(['name29']);
      expect((await scenario.call('GET', '/v1/profiles/name3')).status).toBe(404);
      expect((await publishAs(scenario, 'grace', 'name3')).status).toBe(200);
      expect((await publishAs(scenario, 'grace2', 'name29')).json.code).toBe('handle-taken');
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
      const scenario = emptyScenario();
      putPayments(scenario.deps, 'ada', adaPayments);
      await publishAs(scenario, 'ada', 'first');
      await scenario.call('GET', path);
      await publishAs(scenario, 'ada', 'second');
      expect(heldNames(scenario).toSorted()).toEqual(['first', 'second']);
      expect((await scenario.call('GET', '/v1/profiles/first')).json.handle).toBe('second');
      expect((await publishAs(scenario, 'eve', 'first')).json.code).toBe('handle-taken');
    });

    it('is kept once a tip session was opened under it', async () => {
      const scenario = emptyScenario();
      putPayments(scenario.deps, 'ada', adaPayments);
      await publishAs(scenario, 'ada', 'first');
      expect((await scenario.call('POST', '/v1/tip-sessions', { handle: 'first' })).status).toBe(200);
      expect(scenario.deps.store.dump()[paths.handle('first')]).toMatchObject({
        usedAt: expect.any(Date) as Date,
      });
    });

    it('is kept once a view of it was counted', async () => {
      const scenario = emptyScenario();
      await publishAs(scenario, 'ada', 'first');
      const events = JSON.stringify({ events: [{ kind: 'view', handle: 'first' }] });
      await scenario.call('POST', '/v1/events', events, { 'content-type': 'text/plain' });
      await rollUp(scenario.deps);
      expect(scenario.deps.store.dump()[paths.handle('first')]).toMatchObject({
        usedAt: expect.any(Date) as Date,
      });
    });

    it('is marked as used once, for many concurrent first views', async () => {
      const scenario = emptyScenario();
      await publishAs(scenario, 'ada', 'first');
      const seen = await Promise.all(names(20).map(() => scenario.call('GET', '/v1/profiles/first')));
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
      const usedAt = scenario.deps.store.dump()[paths.handle('first')];
      const before = scenario.deps.store.requests;
      scenario.deps.clock.advance(1000);
      await scenario.call('GET', '/v1/profiles/first');
      expect(scenario.deps.store.requests - before).toBe(1);
      expect(scenario.deps.store.dump()[paths.handle('first')]).toEqual(usedAt);
    });

    it('is not found for a request at the moment in which it is given up', async () => {
      const scenario = emptyScenario();
      await publishAs(scenario, 'ada', 'first');
      let commits = 0;
      scenario.deps.store.fault = (step) => {
        if (step !== 'commit' || commits > 0) return;
        commits += 1;
        scenario.deps.store.put(paths.handle('first'), {
          ...scenario.deps.store.dump()[paths.handle('first')],
          state: 'retired',
        });
      };
      expect((await scenario.call('GET', '/v1/profiles/first')).status).toBe(404);
    });

    it('is free after its account was deleted, if it was never shown', async () => {
      const scenario = emptyScenario();
      await publishAs(scenario, 'ada', 'first');
      const deleted = await scenario.call(
        'POST',
        '/v1/me/delete',
        { handle: 'first' },
        bearerOf('token-ada'),
      );
      expect({ status: deleted.status, heldNames: heldNames(scenario) }).toEqual({
        status: 200,
        heldNames: [],
      });
    });
  });

  describe('claiming handles', () => {
    it('is allowed five times in seven days per account; then the answer says how long to wait', async () => {
      const scenario = emptyScenario({ limitFactor: 1 });
      const statuses = [];
      for (const name of names(30)) statuses.push((await publishAs(scenario, 'eve', name)).status);
      expect(statuses).toEqual([
        ...Array.from({ length: 5 }, () => 200),
        ...Array.from({ length: 25 }, () => 429),
      ]);
      expect(heldNames(scenario)).toEqual(['name4']);
      const refused = await publishAs(scenario, 'eve', 'name5');
      expect(refused.json.code).toBe('too-many-requests');
      expect(refused.headers.get('retry-after')).toBe(String((7 * day) / 1000));
      expect((await publishAs(scenario, 'eve', 'name4')).status).toBe(200);
      expect((await publishAs(scenario, 'ada', 'ada')).status).toBe(200);
      scenario.deps.clock.advance(7 * day);
      expect((await publishAs(scenario, 'eve', 'name5')).status).toBe(200);
    });

    it('is allowed thirty times a day per address, for any number of accounts', async () => {
      const scenario = emptyScenario({ limitFactor: 1 });
      for (const name of names(30)) expect((await publishAs(scenario, `uid-${name}`, name)).status).toBe(200);
      expect((await publishAs(scenario, 'one-more', 'one_more')).status).toBe(429);
      expect((await publishAs(scenario, 'one-more', 'one_more', '203.0.113.8')).status).toBe(200);
    });

    it('does not count a current or earlier handle of the owner', async () => {
      const scenario = emptyScenario({ limitFactor: 1 });
      for (const name of ['one', 'two', 'one', 'two', 'one', 'two', 'one', 'two']) {
        expect((await publishAs(scenario, 'ada', name)).status).toBe(200);
        await scenario.call('GET', `/v1/profiles/${name}`);
      }
    });

    it('refuses a handle that was put into the draft after the counting', async () => {
      const scenario = emptyScenario();
      let commits = 0;
      scenario.deps.store.fault = (step) => {
        if (step === 'commit' && (commits += 1) === 1)
          putDraft(scenario.deps, 'eve', { ...adaDraft, handle: 'other' });
      };
      const answer = await publishAs(scenario, 'eve', 'counted');
      expect(answer).toMatchObject({ status: 409, json: { code: 'draft-behind' } });
      expect(heldNames(scenario)).toEqual([]);
    });
  });
});

describe('stored walls', () => {
  const minute = 60_000;
  const goal = { label: 'A new bow', amount: 5000 };
  const open = { draft: { tips: { ...adaDraft.tips, showWall: true, goal } } };

  const wallText = async (scenario: Scenario) => (await scenario.call('GET', '/v1/profiles/ada/wall')).text;
  const stored = (scenario: Scenario) => scenario.deps.store.dump()[paths.wall(adaUid)];

  const moderate = (scenario: Scenario, { tipId }: SentTip) =>
    scenario.call('POST', `/v1/me/tips/${tipId}/moderation`, { state: 'hidden' }, bearerOf(adaToken));
  const undo = (scenario: Scenario, { tipId, tipToken }: SentTip) =>
    scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
  const erase = (scenario: Scenario, { tipId, tipToken }: SentTip) =>
    scenario.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));

  describe('the stored wall', () => {
    it.each(Object.entries({ moderate, undo, erase }))(
      'loses the texts of a fan in the same commit: %s',
      async (_, takeBack) => {
        const scenario = await adasScenario({}, open);
        const tip = await paidTip(scenario, { name: 'Zoe', message: 'For the rain' });
        await paidTip(scenario, { name: 'Mo' });
        await wallText(scenario);
        expect(JSON.stringify(stored(scenario))).toContain('Zoe');
        await takeBack(scenario, tip);
        expect(JSON.stringify(stored(scenario))).not.toContain('Zoe');
        const after = await wallText(scenario);
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
            const scenario = await adasScenario({}, open);
            const tip = await paidTip(scenario, { name: 'Zoe', message: 'For the rain' });
            if (seen === 1) await wallText(scenario);
            scenario.deps.clock.advance(seen * minute);
            scenario.deps.store.pause = () => scheduler.schedule(Promise.resolve());
            const views = [wallText(scenario), wallText(anotherProcess(scenario)), wallText(scenario)];
            await scheduler.waitFor(Promise.all([...views, act(scenario, tip)]));
            scenario.deps.store.pause = () => Promise.resolve();
            expect(JSON.stringify(stored(scenario) ?? {})).not.toContain('Zoe');
            expect(await wallText(scenario)).not.toContain('Zoe');
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
            const scenario = await adasScenario({}, open);
            let paid = 0;
            for (const [ms, isTip] of steps) {
              scenario.deps.clock.advance(ms);
              if (!isTip) await wallText(scenario);
              else {
                paid += 1;
                await paidTip(scenario, { name: `Fan ${paid}`, session: await tipSession(scenario) });
              }
            }
            scenario.deps.clock.advance(2 * minute);
            const wall = await wallText(scenario);
            expect(wall).toContain(`"reached":${paid * 500}`);
            for (let at = 1; at <= paid; at += 1) expect(wall).toContain(`Fan ${at}`);
          },
        ),
        { numRuns: 15 },
      );
    });

    it('gets one mark a minute from an instance, not one from each tip', async () => {
      const scenario = await adasScenario({}, open);
      const tips = await Promise.all(Array.from({ length: 5 }, () => sendTip(scenario, { name: 'Zoe' })));
      const marks = new Set<string>();
      for (const { paymentIntentId, tipId } of tips) {
        scenario.stripe.pay(paymentIntentId);
        scenario.deps.clock.advance(5000);
        await scenario.call(
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
        marks.add(JSON.stringify(stored(scenario)));
      }
      expect(marks.size).toBe(1);
    });

    it.each([
      ['a takedown', (scenario: Scenario) => setStanding(scenario, wishes.suspend)],
      [
        'the deletion of the account',
        (scenario: Scenario) => scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken)),
      ],
    ])('and the card are removed by %s', async (_, end) => {
      const scenario = await adasScenario({}, open);
      await paidTip(scenario, { name: 'Zoe' });
      await wallText(scenario);
      expect(stored(scenario)).toBeDefined();
      await end(scenario);
      expect(stored(scenario)).toBeUndefined();
      expect(JSON.stringify(scenario.deps.store.dump()[paths.card('ada')] ?? {})).not.toContain('Lovelace');
    });

    it('is not stored again by an instance that still has the card of a profile that is gone', async () => {
      const scenario = await adasScenario({}, open);
      await paidTip(scenario, { name: 'Zoe' });
      const other = anotherProcess(scenario);
      await other.call('GET', '/v1/profiles/ada');
      await setStanding(scenario, wishes.suspend);
      await wallText(other);
      expect(stored(scenario)).toBeUndefined();
    });

    it('of another release is made anew', async () => {
      const scenario = await adasScenario({}, open);
      await paidTip(scenario, { name: 'Zoe' });
      scenario.deps.store.put(paths.wall(adaUid), { v: 7, made: 'of something else' });
      expect(await wallText(scenario)).toContain('Zoe');
      expect(wallDocument.decode(stored(scenario))).toMatchObject({
        value: { made: { supporters: [expect.anything()] } },
      });
    });
  });
});
