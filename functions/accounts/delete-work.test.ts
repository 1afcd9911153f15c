import { describe, expect, it } from 'vitest';
import { decodeConsent, encodeMonthly } from '../../core/documents/monthly-document';
import { paths } from '../../core/documents/documents';
import { consentKeptUntil, type Monthly } from '../../core/monthly/monthly';
import { isListening } from '../../core/outbox/channel';
import { fakeMonthly } from '../../core/testing/monthly-fakes';
import { runAnyJob } from '../jobs/recurring-jobs';
import { readable, stored } from '../store/stored';
import {
  adaToken,
  adaUid,
  adasStage,
  bearerOf,
  paidTip,
  sendEvent,
  sendTip,
  signIn,
  storedTips,
  word,
  type Stage,
} from '../testing/ada';
import { putTips } from '../testing/many-tips';
import { monthlyFan } from '../testing/monthly-fan';
import { begin, monthlyId, monthlyIn, monthlyStage, type MonthlyStage } from '../testing/monthly-stage';
import { channelsIn, putChannel } from '../testing/put-channels';
import { workOff } from '../testing/work-off';

describe('delete work', () => {
  // Patient: 3,000 tips are deleted, and the work is killed at each commit.

  const job = `delete-${adaUid}` as const;
  const remove = (stage: Stage) => stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  const stateOf = async ({ deps }: Stage) => (await deps.store.read(stored.leaving(adaUid)))?.state;
  const entriesOf = ({ deps }: Stage) =>
    Object.keys(deps.store.dump()).filter((path) => path.startsWith(`${paths.ledgerEntries(adaUid)}/`));

  async function stageWith(tips: number): Promise<Stage> {
    const stage = await adasStage();
    putTips(stage.deps, adaUid, tips);
    return stage;
  }

  /** Rings until the job ends. A process that was killed leaves its lease, which ends after a few minutes. */
  async function untilOver(stage: Stage): Promise<void> {
    for (let rings = 0; rings < 60; rings += 1) {
      stage.deps.clock.advance(7 * 60 * 60_000);
      const end = await runAnyJob(stage.deps, job).catch(() => 'killed');
      if (end === 'done') return;
    }
    throw new Error('The deletion does not end');
  }

  function expectGone(stage: Stage, tips: number): void {
    const left = Object.keys(stage.deps.store.dump());
    expect(left.filter((path) => /^(profiles|drafts|accounts|linkHealth)\//.test(path))).toEqual([]);
    expect(entriesOf(stage)).toHaveLength(tips);
    expect(left).toContain(paths.ledger(adaUid));
    expect(stage.deps.idTokens.removed.at(-1)).toBe(adaUid);
  }

  async function disputable(stage: Stage): Promise<string> {
    const { paymentIntentId } = await paidTip(stage, { name: 'Zoe' });
    return paymentIntentId;
  }

  async function openDispute(stage: Stage, paymentIntentId: string): Promise<void> {
    stage.stripe.dispute(paymentIntentId, 'needs_response');
    await sendEvent(stage, 'charge.dispute.created', { paymentIntentId });
  }

  describe('deleting an account with 3,000 tips', () => {
    // Holds host-049.
    it('is answered at once, and goes on by itself in slices until nothing but the books is left', async () => {
      const stage = await stageWith(3000);
      const started = await remove(stage);
      expect(started).toMatchObject({ status: 202, json: { deleted: false } });
      expect(stage.deps.jobQueue.tasks.at(-1)?.task).toBe(job);
      const { store, clock } = stage.deps;
      const largest = { page: 0 };
      const find = store.find.bind(store);
      store.find = async (query, decode) => {
        const page = await find(query, decode);
        largest.page = Math.max(largest.page, page.length);
        return page;
      };
      const seen: string[] = [];
      const ends: string[] = [];
      for (let end = ''; end !== 'done'; ends.push(end)) {
        store.pause = async (step) => void (step === 'commit' && clock.advance(5_000));
        end = await runAnyJob(stage.deps, job);
        store.pause = () => Promise.resolve();
        const state = await stateOf(stage);
        seen.push(state?.name === 'running' ? `${state.step} ${state.done}` : String(state?.name));
      }
      expect(ends.length).toBeGreaterThan(2);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.at(-1)).toBe('done');
      expect(largest.page).toBe(500);
      expectGone(stage, 3000);
    });

    // Holds host-049.
    it('ends by itself when it is killed at any commit', async () => {
      const tips = 230;
      const commits = await killedAt(tips, Infinity);
      expect(commits).toBeGreaterThan(20);
      for (let at = 1; at <= commits; at += 2) await killedAt(tips, at);
    });

    /** Deletes an account whose process dies at the commit of this number. Returns how many commits there were. */
    async function killedAt(tips: number, at: number): Promise<number> {
      const stage = await stageWith(tips);
      await remove(stage);
      let commits = 0;
      stage.deps.store.fault = (step) => {
        if (step === 'commit') commits += 1;
        // Nothing that the dying process does afterwards lands either.
        if (commits >= at) throw new Error('killed');
      };
      await runAnyJob(stage.deps, job).catch(() => undefined);
      stage.deps.store.fault = () => undefined;
      if (at !== Infinity) await untilOver(stage);
      expect(await stateOf(stage), `killed at commit ${at}`).toEqual({ name: 'done' });
      expectGone(stage, tips);
      return commits;
    }

    it('shows how far it is to whoever has the ticket, also after the account is gone', async () => {
      const stage = await stageWith(201);
      const ticket = word(await remove(stage), 'ticket');
      const ask = (token: string) => stage.call('GET', '/v1/deletion', undefined, bearerOf(token));
      expect((await ask(ticket)).json).toEqual({ name: 'running', step: 'page', done: 0, total: null });
      await untilOver(stage);
      expect((await ask(ticket)).json).toEqual({ name: 'done' });
      for (const other of [adaToken, `${ticket}x`, 'x.y'])
        expect((await ask(other)).json).toEqual({ name: 'unknown' });
    });

    it('refuses to publish, to connect and to export meanwhile', async () => {
      const stage = await stageWith(201);
      await remove(stage);
      const calls = [
        stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken)),
        stage.call('POST', '/v1/me/payments/connect', { country: 'US', currency: null }, bearerOf(adaToken)),
        stage.call('POST', '/v1/me/exports', { format: 'csv' }, bearerOf(adaToken)),
      ];
      const codes = (await Promise.all(calls)).map(({ json }) => json['code']);
      expect(codes).toEqual(['account-leaving', 'account-leaving', 'account-leaving']);
    });

    it('pressed twice, and in two tabs, is one deletion', async () => {
      const stage = await stageWith(201);
      const [first, second] = await Promise.all([remove(stage), remove(stage)]);
      expect([first.status, second.status]).toEqual([202, 202]);
      await untilOver(stage);
      expectGone(stage, 201);
    });

    it('takes the files and the record of an export with it', async () => {
      const stage = await stageWith(5);
      await stage.call('POST', '/v1/me/exports', { format: 'csv' }, bearerOf(adaToken));
      await runAnyJob(stage.deps, `export-${adaUid}`);
      expect(stage.deps.exportFiles.files.size).toBe(1);
      expect((await remove(stage)).json).toEqual({ deleted: true });
      expect(stage.deps.exportFiles.files.size).toBe(0);
      expectGone(stage, 5);
    });
  });

  describe('a dispute that opens during the deletion', () => {
    /** The state of the store apart from times, jobs and the record of the deletion. */
    const restOf = ({ deps }: Stage) =>
      Object.fromEntries(
        Object.entries(deps.store.dump()).filter(
          ([path]) => !/^(jobs|leaving|limits|stripeEvents)\//.test(path),
        ),
      );

    // Holds host-050, out-058.
    it.each(['page', 'payments', 'books'] as const)(
      'stops it in the step “%s”, and everything is as before: the page, the tips, the books, the channels',
      async (step) => {
        const stage = await stageWith(701);
        const open = await disputable(stage);
        await sendTip(stage);
        putChannel(stage.deps, adaUid, 'works');
        putChannel(stage.deps, adaUid, 'off', { state: 'off', end: 'unsubscribed' });
        const channels = channelsIn(stage.deps, adaUid);
        expect((await remove(stage)).status).toBe(202);
        expect(Object.values(channelsIn(stage.deps, adaUid).channels).filter(isListening)).toEqual([]);
        const before = stageBefore(stage);
        await until(stage, step);
        await openDispute(stage, open);
        stage.deps.store.pause = () => Promise.resolve();
        await untilOver(stage);
        expect(await stateOf(stage)).toEqual({ name: 'stopped' });
        expect(channelsIn(stage.deps, adaUid)).toEqual(channels);
        const after = restOf(stage);
        expect(Object.keys(after).filter(isLasting)).toEqual(before);
        expect(entriesOf(stage)).toEqual([]);
        expect((await stage.call('GET', '/v1/profiles/ada')).status).toBe(200);
        signIn(stage.deps, adaUid, adaToken);
        expect((await remove(stage)).json['code']).toBe('account-busy');
        stage.stripe.dispute(open, 'lost');
        await sendEvent(stage, 'charge.dispute.closed', { paymentIntentId: open });
        expect((await remove(stage)).status).toBe(202);
        await untilOver(stage);
        expectGone(stage, 702);
      },
    );

    const stageBefore = (stage: Stage) => Object.keys(restOf(stage)).filter(isLasting);

    /** A dispute adds a line to the tip's history and an event and takes the tip from the wall, with or without a deletion. */
    const isLasting = (path: string) => !/^(walls|cards)\/|\/(log|supporters|events)\//.test(path);

    /** Works until this step has begun, and in it until its first page. */
    async function until(stage: Stage, step: string): Promise<void> {
      if (step === 'page') return;
      stage.deps.store.pause = async (kind) => {
        const state = stateNow(stage);
        if (kind === 'commit' && state === step) stage.deps.clock.advance(5 * 60_000);
      };
      await runAnyJob(stage.deps, job);
      expect(stateNow(stage)).toBe(step);
    }

    const stateNow = ({ deps }: Stage): unknown =>
      (deps.store.get(paths.leaving(adaUid))?.['state'] as { step?: string } | undefined)?.step;

    it('after the point of no return changes the books only', async () => {
      const stage = await stageWith(701);
      const open = await disputable(stage);
      await remove(stage);
      await until(stage, 'data');
      await openDispute(stage, open);
      stage.deps.store.pause = () => Promise.resolve();
      await untilOver(stage);
      expectGone(stage, 702);
      const entries = entriesOf(stage).map((path) => stage.deps.store.dump()[path]);
      expect(entries.filter((entry) => entry?.['disputed'] === 500)).toHaveLength(1);
      expect(storedTips(stage)).toEqual([]);
    });
  });
});

