import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok } from '@busker/core/base/result';
import type { OpenSurface, PaymentLook } from '../payment/payment-surface';
import { scriptedSurface } from '../preview/scripted-surface';
import {
  bodies,
  fakeController,
  notice,
  pay,
  ready,
  refused,
  seen,
  stage,
  unreachable,
  type FakeController,
} from '../testing/fake-controller';
import { sampleProfile } from '../testing/sample-profile';
import { answerChallenge, returnUrl } from './pay-here';

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
