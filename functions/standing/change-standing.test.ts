import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  sendTip,
  word,
  admin,
  decisionText,
  moderator,
  setStanding,
  wishes,
  type Scenario,
} from '../testing/ada';
import { changeStanding } from './standing-routes';

const auditOf = ({ deps }: Scenario) =>
  Object.entries(deps.store.dump()).flatMap(([path, data]) => (path.startsWith('audit/') ? [data] : []));

const standingOf = ({ deps }: Scenario) => deps.store.dump()[paths.standing(adaUid)];

const logged = ({ deps }: Scenario) => deps.lines.filter((line) => line.includes('"admin act"'));

describe('changing the standing of an owner', () => {
  it('writes who did it, before, after and the reason to the audit', async () => {
    const scenario = await adasScenario();
    await setStanding(scenario, wishes.hide, { who: moderator, reportId: 'report1' });
    await setStanding(scenario, wishes.suspend);
    expect(auditOf(scenario)).toMatchObject([
      {
        who: moderator.name,
        role: 'moderator',
        verb: 'hide',
        subject: adaUid,
        outcome: 'done',
        before: null,
        after: { state: 'hidden' },
        reason: decisionText,
        reportId: 'report1',
      },
      {
        who: admin.name,
        verb: 'suspend',
        outcome: 'done',
        before: { state: 'hidden' },
        after: { state: 'suspended' },
      },
    ]);
    expect(standingOf(scenario)).toMatchObject({ state: 'suspended', reason: decisionText, by: admin.name });
  });

  // Holds host-058.
  it('writes the standing and the audit entry in one transaction, both or neither', async () => {
    const scenario = await adasScenario();
    scenario.deps.store.fault = (step) => {
      if (step === 'commit') throw new Error('The store is down');
    };
    await expect(setStanding(scenario, wishes.suspend)).rejects.toThrow('The store is down');
    expect({ standingOf: standingOf(scenario), auditOf: auditOf(scenario) }).toEqual({
      standingOf: undefined,
      auditOf: [],
    });
  });

  it('refuses a suspension by a moderator, and writes the attempt to the audit', async () => {
    const scenario = await adasScenario();
    const refused = await setStanding(scenario, wishes.suspend, { who: moderator });
    expect(refused).toEqual({ ok: false, problem: 'not-allowed' });
    expect((await setStanding(scenario, wishes.hide, { who: moderator })).ok).toBe(true);
    expect(standingOf(scenario)).toMatchObject({ state: 'hidden', byRole: 'moderator' });
    expect(auditOf(scenario)).toMatchObject([
      { verb: 'suspend', outcome: 'refused', after: null, reason: `${decisionText} (not-allowed)` },
      { verb: 'hide', outcome: 'done' },
    ]);
  });

  it('logs each act once, without the person and the reason', async () => {
    const scenario = await adasScenario();
    await setStanding(scenario, wishes.limit);
    expect(logged(scenario)).toHaveLength(1);
    expect(JSON.parse(logged(scenario)[0] ?? '')).toEqual({
      severity: 'INFO',
      message: 'admin act',
      role: 'admin',
      verb: 'limit',
      subject: adaUid,
      outcome: 'done',
      auditId: expect.stringMatching(/^id/) as string,
    });
  });

  it('writes the caller’s additions in the same transaction, and only for an act that is allowed', async () => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    const beside = (id: string) => () =>
      Promise.resolve((writes: { add(path: string, by: Record<string, number>): void }) =>
        writes.add(`reports/${id}`, { decisions: 1 }),
      );
    const act = {
      who: moderator,
      uid: adaUid,
      wish: wishes.hide,
      reason: decisionText,
      reportId: 'r1',
      decisionId: 'd1',
    };
    await changeStanding(scenario.deps, act, beside('r1'));
    await changeStanding(scenario.deps, { ...act, wish: wishes.suspend }, beside('r2'));
    expect(store.dump()['reports/r1']).toEqual({ decisions: 1 });
    expect(store.dump()['reports/r2']).toBeUndefined();
    expect(standingOf(scenario)).toMatchObject({ decisionId: 'd1' });
  });

  it('retires the handles of a closed profile, so that nobody else can take them', async () => {
    const scenario = await adasScenario();
    await setStanding(scenario, wishes.suspend);
    await setStanding(scenario, wishes.close);
    expect(scenario.deps.store.dump()[paths.handle('ada')]).toMatchObject({ state: 'retired', uid: adaUid });
  });
});

describe('a suspension', () => {
  it('ends the open payments and does not change the paid ones', async () => {
    const scenario = await adasScenario();
    const paid = await paidTip(scenario);
    const open = await sendTip(scenario);
    const hosted = await sendHosted(scenario);
    const changed = await setStanding(scenario, wishes.suspend);
    expect(changed).toMatchObject({ ok: true, value: { payments: { ended: 2, missed: 0 } } });
    const { payments } = scenario.deps.payments;
    expect(payments.get(open.paymentIntentId)?.intent.status).toBe('canceled');
    expect(payments.get(paid.paymentIntentId)?.intent.status).toBe('succeeded');
    expect(stateOf(scenario, open.tipId)).toBe('expired');
    expect(stateOf(scenario, hosted)).toBe('expired');
    expect(stateOf(scenario, paid.tipId)).toBe('succeeded');
  });
});

async function sendHosted(scenario: Scenario): Promise<string> {
  return word(
    await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' })),
    'tipId',
  );
}

function stateOf({ deps }: Scenario, tipId: string): unknown {
  const tip = deps.store.dump()[paths.tip(adaUid, tipId)] as { payment?: { status?: string } } | undefined;
  return tip?.payment?.status;
}

describe('the standing that an owner reads', () => {
  it('an owner reads what is restricted, why and until when, but not who decided', async () => {
    const scenario = await adasScenario();
    const read = () => scenario.call('GET', '/v1/me/standing', undefined, bearerOf(adaToken));
    expect((await read()).json).toEqual({ restriction: null });
    const now = scenario.deps.clock.now();
    await setStanding(scenario, wishes.hide, { decisionId: 'd1' });
    const { json, text, headers } = await read();
    expect(json).toEqual({
      restriction: {
        state: 'hidden',
        scope: [],
        reason: decisionText,
        since: now,
        until: now + 7 * 24 * 60 * 60_000,
        decisionId: 'd1',
      },
    });
    expect([text.includes(admin.name), headers.get('cache-control')]).toEqual([false, 'private, no-store']);
    await setStanding(scenario, wishes.restore);
    expect((await read()).json).toEqual({ restriction: null });
    expect((await scenario.call('GET', '/v1/me/standing')).status).toBe(401);
  });
});