describe('remove monthlies', () => {
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
});

describe('end monthlies', () => {
  const month = 31 * 24 * 60 * 60_000;
  /** Another fan gives monthly, too. */
  async function another(stage: MonthlyStage, letter: string): Promise<string> {
    const reference = { uid: adaUid, tipId: letter.repeat(25) };
    return begin(await monthlyStage(stage, {}, reference.tipId), reference);
  }
  const left = ({ deps }: MonthlyStage) =>
    Object.keys(deps.store.dump()).filter((path) => path.startsWith(`profiles/${adaUid}`));

  // Holds pay-260.
  it('deleting an account ends its monthly tips and voids what is open, before anything is removed', async () => {
    const stage = await monthlyStage();
    const id = await begin(stage);
    stage.deps.clock.advance(month);
    stage.billing.renew(id, 'declined');
    stage.deps.subscriptions.failNext('endNow', { kind: 'unavailable', error: new Error('away') });
    const fresh = { ...bearerOf(adaToken) };
    stage.deps.idTokens.signIn(adaToken, {
      uid: adaUid,
      guest: false,
      provider: 'password',
      email: 'ada@example.com',
      emailVerified: true,
      signedInAt: stage.deps.clock.now(),
    });
    await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, fresh);
    expect(monthlyIn(stage)).toMatchObject({ asked: { what: 'end', reason: 'account' } });
    expect(storedTips(stage).length).toBeGreaterThan(0);
    stage.deps.clock.advance(60 * 60_000);
    await workOff(stage.deps);
    const at = stage.deps.subscriptions.subscriptions.get(id);
    expect(at?.facts.status).toBe('canceled');
    expect(at?.invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
    expect(left(stage)).toEqual([]);
  });

  // Holds pay-260.
  it('of three monthly tips, Stripe is away for the second: nothing is removed, and the next try ends all and writes the books', async () => {
    const stage = await monthlyStage();
    const [first, second, third] = [await begin(stage), await another(stage, 'b'), await another(stage, 'c')];
    stage.deps.clock.advance(month);
    for (const each of [first, second, third]) stage.billing.renew(each, 'declined');
    signIn(stage.deps, adaUid, adaToken);
    const endNow = stage.deps.subscriptions.endNow.bind(stage.deps.subscriptions);
    stage.deps.subscriptions.endNow = (account, id) => {
      if (id === second)
        stage.deps.subscriptions.failNext('endNow', { kind: 'unavailable', error: new Error('away') });
      return endNow(account, id);
    };
    const before = storedTips(stage);
    const status = (id: string) => stage.deps.subscriptions.subscriptions.get(id)?.facts.status;
    const refused = await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect([refused.status, refused.json['deleted']]).toEqual([202, false]);
    expect(storedTips(stage)).toEqual(before);
    expect([first, second, third].map(status)).toEqual(['canceled', 'past_due', 'past_due']);
    stage.deps.subscriptions.endNow = endNow;
    stage.deps.clock.advance(60 * 60_000);
    await workOff(stage.deps);
    for (const id of [first, second, third]) {
      const at = stage.deps.subscriptions.subscriptions.get(id);
      expect(at?.facts.status).toBe('canceled');
      expect(at?.invoices.map((invoice) => invoice.status)).toEqual(['paid', 'void']);
    }
    expect(left(stage)).toEqual([]);
    const books = Object.entries(stage.deps.store.dump()).filter(([path]) =>
      path.startsWith(`${paths.ledgerEntries(adaUid)}/`),
    );
    expect(books.map(([, entry]) => entry)).toEqual(
      [1, 2, 3].map(() => expect.objectContaining({ amount: 537 })),
    );
  });

  it('an account that has disconnected is deleted, although its monthly tips can only be ended at Stripe', async () => {
    const stage = await monthlyStage();
    await begin(stage);
    stage.deps.subscriptions.outage = { kind: 'gone' };
    await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    await workOff(stage.deps);
    expect(left(stage)).toEqual([]);
  });

  // Holds pay-260, pay-320.
  it('a monthly tip that was paid on Stripe’s page, and whose event has not arrived, is ended too and keeps its consent', async () => {
    const stage = await monthlyStage();
    const id = stage.billing.subscribe(stage.sessionId);
    const away = { kind: 'unavailable', error: new Error('away') } as const;
    stage.deps.subscriptions.failNext('snapshot', away);
    const refused = await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect(refused.json['deleted']).toBe(false);
    expect(storedTips(stage)).toHaveLength(1);
    stage.deps.clock.advance(60 * 60_000);
    await workOff(stage.deps);
    expect(stage.deps.subscriptions.subscriptions.get(id)?.facts.status).toBe('canceled');
    expect(left(stage)).toEqual([]);
    expect(stage.deps.store.get(paths.consent(monthlyId))).toMatchObject({ subscriptionId: id });
  });

  // Holds pay-260.
  it('a monthly tip that others are writing holds back the deletion until it has ended', async () => {
    const stage = await monthlyStage();
    const id = stage.billing.subscribe(stage.sessionId);
    const { store } = stage.deps;
    const commit = store.commit.bind(store);
    store.commit = (reads, write) =>
      reads.some(({ path }) => path === paths.monthly(adaUid, monthlyId))
        ? Promise.resolve(false)
        : commit(reads, write);
    const refused = await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect(refused.json['deleted']).toBe(false);
    expect(storedTips(stage)).toHaveLength(1);
    store.commit = commit;
    stage.deps.clock.advance(60 * 60_000);
    await workOff(stage.deps);
    expect(stage.deps.subscriptions.subscriptions.get(id)?.facts.status).toBe('canceled');
    expect(left(stage)).toEqual([]);
  });

  // Holds pay-260, pay-281.
  it('a fan who has withdrawn while Stripe was away gets the money back, although the account is deleted next', async () => {
    const fan = await monthlyFan();
    const { stage } = fan;
    const away = { kind: 'unavailable', error: new Error('away') } as const;
    stage.deps.subscriptions.failNext('endNow', away, 'before');
    expect((await fan.call('POST', '/withdraw')).status).toBe(503);
    await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    await workOff(stage.deps);
    expect(left(stage)).toEqual([]);
    expect(stage.deps.subscriptions.subscriptions.get(fan.subscription)?.facts.status).toBe('canceled');
    const refunds = [...stage.deps.payments.payments.values()].flatMap((payment) => payment.refunds);
    expect(refunds).toMatchObject([{ amount: 537, status: 'succeeded' }]);
  });

  // Holds pay-365.
  it.each(['before', 'after'] as const)(
    'a withdrawal whose refund gets no answer in the deletion (%s) keeps everything until Stripe answers, and is made once',
    async (when) => {
      const fan = await monthlyFan();
      const { stage } = fan;
      const away = { kind: 'unavailable', error: new Error('away') } as const;
      stage.deps.subscriptions.failNext('endNow', away, 'before');
      await fan.call('POST', '/withdraw');
      stage.deps.refunds.failNext('createRefund', away, when);
      const refused = await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
      expect([refused.status, refused.json['deleted']]).toEqual([202, false]);
      expect(storedTips(stage)).toHaveLength(1);
      expect(monthlyIn(stage)).toMatchObject({ state: 'ended', asked: { reason: 'withdrawn' } });
      stage.deps.clock.advance(60 * 60_000);
      await workOff(stage.deps);
      expect(left(stage)).toEqual([]);
      const refunds = [...stage.deps.payments.payments.values()].flatMap((payment) => payment.refunds);
      expect(refunds).toMatchObject([{ amount: 537, status: 'succeeded' }]);
    },
  );
});
