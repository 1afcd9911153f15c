import { describe, expect, it } from 'vitest';
import { sampleMonthly } from '../testing/sample-monthly';
import { sampleProfile } from '../testing/sample-profile';
import { bodies, fakeController, mount, notice, ready, refused, stage } from '../testing/fake-controller';
import { payElsewhere } from './pay-elsewhere';

const monthly = sampleMonthly();
const offering = { session: { monthly } };
const tab = { go: () => true, close: () => undefined };

/** The session is there, and the fan has chosen a period. */
async function choosing(made = fakeController(offering)) {
  await made.controller.session();
  made.controller.edit({ every: 'month' });
  return made;
}

describe('a fan who chooses a period', () => {
  it('gets its suggestions, limits and fees, and no card form', async () => {
    const made = await choosing();
    made.controller.edit({ amount: { by: 'preset', minorUnits: 700 } });
    expect(made.controller.rules()).toMatchObject({ presets: [500, 700, 2000], fees: { bps: 360 } });
    expect({ stage: stage(made), opened: made.log.opened }).toEqual({ stage: 'paying', opened: 0 });
  });

  it('pays on the hosted page, with the words that they have read and no address', async () => {
    const made = await choosing();
    made.controller.edit({ amount: { by: 'preset', minorUnits: 700 }, receiptEmail: 'zoe@example.com' });
    await payElsewhere(made.controller, tab);
    expect(bodies(made, 'createTip')).toEqual([
      expect.objectContaining({
        every: 'month',
        wordsVersion: 1,
        language: 'en',
        surface: 'hosted',
        receiptEmail: null,
      }),
    ]);
    expect(made.details).toEqual([
      ['busker-tip-start', { tipId: 'tip1', amount: 700, currency: 'usd', every: 'month' }],
      ['busker-tip-success', { tipId: 'tip1', amount: 700, currency: 'usd', every: 'month' }],
    ]);
    made.controller.again();
    expect(made.controller.state().form.every).toBe('once');
  });

  it('keeps a typed amount, and loses a suggestion that the other period does not have', async () => {
    const made = await choosing();
    made.controller.edit({ amount: { by: 'preset', minorUnits: 700 } });
    made.controller.edit({ every: 'year' });
    expect(made.controller.state().form.amount).toEqual({ by: 'none' });
    made.controller.edit({ amount: { by: 'typed', text: '40' } });
    made.controller.edit({ every: 'month' });
    expect(made.controller.state().form.amount).toEqual({ by: 'typed', text: '40' });
  });

  it('gets the card form when they choose once after all', async () => {
    const made = await choosing();
    made.controller.edit({ amount: { by: 'typed', text: '5' } });
    made.controller.edit({ every: 'once' });
    expect(stage(made)).toBe('starting');
    await mount(made);
    expect(stage(made)).toBe('paying');
  });

  it('loses the card form that was there', async () => {
    const made = await ready(fakeController(offering));
    made.controller.edit({ every: 'month' });
    expect({ stage: stage(made), form: made.controller.cardForm.current }).toEqual({
      stage: 'paying',
      form: null,
    });
  });
});

describe('a refused monthly tip', () => {
  // Holds pay-299.
  it('whose words have changed brings the new ones, and makes nothing', async () => {
    const made = await choosing(
      fakeController({ ...offering, problems: { createTip: [refused('words-changed')] } }),
    );
    made.controller.edit({ amount: { by: 'preset', minorUnits: 700 } });
    await payElsewhere(made.controller, tab);
    expect(made.backend.calls.filter(({ verb }) => verb === 'startSession')).toHaveLength(2);
    expect({ stage: stage(made), notice: notice(made), tips: made.backend.tips() }).toEqual({
      stage: 'paying',
      notice: { kind: 'refused', code: 'words-changed' },
      tips: 0,
    });
  });

  it('keeps its words when a new session no longer offers it: the server says why', async () => {
    const made = await choosing();
    const { session } = made.controller.state();
    if (!session) throw new Error('no session');
    made.controller.send({ type: 'session-arrived', session: { ...session, monthly: null } });
    expect(made.controller.state().session?.monthly).toEqual(monthly);
    made.controller.edit({ every: 'once' });
    made.controller.send({ type: 'session-arrived', session: { ...session, monthly: null } });
    expect(made.controller.periods()).toEqual([]);
  });
});

describe('the periods', () => {
  it('are those that the page names of the owner’s, and a page without a word offers all', async () => {
    for (const [named, offered] of [
      [null, ['month', 'year']],
      ['month', ['month']],
      ['Month, YEAR', ['month', 'year']],
      ['once', []],
    ] as const) {
      const made = fakeController(offering, {}, null, { wishedPeriods: () => named });
      await made.controller.session();
      expect([named, made.controller.periods()]).toEqual([named, offered]);
    }
  });

  it('of a profile are those that this card knows, whatever the profile says', () => {
    for (const [given, known] of [
      [['year', 'week'], ['year']],
      ['month', []],
      [undefined, []],
    ] as const) {
      const { tips } = sampleProfile();
      const monthly = { intervals: given, presets: {} } as unknown as NonNullable<typeof tips.monthly>;
      const profile = sampleProfile({ tips: { ...tips, monthly } });
      expect(fakeController({}, {}, null, { profile }).controller.periods()).toEqual(known);
    }
  });
});
