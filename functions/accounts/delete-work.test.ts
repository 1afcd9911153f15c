import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { consentDocument, monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { consentKeptUntil, type Monthly } from '@busker/core/monthly/monthly';
import { isListening } from '@busker/core/outbox/channel';
import { fakeMonthly } from '@busker/core/testing/fakes';
import { runAnyJob } from '../jobs/recurring-jobs';
import { readable, stored } from '../store/store';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  sendEvent,
  sendTip,
  signIn,
  storedTips,
  word,
  putTips,
  type Scenario,
} from '../testing/ada';
import {
  monthlyFan,
  begin,
  monthlyId,
  monthlyIn,
  monthlyScenario,
  type MonthlyScenario,
} from '../testing/monthly-scenario';
import { channelsIn, putChannel } from '../testing/put-channels';
import { workOff } from '../testing/stored-state';

describe('delete work', () => {
  // Patient: 3,000 tips are deleted, and the work is killed at each commit.

  const job = `delete-${adaUid}` as const;
  const remove = (scenario: Scenario) =>
    scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  const stateOf = async ({ deps }: Scenario) => (await deps.store.read(stored.leaving(adaUid)))?.state;
  const entriesOf = ({ deps }: Scenario) =>
    Object.keys(deps.store.dump()).filter((path) => path.startsWith(`${paths.ledgerEntries(adaUid)}/`));

  async function scenarioWith(tips: number): Promise<Scenario> {
    const scenario = await adasScenario();
    putTips(scenario.deps, adaUid, tips);
    return scenario;
  }

  /** Rings until the job ends. A process that was killed leaves its lease, which ends after a few minutes. */
  async function untilOver(scenario: Scenario): Promise<void> {
    for (let runs = 0; runs < 60; runs += 1) {
      scenario.deps.clock.advance(7 * 60 * 60_000);
      const end = await runAnyJob(scenario.deps, job).catch(() => 'killed');
      if (end === 'done') return;
    }
    throw new Error('The deletion does not end');
  }

  function expectGone(scenario: Scenario, tips: number): void {
    const left = Object.keys(scenario.deps.store.dump());
    expect(left.filter((path) => /^(profiles|drafts|accounts|linkHealth)\//.test(path))).toEqual([]);
    expect(entriesOf(scenario)).toHaveLength(tips);
    expect(left).toContain(paths.ledger(adaUid));
    expect(scenario.deps.idTokens.removed.at(-1)).toBe(adaUid);
  }

  async function disputable(scenario: Scenario): Promise<string> {
    const { paymentIntentId } = await paidTip(scenario, { name: 'Zoe' });
    return paymentIntentId;
  }

  async function openDispute(scenario: Scenario, paymentIntentId: string): Promise<void> {
    scenario.stripe.dispute(paymentIntentId, 'needs_response');
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId });
  }

  describe('deleting an account with 3,000 tips', () => {
    // Holds host-049.
    it('is answered at once, and goes on by itself in slices until nothing but the books is left', async () => {
      const scenario = await scenarioWith(3000);
      const started = await remove(scenario);
      expect(started).toMatchObject({ status: 202, json: { deleted: false } });
      expect(scenario.deps.jobQueue.tasks.at(-1)?.task).toBe(job);
      const { store, clock } = scenario.deps;
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
        end = await runAnyJob(scenario.deps, job);
        store.pause = () => Promise.resolve();
        const state = await stateOf(scenario);
        seen.push(state?.name === 'running' ? `${state.step} ${state.done}` : String(state?.name));
      }
      expect(ends.length).toBeGreaterThan(2);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.at(-1)).toBe('done');
      expect(largest.page).toBe(500);
      expectGone(scenario, 3000);
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
      const scenario = await scenarioWith(tips);
      await remove(scenario);
      let commits = 0;
      scenario.deps.store.fault = (step) => {
        if (step === 'commit') commits += 1;
        // Nothing that the dying process does afterwards lands either.
        if (commits >= at) throw new Error('killed');
      };
      await runAnyJob(scenario.deps, job).catch(() => undefined);
      scenario.deps.store.fault = () => undefined;
      if (at !== Infinity) await untilOver(scenario);
      expect(await stateOf(scenario), `killed at commit ${at}`).toEqual({ name: 'done' });
      expectGone(scenario, tips);
      return commits;
    }

    it('shows how far it is to whoever has the ticket, also after the account is gone', async () => {
      const scenario = await scenarioWith(201);
      const ticket = word(await remove(scenario), 'ticket');
      const ask = (token: string) => scenario.call('GET', '/v1/deletion', undefined, bearerOf(token));
      expect((await ask(ticket)).json).toEqual({ name: 'running', step: 'page', done: 0, total: null });
      await untilOver(scenario);
      expect((await ask(ticket)).json).toEqual({ name: 'done' });
      for (const other of [adaToken, `${ticket}x`, 'x.y'])
        expect((await ask(other)).json).toEqual({ name: 'unknown' });
    });

    it('refuses to publish, to connect and to export meanwhile', async () => {
      const scenario = await scenarioWith(201);
      await remove(scenario);
      const calls = [
        scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken)),
        scenario.call(
          'POST',
          '/v1/me/payments/connect',
          { country: 'US', currency: null },
          bearerOf(adaToken),
        ),
        scenario.call('POST', '/v1/me/exports', { format: 'csv' }, bearerOf(adaToken)),
      ];
      const codes = (await Promise.all(calls)).map(({ json }) => json['code']);
      expect(codes).toEqual(['account-leaving', 'account-leaving', 'account-leaving']);
    });

    it('pressed twice, and in two tabs, is one deletion', async () => {
      const scenario = await scenarioWith(201);
      const [first, second] = await Promise.all([remove(scenario), remove(scenario)]);
      expect([first.status, second.status]).toEqual([202, 202]);
      await untilOver(scenario);
      expectGone(scenario, 201);
    });

    it('takes the files and the record of an export with it', async () => {
      const scenario = await scenarioWith(5);
      await scenario.call('POST', '/v1/me/exports', { format: 'csv' }, bearerOf(adaToken));
      await runAnyJob(scenario.deps, `export-${adaUid}`);
      expect(scenario.deps.exportFiles.files.size).toBe(1);
      expect((await remove(scenario)).json).toEqual({ deleted: true });
      expect(scenario.deps.exportFiles.files.size).toBe(0);
      expectGone(scenario, 5);
    });
  });

  describe('a dispute that opens during the deletion', () => {
    /** The state of the store apart from times, jobs and the record of the deletion. */
    const restOf = ({ deps }: Scenario) =>
      Object.fromEntries(
        Object.entries(deps.store.dump()).filter(
          ([path]) => !/^(jobs|leaving|limits|stripeEvents)\//.test(path),
        ),
      );

    // Holds host-050, out-058.
    it.each(['page', 'payments', 'books'] as const)(
      'stops it in the step “%s”, and everything is as before: the page, the tips, the books, the channels',
      async (step) => {
        const scenario = await scenarioWith(701);
        const open = await disputable(scenario);
        await sendTip(scenario);
        putChannel(scenario.deps, adaUid, 'works');
        putChannel(scenario.deps, adaUid, 'off', { state: 'off', end: 'unsubscribed' });
        const channels = channelsIn(scenario.deps, adaUid);
        expect((await remove(scenario)).status).toBe(202);
        expect(Object.values(channelsIn(scenario.deps, adaUid).channels).filter(isListening)).toEqual([]);
        const before = scenarioBefore(scenario);
        await until(scenario, step);
        await openDispute(scenario, open);
        scenario.deps.store.pause = () => Promise.resolve();
        await untilOver(scenario);
        expect(await stateOf(scenario)).toEqual({ name: 'stopped' });
        expect(channelsIn(scenario.deps, adaUid)).toEqual(channels);
        const after = restOf(scenario);
        expect(Object.keys(after).filter(isLasting)).toEqual(before);
        expect(entriesOf(scenario)).toEqual([]);
        expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(200);
        signIn(scenario.deps, adaUid, adaToken);
        expect((await remove(scenario)).json['code']).toBe('account-busy');
        scenario.stripe.dispute(open, 'lost');
        await sendEvent(scenario, 'charge.dispute.closed', { paymentIntentId: open });
        expect((await remove(scenario)).status).toBe(202);
        await untilOver(scenario);
        expectGone(scenario, 702);
      },
    );

    const scenarioBefore = (scenario: Scenario) => Object.keys(restOf(scenario)).filter(isLasting);

    /** A dispute adds a line to the tip's history and an event and takes the tip from the wall, with or without a deletion. */
    const isLasting = (path: string) => !/^(walls|cards)\/|\/(log|supporters|events)\//.test(path);

    /** Works until this step has begun, and in it until its first page. */
    async function until(scenario: Scenario, step: string): Promise<void> {
      if (step === 'page') return;
      scenario.deps.store.pause = async (kind) => {
        const state = stateNow(scenario);
        if (kind === 'commit' && state === step) scenario.deps.clock.advance(5 * 60_000);
      };
      await runAnyJob(scenario.deps, job);
      expect(stateNow(scenario)).toBe(step);
    }

    const stateNow = ({ deps }: Scenario): unknown =>
      (deps.store.get(paths.leaving(adaUid))?.['state'] as { step?: string } | undefined)?.step;

    it('after the point of no return changes the books only', async () => {
      const scenario = await scenarioWith(701);
      const open = await disputable(scenario);
      await remove(scenario);
      await until(scenario, 'data');
      await openDispute(scenario, open);
      scenario.deps.store.pause = () => Promise.resolve();
      await untilOver(scenario);
      expectGone(scenario, 702);
      const entries = entriesOf(scenario).map((path) => scenario.deps.store.dump()[path]);
      expect(entries.filter((entry) => entry?.['disputed'] === 500)).toHaveLength(1);
      expect(storedTips(scenario)).toEqual([]);
    });
  });
});

