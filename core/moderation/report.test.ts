import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeDecision, fakeReport } from '../testing/fake-report';
import { noon } from '../testing/fakes';
import { afterEvent, appealTime, inState, outcomes, type ReportEvent, type ReportState } from './report';

describe('report states', () => {
  const day = 24 * 60 * 60_000;
  const decided = (change: Parameters<typeof fakeDecision>[0] = {}): ReportState => ({
    name: 'decided',
    decision: fakeDecision(change),
  });
  const appealed: ReportState = { name: 'appealed', decision: fakeDecision(), appealedAt: noon };

  const order = ['received', 'looked-at', 'decided', 'appealed', 'closed'] as const;

  const times = fc.integer({ min: noon, max: noon + 2 * appealTime });
  const events: fc.Arbitrary<ReportEvent> = fc.oneof(
    times.map((at) => ({ kind: 'look' as const, by: 'grace', at })),
    fc
      .record({ at: times, outcome: fc.constantFrom(...outcomes) })
      .map((change) => ({ kind: 'decide' as const, decision: fakeDecision(change) })),
    times.map((at) => ({ kind: 'appeal' as const, at })),
    fc
      .record({ at: times, outcome: fc.constantFrom('upheld' as const, 'reversed' as const) })
      .map((given) => ({ kind: 'decide-appeal' as const, ...given })),
    times.map((at) => ({ kind: 'close' as const, at })),
  );

  describe('the states of a report', () => {
    it('only go forward, for any events in any order', () => {
      fc.assert(
        fc.property(fc.array(events, { maxLength: 12 }), (happened) => {
          let state: ReportState = { name: 'received' };
          for (const event of happened) {
            const next = afterEvent(state, event);
            if (!next.ok) continue;
            const isSecondDecision = state.name === 'decided' && next.value.name === 'decided';
            const steps = order.indexOf(next.value.name) - order.indexOf(state.name);
            expect(steps > 0 || isSecondDecision).toBe(true);
            // Later events keep the decision and the person who made it.
            const before = 'decision' in state && event.kind !== 'decide' ? state.decision : null;
            expect(next.value).toMatchObject(before === null ? {} : { decision: before });
            state = next.value;
          }
        }),
      );
    });

    it('allow neither closing nor an objection before a decision', () => {
      for (const kind of ['close', 'appeal'] as const)
        expect(afterEvent({ name: 'looked-at', by: 'grace', at: noon }, { kind, at: noon })).toEqual({
          ok: false,
          problem: 'wrong-state',
        });
    });

    it('allow a second decision only after the profile was hidden', () => {
      const second: ReportEvent = { kind: 'decide', decision: fakeDecision({ outcome: 'no-action' }) };
      expect(afterEvent(decided({ outcome: 'hidden' }), second)).toMatchObject({ ok: true });
      for (const outcome of ['no-action', 'limited', 'suspended'] as const)
        expect(afterEvent(decided({ outcome }), second)).toEqual({ ok: false, problem: 'wrong-state' });
      expect(afterEvent(appealed, second)).toEqual({ ok: false, problem: 'wrong-state' });
    });

    it('allow one objection within six months, and none after `no-action`', () => {
      const object = (state: ReportState, at: number) => afterEvent(state, { kind: 'appeal', at });
      expect(object(decided(), noon + 183 * day)).toMatchObject({ ok: true, value: { name: 'appealed' } });
      expect(object(decided(), noon + appealTime + 1)).toEqual({ ok: false, problem: 'too-late' });
      expect(object(decided({ outcome: 'no-action' }), noon)).toEqual({ ok: false, problem: 'nothing-done' });
      expect(object(appealed, noon)).toEqual({ ok: false, problem: 'wrong-state' });
    });

    it('close when the owner who objected has gone, and open again when the reporter was right', () => {
      const withdraw = { kind: 'withdraw-appeal', at: noon } as const;
      expect(afterEvent(appealed, withdraw)).toMatchObject({
        ok: true,
        value: { name: 'closed', appeal: null },
      });
      expect(afterEvent(decided(), withdraw)).toEqual({ ok: false, problem: 'wrong-state' });
      expect(afterEvent(decided(), { kind: 'reopen' })).toEqual({ ok: true, value: { name: 'received' } });
      expect(afterEvent({ name: 'received' }, { kind: 'reopen' })).toEqual({
        ok: false,
        problem: 'wrong-state',
      });
    });

    it('close when the time for objections is over', () => {
      const close = (at: number) => afterEvent(decided(), { kind: 'close', at });
      expect(close(noon + appealTime - 1)).toEqual({ ok: false, problem: 'too-early' });
      expect(close(noon + appealTime)).toMatchObject({ ok: true, value: { name: 'closed', appeal: null } });
    });

    it('keep a report while it is open, and a year after its decision', () => {
      const report = fakeReport();
      expect(inState(report, { name: 'looked-at', by: 'grace', at: noon }).expiresAt).toBeNull();
      expect(inState(report, appealed).expiresAt).toBeNull();
      expect(inState(report, decided()).expiresAt).toBe(noon + 365 * day);
    });
  });
});
