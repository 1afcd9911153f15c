import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  bodies,
  fakeController,
  payInWallet,
  readyWithWallet,
  seen,
  stage,
  walletLine,
} from '../testing/fake-controller';

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