describe('remove monthlies', () => {
  // Patient: the deletion is killed at each commit.

  const hour = 60 * 60_000;
  const day = 24 * hour;

  const remove = (scenario: Scenario) =>
    scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));

  const below = ({ deps }: Scenario, root: string) =>
    Object.entries(deps.store.dump()).filter(([path]) => path.startsWith(root));
  const consentsIn = (scenario: Scenario) =>
    below(scenario, 'consents/').map(([path, data]) => readable(path, consentDocument.decode(data)));

  /** A monthly tip that Stripe does not know: it ended `daysAgo`, and its fan agreed `yearsAgo`. */
  function putEnded({ deps }: Scenario, id: string, yearsAgo: number, daysAgo: number): Monthly {
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
    deps.store.put(paths.monthly(adaUid, id), monthlyDocument.encode(monthly));
    deps.store.put(paths.monthlyLog(adaUid, id, '000001'), { v: 1 });
    return monthly;
  }

  describe('the consent to a monthly tip, when its owner deletes the account', () => {
    // Holds pay-320.
    it('is kept with the terms of the tip and Stripe’s numbers, and without anything of the fan', async () => {
      const scenario = await monthlyScenario();
      const subscriptionId = await begin(scenario);
      scenario.deps.clock.advance(hour);
      signIn(scenario.deps, adaUid, adaToken);
      const { consent } = monthlyIn(scenario);
      await remove(scenario);
      const [kept] = consentsIn(scenario);
      const endedAt = scenario.deps.clock.now();
      expect(consentsIn(scenario)).toEqual([
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
      expect(JSON.stringify(below(scenario, 'consents/'))).not.toMatch(/Grace|4242|cus_/);
      expect(below(scenario, `profiles/${adaUid}`)).toEqual([]);
    });

    // Holds pay-320.
    it('leaves nothing where no payment was ever made, and where its time was over', async () => {
      const scenario = await monthlyScenario();
      putEnded(scenario, 'old', 4, 366);
      const young = putEnded(scenario, 'young', 2, 366);
      const late = putEnded(scenario, 'late', 9, 1);
      await remove(scenario);
      expect(below(scenario, `profiles/${adaUid}`)).toEqual([]);
      expect(consentsIn(scenario).map((kept) => [kept.monthlyId, kept.removeAt])).toEqual([
        ['late', consentKeptUntil(late.consent.at, late.endedAt ?? 0)],
        ['young', consentKeptUntil(young.consent.at, young.endedAt ?? 0)],
      ]);
    });

    // Holds pay-320.
    it('counts from the deletion where only Stripe knows the end, since the account was disconnected', async () => {
      const scenario = await monthlyScenario();
      await begin(scenario);
      scenario.deps.subscriptions.outage = { kind: 'gone' };
      scenario.deps.clock.advance(3 * 365 * day);
      signIn(scenario.deps, adaUid, adaToken);
      const deletedAt = scenario.deps.clock.now();
      const { consent } = monthlyIn(scenario);
      await remove(scenario);
      await workOff(scenario.deps);
      expect(consentsIn(scenario)).toMatchObject([
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
      const scenario = await adasScenario();
      putEnded(scenario, 'one', 1, 0);
      putEnded(scenario, 'two', 2, 1);
      putEnded(scenario, 'three', 6, 2);
      let commits = 0;
      scenario.deps.store.fault = (step) => {
        if (step === 'commit') commits += 1;
        if (commits >= at) throw new Error('killed');
      };
      await remove(scenario).catch(() => undefined);
      scenario.deps.store.fault = () => undefined;
      const left = [...below(scenario, `profiles/${adaUid}/monthly/`), ...below(scenario, 'consents/')]
        .map(([path]) => path.split('/'))
        .filter((parts) => parts.at(-2) !== 'log')
        .map((parts) => parts.at(-1))
        .toSorted();
      scenario.deps.clock.advance(7 * hour);
      signIn(scenario.deps, adaUid, adaToken);
      // Killed before the request was stored, the owner asks again.
      await remove(scenario).catch(() => undefined);
      await runAnyJob(scenario.deps, `delete-${adaUid}`).catch(() => undefined);
      await workOff(scenario.deps);
      expect(below(scenario, `profiles/${adaUid}`)).toEqual([]);
      return { commits, seen: left, kept: consentsIn(scenario) };
    }
  });
});

describe('end monthlies', () => {
  const month = 31 * 24 * 60 * 60_000;
  /** Another fan gives monthly, too. */
  async function another(scenario: MonthlyScenario, letter: string): Promise<string> {
    const reference = { uid: adaUid, tipId: letter.repeat(25) };
    return begin(await monthlyScenario(scenario, {}, reference.tipId), reference);
  }
  const left = ({ deps }: MonthlyScenario) =>
    Object.keys(deps.store.dump()).filter((path) => path.startsWith(`profiles/${adaUid}`));

  // Holds pay-260.
  it('deleting an account ends its monthly tips and voids what is open, before anything is removed', async () => {
    const scenario = await monthlyScenario();
    const id = await begin(scenario);
    scenario.deps.clock.advance(month);
    scenario.billing.renew(id, 'declined');
    scenario.deps.subscriptions.failNext('endNow', { kind: 'unavailable', error: new Error('away') });
    const fresh = { ...bearerOf(adaToken) };
    scenario.deps.idTokens.signIn(adaToken, {
      uid: adaUid,
      guest: false,
      provider: 'password',
      email: 'ada@example.com',
      emailVerified: true,
      signedInAt: scenario.deps.clock.now(),
    });
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, fresh);
    expect(monthlyIn(scenario)).toMatchObject({ asked: { what: 'end', reason: 'account' } });
    expect(storedTips(scenario).length).toBeGreaterThan(0);
    scenario.deps.clock.advance(60 * 60_000);
    await workOff(scenario.deps);
    const at = scenario.deps.subscriptions.subscriptions.get(id);
    expect(at?.facts.status).toBe('canceled');
    expect(at?.invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
    expect(left(scenario)).toEqual([]);
  });

  // Holds pay-260.
  it('of three monthly tips, Stripe is away for the second: nothing is removed, and the next try ends all and writes the books', async () => {
    const scenario = await monthlyScenario();
    const [first, second, third] = [
      await begin(scenario),
      await another(scenario, 'b'),
      await another(scenario, 'c'),
    ];
    scenario.deps.clock.advance(month);
    for (const each of [first, second, third]) scenario.billing.renew(each, 'declined');
    signIn(scenario.deps, adaUid, adaToken);
    const endNow = scenario.deps.subscriptions.endNow.bind(scenario.deps.subscriptions);
    scenario.deps.subscriptions.endNow = (account, id) => {
      if (id === second)
        scenario.deps.subscriptions.failNext('endNow', { kind: 'unavailable', error: new Error('away') });
      return endNow(account, id);
    };
    const before = storedTips(scenario);
    const status = (id: string) => scenario.deps.subscriptions.subscriptions.get(id)?.facts.status;
    const refused = await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect([refused.status, refused.json['deleted']]).toEqual([202, false]);
    expect(storedTips(scenario)).toEqual(before);
    expect([first, second, third].map(status)).toEqual(['canceled', 'past_due', 'past_due']);
    scenario.deps.subscriptions.endNow = endNow;
    scenario.deps.clock.advance(60 * 60_000);
    await workOff(scenario.deps);
    for (const id of [first, second, third]) {
      const at = scenario.deps.subscriptions.subscriptions.get(id);
      expect(at?.facts.status).toBe('canceled');
      expect(at?.invoices.map((invoice) => invoice.status)).toEqual(['paid', 'void']);
    }
    expect(left(scenario)).toEqual([]);
    const books = Object.entries(scenario.deps.store.dump()).filter(([path]) =>
      path.startsWith(`${paths.ledgerEntries(adaUid)}/`),
    );
    expect(books.map(([, entry]) => entry)).toEqual(
      [1, 2, 3].map(() => expect.objectContaining({ amount: 537 })),
    );
  });

  it('an account that has disconnected is deleted, although its monthly tips can only be ended at Stripe', async () => {
    const scenario = await monthlyScenario();
    await begin(scenario);
    scenario.deps.subscriptions.outage = { kind: 'gone' };
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    await workOff(scenario.deps);
    expect(left(scenario)).toEqual([]);
  });

  // Holds pay-260, pay-320.
  it('a monthly tip that was paid on Stripe’s page, and whose event has not arrived, is ended too and keeps its consent', async () => {
    const scenario = await monthlyScenario();
    const id = scenario.billing.subscribe(scenario.sessionId);
    const away = { kind: 'unavailable', error: new Error('away') } as const;
    scenario.deps.subscriptions.failNext('snapshot', away);
    const refused = await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect(refused.json['deleted']).toBe(false);
    expect(storedTips(scenario)).toHaveLength(1);
    scenario.deps.clock.advance(60 * 60_000);
    await workOff(scenario.deps);
    expect(scenario.deps.subscriptions.subscriptions.get(id)?.facts.status).toBe('canceled');
    expect(left(scenario)).toEqual([]);
    expect(scenario.deps.store.get(paths.consent(monthlyId))).toMatchObject({ subscriptionId: id });
  });

  // Holds pay-260.
  it('a monthly tip that others are writing holds back the deletion until it has ended', async () => {
    const scenario = await monthlyScenario();
    const id = scenario.billing.subscribe(scenario.sessionId);
    const { store } = scenario.deps;
    const commit = store.commit.bind(store);
    store.commit = (reads, write) =>
      reads.some(({ path }) => path === paths.monthly(adaUid, monthlyId))
        ? Promise.resolve(false)
        : commit(reads, write);
    const refused = await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect(refused.json['deleted']).toBe(false);
    expect(storedTips(scenario)).toHaveLength(1);
    store.commit = commit;
    scenario.deps.clock.advance(60 * 60_000);
    await workOff(scenario.deps);
    expect(scenario.deps.subscriptions.subscriptions.get(id)?.facts.status).toBe('canceled');
    expect(left(scenario)).toEqual([]);
  });

  // Holds pay-260, pay-281.
  it('a fan who has withdrawn while Stripe was away gets the money back, although the account is deleted next', async () => {
    const fan = await monthlyFan();
    const { scenario } = fan;
    const away = { kind: 'unavailable', error: new Error('away') } as const;
    scenario.deps.subscriptions.failNext('endNow', away, 'before');
    expect((await fan.call('POST', '/withdraw')).status).toBe(503);
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    await workOff(scenario.deps);
    expect(left(scenario)).toEqual([]);
    expect(scenario.deps.subscriptions.subscriptions.get(fan.subscription)?.facts.status).toBe('canceled');
    const refunds = [...scenario.deps.payments.payments.values()].flatMap((payment) => payment.refunds);
    expect(refunds).toMatchObject([{ amount: 537, status: 'succeeded' }]);
  });

  // Holds pay-365.
  it.each(['before', 'after'] as const)(
    'a withdrawal whose refund gets no answer in the deletion (%s) keeps everything until Stripe answers, and is made once',
    async (when) => {
      const fan = await monthlyFan();
      const { scenario } = fan;
      const away = { kind: 'unavailable', error: new Error('away') } as const;
      scenario.deps.subscriptions.failNext('endNow', away, 'before');
      await fan.call('POST', '/withdraw');
      scenario.deps.refunds.failNext('createRefund', away, when);
      const refused = await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
      expect([refused.status, refused.json['deleted']]).toEqual([202, false]);
      expect(storedTips(scenario)).toHaveLength(1);
      expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', asked: { reason: 'withdrawn' } });
      scenario.deps.clock.advance(60 * 60_000);
      await workOff(scenario.deps);
      expect(left(scenario)).toEqual([]);
      const refunds = [...scenario.deps.payments.payments.values()].flatMap((payment) => payment.refunds);
      expect(refunds).toMatchObject([{ amount: 537, status: 'succeeded' }]);
    },
  );
});
