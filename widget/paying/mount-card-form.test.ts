import { afterEach, describe, expect, it, vi } from 'vitest';
import { enTip } from '../messages/en-tip';
import {
  bodies,
  fakeController,
  mount,
  notice,
  pay,
  payInWallet,
  ready,
  readyWithWallet,
  refused,
  seen,
  stage,
  unreachable,
  walletLine,
  type FakeController,
} from '../testing/fake-controller';
import { answerChallenge } from './pay-here';

describe('pay express', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  describe('the button of a wallet', () => {
    // Holds pay-325.
    it.each([
      ['no amount', { by: 'none' }],
      ['less than the minimum', { by: 'typed', text: '0.50' }],
      ['more than the maximum', { by: 'typed', text: '9000' }],
      ['no number', { by: 'typed', text: 'five' }],
    ] as const)(
      'with %s is refused at once and without a request; the focus goes to the fault',
      async (_case, amount) => {
        const made = fakeController();
        const wallet = await readyWithWallet(made);
        made.controller.edit({ amount });
        const before = made.backend.calls.length;
        // Not awaited: the answer is there in the same turn, and Stripe waits for a second.
        expect(wallet.onPress()).toBeNull();
        expect({ calls: made.backend.calls.length - before, faults: wallet.faults() }).toEqual({
          calls: 0,
          faults: 1,
        });
        expect({ stage: stage(made), form: made.controller.state().form.amount.by }).toEqual({
          stage: 'paying',
          form: 'typed',
        });
      },
    );

    it('with a message that is too long is refused, and the focus goes to the fault', async () => {
      const made = fakeController();
      const wallet = await readyWithWallet(made);
      made.controller.edit({ message: 'x'.repeat(5000) });
      expect({ answer: wallet.onPress(), faults: wallet.faults(), stage: stage(made) }).toEqual({
        answer: null,
        faults: 1,
        stage: 'paying',
      });
    });

    it('pays the total with covered costs, and the tip has the name and the message', async () => {
      const made = fakeController();
      const wallet = await readyWithWallet(made);
      made.controller.edit({ coverCosts: true, name: 'Kim', message: 'Bravo' });
      expect(wallet.onPress()).toEqual(walletLine(546));
      expect(made.log.amounts.at(-1)).toEqual({ amount: 546, currency: 'usd' });
      expect(await wallet.onAgree()).toBeNull();
      expect(bodies(made, 'createTip')).toEqual([
        expect.objectContaining({
          tipAmount: 500,
          total: 546,
          name: 'Kim',
          message: 'Bravo',
          surface: 'elements',
        }),
      ]);
      expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1 });
    });

    it('leaves the form as it was when the fan leaves the wallet, and the tip is made by nobody', async () => {
      const made = fakeController();
      const wallet = await readyWithWallet(made);
      made.controller.edit({ name: 'Kim' });
      const before = made.controller.state();
      wallet.onPress();
      wallet.onCancel();
      expect(made.controller.state()).toEqual(before);
      expect(seen(made)).toMatchObject({ notice: null, tips: 0 });
      expect(await payInWallet(wallet)).toBeNull();
    });

    it.each([
      // Such a frame must not read anything of the page around it.
      [
        'in a frame of another site',
        () =>
          vi.stubGlobal('top', {
            get origin(): string {
              throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError');
            },
          }),
      ],
      [
        'in a browser inside an app',
        () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Instagram 300'),
      ],
    ])('is not there %s', async (_where, arrange) => {
      const made = fakeController();
      arrange();
      await expect(readyWithWallet(made)).rejects.toThrow('This page has no row of wallets');
    });

    // Holds pay-330.
    it('is there in a frame of the same site, with the ways that work in a frame', async () => {
      const made = fakeController();
      const places: string[] = [];
      const { startSession } = made.backend;
      vi.spyOn(made.backend, 'startSession').mockImplementation((handle, place, language) => {
        places.push(place);
        return startSession(handle, place, language);
      });
      vi.stubGlobal('top', { origin: window.origin });
      expect(await payInWallet(await readyWithWallet(made))).toBeNull();
      expect(places).toEqual(['in-frame']);
    });
  });
});

