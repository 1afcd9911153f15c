import { expect, it, vi } from 'vitest';
import type { OpenSurface } from '../payment/payment-surface';
import { enTip } from '../messages/en-tip';
import { scriptedSurface, surfaceLog, type SurfaceScript } from '../payment/scripted-surface';
import type { TipScript } from '../data/in-memory-backend';
import { bodies, fakeController, look, notice, refused, stage } from './fake-controller';
import { mountCardForm } from './mount-card-form';

/** The fan has chosen five dollars, and the wallets' buttons are there. */
async function open(tips: TipScript = {}, surface: SurfaceScript = {}) {
  const log = surfaceLog();
  const script: OpenSurface = scriptedSurface({ wallets: ['Apple Pay', 'Link!'], ...surface }, log);
  const made = fakeController(tips, script);
  const place = document.createElement('div');
  const onShown = vi.fn<(isShown: boolean) => void>();
  const onFault = vi.fn<() => void>();
  made.controller.edit({ amount: { by: 'preset', minorUnits: 500 } });
  const seat = { place, messages: enTip, onShown, onFault };
  await mountCardForm(
    made.controller,
    document.createElement('div'),
    look,
    new AbortController().signal,
    seat,
  );
  const press = async (name: string) => {
    [...place.querySelectorAll('button')].find((button) => button.textContent === name)?.click();
    await vi.waitFor(() => expect(made.controller.state().stage.at).not.toBe('confirming'));
  };
  return { ...made, log, place, press, onShown, onFault };
}

// Holds way-13.
it('pays with one press of a wallet, with the name and message of the form', async () => {
  const made = await open();
  made.controller.edit({ name: 'Mo', message: 'Bravo' });
  await made.press('Apple Pay');
  expect(made.log.wallets).toEqual([{ name: 'Tip Ada Lind', amount: 500 }, null]);
  expect(stage(made)).toBe('thanked');
  expect(bodies(made, 'createTip')).toEqual([
    expect.objectContaining({ total: 500, name: 'Mo', message: 'Bravo', surface: 'elements' }),
  ]);
  expect(made.events).toEqual(['busker-tip-start', 'busker-tip-success']);
});

it('makes nothing when the fan closes the wallet, and says nothing', async () => {
  const made = await open();
  await made.press('Link!');
  expect({
    stage: stage(made),
    notice: notice(made),
    tips: made.backend.tips(),
    events: made.events,
  }).toEqual({
    stage: 'paying',
    notice: null,
    tips: 0,
    events: [],
  });
});

// Holds way-15.
it.each([
  ['is missing', '', { at: 'none' }],
  ['is too small', '0.50', { at: 'fault', fault: 'too-small' }],
])('opens no wallet when the amount %s, and shows that at the amount', async (_case, text, read) => {
  const made = await open();
  made.controller.edit({ amount: text ? { by: 'typed', text } : { by: 'none' } });
  await made.press('Apple Pay');
  expect(made.log.wallets).toEqual([null]);
  expect(made.onFault).toHaveBeenCalledOnce();
  expect(made.controller.amount()).toEqual(read);
  expect(made.controller.state().form.amount.by).toBe('typed');
});

it('opens no wallet while a name is too long', async () => {
  const made = await open();
  made.controller.edit({ name: 'x'.repeat(70) });
  await made.press('Apple Pay');
  expect({ shown: made.log.wallets, faults: made.onFault.mock.calls.length }).toEqual({
    shown: [null],
    faults: 1,
  });
});

it('opens no wallet before a challenge has been answered', async () => {
  const made = await open({ session: { challenge: { kind: 'test', siteKey: 'site' } } });
  await made.press('Apple Pay');
  expect({ shown: made.log.wallets, tips: made.backend.tips() }).toEqual({ shown: [null], tips: 0 });
});

// Holds way-17.
it('closes the wallet with a sentence when the server asks for a challenge then', async () => {
  const made = await open({ problems: { createTip: [refused('challenge-required')] } });
  await made.press('Apple Pay');
  expect(made.log.wallets.at(-1)).toBe(enTip.personFirst);
  expect(made.controller.state().challenge).toEqual({ round: 1, answer: null });
  expect(made.log.confirmed).toEqual([]);
});

// Holds way-18.
it('never charges another sum than the wallet showed', async () => {
  const made = await open();
  made.controller.edit({ coverCosts: true });
  const state = made.controller.state;
  const agree = made.press('Apple Pay');
  expect(made.log.wallets).toEqual([{ name: 'Tip Ada Lind', amount: 546 }]);
  await agree;
  expect(state().stage.at).toBe('thanked');

  const other = await open();
  other.controller.edit({ coverCosts: true });
  const press = other.press('Apple Pay');
  // New fees arrive while the wallet is open.
  const session = other.controller.state().session;
  if (!session) throw new Error('No session');
  other.controller.send({
    type: 'session-arrived',
    session: { ...session, fees: { bps: 400, fixed: 30, platformBps: 0 } },
  });
  await press;
  expect({ said: other.log.wallets.at(-1), notice: notice(other), tips: other.backend.tips() }).toEqual({
    said: enTip.totalChanged,
    notice: { kind: 'total-changed' },
    tips: 0,
  });
});

it('tells the wallet why a card was declined, and keeps the tip for another try', async () => {
  const declined = { kind: 'declined', decline: 'card-declined' } as const;
  const made = await open({}, { confirmations: [declined, { kind: 'succeeded' }] });
  await made.press('Apple Pay');
  expect(made.log.wallets.at(-1)).toBe(enTip.decline['card-declined']);
  await made.press('Apple Pay');
  expect({ stage: stage(made), tips: made.backend.tips() }).toEqual({ stage: 'thanked', tips: 1 });
});

it('tells the wallet where to pay when the server allows no payment in pages', async () => {
  const made = await open({ problems: { createTip: [refused('hosted-required')] } });
  await made.press('Apple Pay');
  expect(made.log.wallets.at(-1)).toBe(enTip.whyElsewhere.guarded);
  expect(made.controller.state().way).toEqual({ by: 'hosted', why: 'guarded' });
});

it('a double press makes one tip', async () => {
  const made = await open();
  await Promise.all([made.press('Apple Pay'), made.press('Apple Pay')]);
  expect({ stage: stage(made), tips: made.backend.tips(), confirmed: made.log.confirmed.length }).toEqual({
    stage: 'thanked',
    tips: 1,
    confirmed: 1,
  });
});

it('has no wallets in a browser inside an app, where they fail', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Instagram 390.0');
  const made = await open();
  expect({ buttons: made.place.childElementCount, shown: made.onShown.mock.calls }).toEqual({
    buttons: 0,
    shown: [],
  });
  vi.restoreAllMocks();
});
