import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok } from '@busker/core/base/result';
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
import type { OpenSurface, PaymentLook } from '../payment/payment-surface';
import { scriptedSurface } from '../preview/scripted-surface';
import { sampleProfile } from '../testing/sample-profile';
import { answerChallenge, returnUrl } from './pay-here';

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

describe('return url', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const receipt = 'https://busker.example/t/back';
  const options = { host: 'https://busker.example', profile: sampleProfile(), returnsToReceipt: false };

  /** Where a bank sends the fan of a page with this address. */
  function from(href: string, change: Partial<typeof options> = {}): string {
    vi.stubGlobal('location', { href, protocol: new URL(href).protocol });
    return returnUrl({ ...options, ...change });
  }

  describe('the address to which a bank sends the fan back', () => {
    // Holds pay-331.
    it.each([
      ['https://site.example/', 'https://site.example/?busker_tip=ada'],
      ['http://127.0.0.1:5000/a', 'http://127.0.0.1:5000/a?busker_tip=ada'],
      ['https://site.example/a?b=1&c=%20#part', 'https://site.example/a?b=1&c=%20&busker_tip=ada'],
      ['https://site.example/a#?b=1', 'https://site.example/a?busker_tip=ada'],
    ])('is the page without its fragment and with the mark of the card: %s', (href, expected) => {
      expect(from(href)).toBe(expected);
    });

    it('names the handle so that it can be read again', () => {
      const profile = sampleProfile({ handle: 'a&b' });
      expect(new URL(from('https://site.example/', { profile })).searchParams.get('busker_tip')).toBe('a&b');
    });

    it('is the page up to 1,500 characters with the mark, and the receipt beyond', () => {
      const mark = '?busker_tip=ada';
      const page = `https://site.example/${'a'.repeat(1_500 - 'https://site.example/'.length - mark.length)}`;
      expect(from(page)).toBe(page + mark);
      expect(from(`${page}a`)).toBe(receipt);
      expect(from(`${page}#${'a'.repeat(2_000)}`)).toBe(page + mark);
    });

    it.each([
      'file:///home/ada/card.html',
      'about:srcdoc',
      'blob:https://site.example/1',
      'capacitor://localhost/',
    ])('is the receipt for a page that is not on the web: %s', (href) => expect(from(href)).toBe(receipt));

    it('is the receipt in a frame, also of the same site, since banks refuse frames', () => {
      vi.stubGlobal('top', { origin: window.origin });
      expect(from('https://site.example/')).toBe(receipt);
    });

    it('is the receipt in a browser inside an app, from which banks return to another browser', () => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 Instagram 300');
      expect(from('https://site.example/')).toBe(receipt);
    });

    it('is the receipt where the tag asks for it', () => {
      expect(from('https://site.example/', { returnsToReceipt: true })).toBe(receipt);
    });
  });
});

describe('another amount for an existing payment', () => {
  // Holds pay-091.
  it.each([
    ['never came', unreachable],
    ['was no', refused('tip-busy')],
  ])(
    'confirms no payment before the server has accepted the amount, when its answer to an earlier change %s',
    async (_answer, problem) => {
      const declined = { kind: 'declined', decline: 'card-declined' } as const;
      const confirmations = [declined, { kind: 'succeeded' }] as const;
      const made = await ready(
        fakeController({ problems: { changeAmount: [problem, problem, null] } }, { confirmations }),
      );
      await pay(made);
      const before = made.controller.state().form.amount;
      made.controller.edit({ amount: { by: 'preset', minorUnits: 300 } });
      await pay(made);
      made.controller.edit({ amount: before });
      await pay(made);
      expect({ stage: stage(made), confirmed: made.log.confirmed.length }).toEqual({
        stage: 'paying',
        confirmed: 1,
      });
      await pay(made);
      expect({ stage: stage(made), confirmed: made.log.confirmed.length }).toEqual({
        stage: 'thanked',
        confirmed: 2,
      });
      const sent = bodies(made, 'changeAmount').map((body) => [
        (body as { total: number }).total,
        (body as { sequence: number }).sequence,
      ]);
      expect(sent).toEqual([
        [300, 1],
        [500, 2],
        [500, 3],
      ]);
    },
  );

  it('sends one change at a time: a second Pay and an edit wait for the answer to the first', async () => {
    const declined = { kind: 'declined', decline: 'card-declined' } as const;
    const made = await ready(fakeController({}, { confirmations: [declined, { kind: 'succeeded' }] }));
    await pay(made);
    made.controller.edit({ amount: { by: 'preset', minorUnits: 300 } });
    const paying = pay(made);
    made.controller.edit({ amount: { by: 'preset', minorUnits: 1000 } });
    await Promise.all([pay(made), paying]);
    expect(bodies(made, 'changeAmount')).toHaveLength(1);
    expect({ stage: stage(made), total: made.controller.state().tip?.figures.total }).toEqual({
      stage: 'thanked',
      total: 300,
    });
  });

  it('is also the card form’s when the costs have changed: Stripe refuses a payment of another amount', async () => {
    const fees = { bps: 1000, fixed: 100, platformBps: 0 };
    const problems = { createTip: [refused('total-changed')] };
    const made = await ready(fakeController({ sessions: [{}, { fees }], problems }));
    made.controller.edit({ coverCosts: true });
    await pay(made);
    expect({ notice: notice(made), amount: made.log.amounts.at(-1)?.amount }).toEqual({
      notice: { kind: 'total-changed' },
      amount: 667,
    });
    await pay(made);
    expect(bodies(made, 'createTip').at(-1)).toMatchObject({ total: 667 });
    expect(stage(made)).toBe('thanked');
  });
});