describe('a tip whose card form fails', () => {
  it.each(['blocked', 'timeout'] as const)(
    'blames the network, not the page, when the card form does not load (%s) and the server does not answer',
    async (fault) => {
      const made = await ready(
        fakeController({ problems: { startSession: [null, unreachable] } }, { fault }),
      );
      expect(made.controller.state().stage).toEqual({ at: 'failed', code: 'unreachable' });
      expect(made.controller.state().way.by).toBe('card-form');
    },
  );

  // Holds pay-033.
  it('is paid on the hosted page when the page breaks a loaded card form', async () => {
    const made = await ready(fakeController({}, { breaksLater: true }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', way: { by: 'hosted', why: 'deformed' }, tips: 0 });
  });

  it('can be followed by a second one in the same sheet', async () => {
    const made = await ready(fakeController());
    await pay(made);
    made.controller.again();
    await ready(made);
    await pay(made);
    expect({ stage: stage(made), confirmed: made.log.confirmed.length }).toEqual({
      stage: 'thanked',
      confirmed: 2,
    });
  });

  it('shows why no tip can be sent, and keeps the form for another attempt', async () => {
    const made = fakeController({ problems: { startSession: [refused('too-many-requests'), null] } });
    made.controller.edit({ message: 'Bravo' });
    made.controller.open();
    await made.controller.session();
    expect(made.controller.state().stage).toMatchObject({ at: 'failed', code: 'too-many-requests' });
    made.controller.again();
    expect({ stage: stage(made), message: made.controller.state().form.message }).toEqual({
      stage: 'choosing',
      message: 'Bravo',
    });
  });

  it('removes a card form that is still loading when the card is removed', async () => {
    const made = fakeController();
    made.controller.edit({ amount: { by: 'preset', minorUnits: 500 } });
    const mounting = mount(made);
    made.controller.close();
    await mounting;
    expect(made.log.opened - made.log.destroyed).toBe(0);
  });
});

describe('paying by a wallet', () => {
  const requestIds = (made: FakeController) =>
    bodies(made, 'createTip').map((body) => (body as { clientRequestId: string }).clientRequestId);

  describe('the consent in a wallet', () => {
    // Holds pay-326.
    it('waits for a slow server; a second press and a second consent pay nothing', async () => {
      const made = fakeController({ delay: 20 });
      const wallet = await readyWithWallet(made);
      wallet.onPress();
      const paying = wallet.onAgree();
      expect(wallet.onPress()).toBeNull();
      // The wallet gives up before the server answers.
      wallet.onCancel();
      await Promise.all([wallet.onAgree(), pay(made)]);
      expect(await paying).toBeNull();
      expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1, confirmed: ['tip1_secret_memory'] });
    });

    it('fails with a sentence when the answer of the server is lost; the next press is the same request', async () => {
      const made = fakeController({ problems: { createTip: [unreachable] } });
      const wallet = await readyWithWallet(made);
      expect(await payInWallet(wallet)).toBe(enTip.offline);
      expect(seen(made)).toMatchObject({ stage: 'paying', confirmed: [] });
      expect(await payInWallet(wallet)).toBeNull();
      expect(requestIds(made)).toEqual(['id1', 'id1']);
      expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1, confirmed: ['tip1_secret_memory'] });
    });

    it('with a lost answer of Stripe is looked up, and is never a second payment', async () => {
      const confirmations = [{ kind: 'unknown' }, { kind: 'succeeded' }] as const;
      const made = fakeController({}, { confirmations, lookUps: ['open'] });
      const wallet = await readyWithWallet(made);
      expect(await payInWallet(wallet)).toBe(enTip.notCharged);
      expect(await payInWallet(wallet)).toBeNull();
      expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1 });
      expect(new Set(made.log.confirmed).size).toBe(1);
    });

    it('whose lost payment went through closes the wallet with thanks', async () => {
      const made = fakeController({}, { confirmations: [{ kind: 'unknown' }], lookUps: ['succeeded'] });
      const wallet = await readyWithWallet(made);
      expect(await payInWallet(wallet)).toBeNull();
      expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1 });
    });

    it.each([
      [
        'a decline',
        {},
        { confirmations: [{ kind: 'declined', decline: 'card-declined' }] },
        enTip.decline['card-declined'],
      ],
      ['a refusal by Stripe', {}, { confirmations: [{ kind: 'refused' }] }, enTip.notCharged],
      ['a wallet that is not complete', {}, { submits: ['incomplete'] }, enTip.notCharged],
      [
        'a server that allows no payment in pages',
        { problems: { createTip: [refused('hosted-required')] } },
        {},
        enTip.whyElsewhere.guarded,
      ],
      [
        'a server that takes no more tips',
        { problems: { createTip: [refused('too-many-requests')] } },
        {},
        enTip.refused['too-many-requests'],
      ],
    ] as const)('after %s closes the wallet with a sentence', async (_case, tips, surface, sentence) => {
      const made = fakeController(tips, surface);
      expect(await payInWallet(await readyWithWallet(made))).toBe(sentence);
      expect(stage(made)).toBe('paying');
    });

    // Holds pay-328.
    it('to another total than the wallet showed charges nothing; the next press shows the new sum', async () => {
      const fees = { bps: 1000, fixed: 100, platformBps: 0 };
      const made = fakeController({ sessions: [{}, { fees }] });
      const wallet = await readyWithWallet(made);
      made.controller.edit({ coverCosts: true });
      expect(wallet.onPress()).toEqual(walletLine(546));
      await made.controller.session(true);
      expect(await wallet.onAgree()).toBe(enTip.totalChanged);
      expect(seen(made)).toMatchObject({
        stage: 'paying',
        notice: { kind: 'total-changed' },
        tips: 0,
        confirmed: [],
      });
      expect(wallet.onPress()).toEqual(walletLine(667));
      expect(made.log.amounts.at(-1)).toEqual({ amount: 667, currency: 'usd' });
      expect(await wallet.onAgree()).toBeNull();
      expect(bodies(made, 'createTip')).toEqual([expect.objectContaining({ total: 667 })]);
    });

    it('is to what was shown: an edit while the wallet is open changes nothing', async () => {
      const made = fakeController();
      const wallet = await readyWithWallet(made);
      wallet.onPress();
      made.controller.edit({ coverCosts: true, amount: { by: 'preset', minorUnits: 1000 }, name: 'Kim' });
      expect(await wallet.onAgree()).toBeNull();
      expect(bodies(made, 'createTip')).toEqual([expect.objectContaining({ total: 500, name: null })]);
    });

    it('to a total that the server refuses charges nothing; the next press shows and charges the new sum', async () => {
      const fees = { bps: 1000, fixed: 100, platformBps: 0 };
      const made = fakeController({
        sessions: [{}, { fees }],
        problems: { createTip: [refused('total-changed')] },
      });
      const wallet = await readyWithWallet(made);
      made.controller.edit({ coverCosts: true });
      expect(await payInWallet(wallet)).toBe(enTip.totalChanged);
      expect(wallet.onPress()).toEqual(walletLine(667));
      // Stripe refuses a payment of another amount than the form's.
      expect(made.log.amounts.at(-1)).toEqual({ amount: 667, currency: 'usd' });
      expect(await wallet.onAgree()).toBeNull();
    });
  });

  describe('a challenge', () => {
    const asked = { session: { challenge: { kind: 'fake', siteKey: 'x' } } };

    it('that is not answered keeps the wallet closed, without a request', async () => {
      const made = fakeController(asked);
      const wallet = await readyWithWallet(made);
      expect({ answer: wallet.onPress(), tips: made.backend.tips(), stage: stage(made) }).toEqual({
        answer: null,
        tips: 0,
        stage: 'paying',
      });
      await answerChallenge(made.controller, 'human');
      expect(await payInWallet(wallet)).toBeNull();
      expect(bodies(made, 'createTip')).toEqual([expect.objectContaining({ challenge: 'human' })]);
    });

    // Holds pay-327.
    it('that the server requires after the consent closes the wallet; its answer charges no card, the next press pays', async () => {
      const made = fakeController({ problems: { createTip: [refused('challenge-required')] } });
      const wallet = await readyWithWallet(made);
      expect(await payInWallet(wallet)).toBe(enTip.personFirst);
      expect(made.controller.state()).toMatchObject({
        notice: { kind: 'challenge' },
        challenge: { answer: null },
      });
      expect(wallet.onPress()).toBeNull();
      await answerChallenge(made.controller, 'human');
      expect({ ...seen(made), notice: notice(made) }).toMatchObject({
        stage: 'paying',
        notice: null,
        confirmed: [],
      });
      expect(await payInWallet(wallet)).toBeNull();
      expect(new Set(requestIds(made)).size).toBe(1);
      expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1 });
    });

    it('that waits for the pay button goes on with the card, also after a wallet was refused', async () => {
      const made = fakeController({ problems: { createTip: [refused('challenge-required')] } });
      const wallet = await readyWithWallet(made);
      await payInWallet(wallet);
      await pay(made);
      await answerChallenge(made.controller, 'human');
      expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1 });
    });
  });
});
