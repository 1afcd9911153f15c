import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { adasStage, adaUid, goodTip, paidTip, sendTip, word, type Stage } from '../testing/ada';
import { admin, decisionText, moderator, setStanding, wishes } from '../testing/standing';
import { changeStanding } from './change-standing';

const auditOf = ({ deps }: Stage) =>
  Object.entries(deps.store.dump()).flatMap(([path, data]) => (path.startsWith('audit/') ? [data] : []));

const standingOf = ({ deps }: Stage) => deps.store.dump()[paths.standing(adaUid)];

const logged = ({ deps }: Stage) => deps.lines.filter((line) => line.includes('"admin act"'));

describe('changing the standing of an owner', () => {
  it('writes who did it, before, after and the reason to the audit', async () => {
    const stage = await adasStage();
    await setStanding(stage, wishes.hide, { who: moderator, reportId: 'report1' });
    await setStanding(stage, wishes.suspend);
    expect(auditOf(stage)).toMatchObject([
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
    expect(standingOf(stage)).toMatchObject({ state: 'suspended', reason: decisionText, by: admin.name });
  });

  // Holds host-058.
  it('writes the standing and the audit entry in one transaction, both or neither', async () => {
    const stage = await adasStage();
    stage.deps.store.fault = (step) => {
      if (step === 'commit') throw new Error('The store is down');
    };
    await expect(setStanding(stage, wishes.suspend)).rejects.toThrow('The store is down');
    expect({ standingOf: standingOf(stage), auditOf: auditOf(stage) }).toEqual({
      standingOf: undefined,
      auditOf: [],
    });
  });

  it('refuses a suspension by a moderator, and writes the attempt to the audit', async () => {
    const stage = await adasStage();
    const refused = await setStanding(stage, wishes.suspend, { who: moderator });
    expect(refused).toEqual({ ok: false, problem: 'not-allowed' });
    expect((await setStanding(stage, wishes.hide, { who: moderator })).ok).toBe(true);
    expect(standingOf(stage)).toMatchObject({ state: 'hidden', byRole: 'moderator' });
    expect(auditOf(stage)).toMatchObject([
      { verb: 'suspend', outcome: 'refused', after: null, reason: `${decisionText} (not-allowed)` },
      { verb: 'hide', outcome: 'done' },
    ]);
  });

  it('logs each act once, without the person and the reason', async () => {
    const stage = await adasStage();
    await setStanding(stage, wishes.limit);
    expect(logged(stage)).toHaveLength(1);
    expect(JSON.parse(logged(stage)[0] ?? '')).toEqual({
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
    const stage = await adasStage();
    const { store } = stage.deps;
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
    await changeStanding(stage.deps, act, beside('r1'));
    await changeStanding(stage.deps, { ...act, wish: wishes.suspend }, beside('r2'));
    expect(store.dump()['reports/r1']).toEqual({ decisions: 1 });
    expect(store.dump()['reports/r2']).toBeUndefined();
    expect(standingOf(stage)).toMatchObject({ decisionId: 'd1' });
  });

  it('retires the handles of a closed profile, so that nobody else can take them', async () => {
    const stage = await adasStage();
    await setStanding(stage, wishes.suspend);
    await setStanding(stage, wishes.close);
    expect(stage.deps.store.dump()[paths.handle('ada')]).toMatchObject({ state: 'retired', uid: adaUid });
  });
});

describe('a suspension', () => {
  it('ends the open payments and does not change the paid ones', async () => {
    const stage = await adasStage();
    const paid = await paidTip(stage);
    const open = await sendTip(stage);
    const hosted = await sendHosted(stage);
    const changed = await setStanding(stage, wishes.suspend);
    expect(changed).toMatchObject({ ok: true, value: { payments: { ended: 2, missed: 0 } } });
    const { payments } = stage.deps.payments;
    expect(payments.get(open.paymentIntentId)?.intent.status).toBe('canceled');
    expect(payments.get(paid.paymentIntentId)?.intent.status).toBe('succeeded');
    expect(stateOf(stage, open.tipId)).toBe('expired');
    expect(stateOf(stage, hosted)).toBe('expired');
    expect(stateOf(stage, paid.tipId)).toBe('succeeded');
  });
});

async function sendHosted(stage: Stage): Promise<string> {
  return word(await stage.call('POST', '/v1/tips', await goodTip(stage, { surface: 'hosted' })), 'tipId');
}

function stateOf({ deps }: Stage, tipId: string): unknown {
  const tip = deps.store.dump()[paths.tip(adaUid, tipId)] as { payment?: { status?: string } } | undefined;
  return tip?.payment?.status;
}