describe('a challenge', () => {
  const asked = { session: { challenge: { kind: 'fake', siteKey: 'x' } } };
  const answers = (made: FakeController) =>
    bodies(made, 'createTip').map((body) => (body as { challenge?: string }).challenge);

  it('of the session is shown beside the card form, and its answer is sent with the tip', async () => {
    const made = await ready(fakeController(asked));
    expect(made.controller.state()).toMatchObject({ way: { by: 'card-form' }, challenge: { answer: null } });
    await answerChallenge(made.controller, 'human');
    expect(stage(made)).toBe('paying');
    await pay(made);
    expect({ stage: stage(made), answers: answers(made) }).toEqual({ stage: 'thanked', answers: ['human'] });
  });

  it('that is not solved stops Pay before any request, and solving it continues', async () => {
    const made = await ready(fakeController(asked));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'challenge' }, tips: 0 });
    await answerChallenge(made.controller, 'human');
    expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1 });
  });

  it('that the server requires at Pay is shown, and its answer continues the same request', async () => {
    const made = await ready(fakeController({ problems: { createTip: [refused('challenge-required')] } }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'challenge' }, confirmed: [] });
    await answerChallenge(made.controller, 'human');
    const ids = bodies(made, 'createTip').map(
      (body) => (body as { clientRequestId: string }).clientRequestId,
    );
    expect({ stage: stage(made), answers: answers(made), tips: made.backend.tips() }).toEqual({
      stage: 'thanked',
      answers: [undefined, 'human'],
      tips: 1,
    });
    expect(new Set(ids).size).toBe(1);
  });

  it('with a refused answer is shown again', async () => {
    const problems = { createTip: [refused('challenge-required'), refused('challenge-required')] };
    const made = await ready(fakeController({ problems }));
    await pay(made);
    const first = made.controller.state().challenge;
    await answerChallenge(made.controller, 'robot');
    const second = made.controller.state().challenge;
    expect(second?.answer).toBeNull();
    expect(second?.round).not.toBe(first?.round);
    await answerChallenge(made.controller, 'human');
    expect(stage(made)).toBe('thanked');
  });

  it('does not continue after the fan has changed the tip since Pay', async () => {
    const made = await ready(fakeController(asked));
    await pay(made);
    made.controller.edit({ amount: { by: 'preset', minorUnits: 1000 } });
    await answerChallenge(made.controller, 'human');
    expect(seen(made)).toMatchObject({ stage: 'paying', tips: 0 });
    await pay(made);
    expect(bodies(made, 'createTip')).toEqual([expect.objectContaining({ total: 1000 })]);
  });

  it('must be solved again after its answer has expired', async () => {
    const made = await ready(fakeController(asked));
    await answerChallenge(made.controller, 'human');
    await answerChallenge(made.controller, null);
    await pay(made);
    expect(seen(made)).toMatchObject({ notice: { kind: 'challenge' }, tips: 0 });
  });

  it('that cannot be shown leads to the hosted page, with the reason', async () => {
    const made = await ready(fakeController(asked));
    await pay(made);
    made.controller.send({ type: 'must-pay-elsewhere', why: 'challenge' });
    const { way, notice: shown } = made.controller.state();
    expect({ way, shown }).toEqual({ way: { by: 'hosted', why: 'challenge' }, shown: null });
  });
});

describe('a page that the browser kept while the fan was at the bank', () => {
  // A page that the browser keeps while the fan is at the bank, and shows again when they press Back. The browser of the e2e tests keeps none.

  /** A card form whose first confirmation went to the bank's page: no answer ever comes. */
  function leavesForTheBank(looks: readonly PaymentLook[], confirmed: string[]): OpenSurface {
    const open = scriptedSurface({ lookUps: looks });
    return async (asked) => {
      const opened = await open(asked);
      if (!opened.ok) return opened;
      const { value } = opened;
      return ok({
        ...value,
        confirm: (secret, returnUrl) => {
          confirmed.push(secret);
          return confirmed.length === 1 ? new Promise(() => undefined) : value.confirm(secret, returnUrl);
        },
      });
    };
  }

  const showAgain = (persisted: boolean) =>
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

  /** The fan presses Pay with a message, goes to the bank and comes back to the page as it was. */
  async function backAtThePage(looks: readonly PaymentLook[]) {
    const confirmed: string[] = [];
    const made = await ready(fakeController({}, leavesForTheBank(looks, confirmed)));
    made.controller.edit({ message: 'From the bank' });
    const paying = pay(made);
    await expect.poll(() => confirmed).toHaveLength(1);
    showAgain(true);
    await paying;
    return { made, confirmed };
  }

  // Holds pay-224.
  it('who presses Back at the bank reads that they have not paid, finds what they typed, and pays the same tip by card', async () => {
    const { made, confirmed } = await backAtThePage(['open']);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'not-paid' }, tips: 1 });
    expect(made.controller.state().form).toMatchObject({ message: 'From the bank' });
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1 });
    expect(bodies(made, 'createTip')).toHaveLength(1);
    expect(new Set(confirmed).size).toBe(1);
    expect(confirmed).toHaveLength(2);
  });

  it('who presses Back after they authorised is thanked, and is not asked to pay again', async () => {
    const { made } = await backAtThePage(['succeeded']);
    expect(seen(made)).toMatchObject({ stage: 'thanked', notice: null, tips: 1 });
  });

  it('a page that is shown for the first time still waits for the bank', async () => {
    const confirmed: string[] = [];
    const made = await ready(fakeController({}, leavesForTheBank(['open'], confirmed)));
    void pay(made);
    await expect.poll(() => confirmed).toHaveLength(1);
    showAgain(false);
    await new Promise((resolve) => setTimeout(resolve));
    expect(seen(made)).toMatchObject({ stage: 'confirming', notice: null });
    made.controller.close();
  });
});
