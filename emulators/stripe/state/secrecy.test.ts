import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_CARDS } from '../payments/payment-methods';
import {
  ACCOUNT_SECRET,
  ADA,
  CONNECT_SECRET,
  openSandbox,
  PUBLISHABLE_KEY,
  SECRET_KEY,
} from '../testing/open-sandbox';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'busker-stripe-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('card numbers and secrets', () => {
  // Holds pay-145.
  it('are in no state file, no log and no event', async () => {
    const said: string[] = [];
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void said.push(words.map(String).join(' ')));
    const file = join(folder, 'stripe.log');
    const sandbox = await openSandbox({ stateFile: file });
    const statuses: number[] = [];
    for (const { number, brand } of TEST_CARDS) {
      const intent = await sandbox.stripe.paymentIntents.create(
        { amount: 500, currency: 'usd' },
        { stripeAccount: ADA },
      );
      const fields = {
        client_secret: intent.client_secret ?? '',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
        'payment_method_data[card][cvc]': brand === 'amex' ? '9731' : '973',
      };
      const answer = await fetch(`${sandbox.url}/v1/payment_intents/${intent.id}/confirm`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${PUBLISHABLE_KEY}`,
          'stripe-account': ADA,
          'idempotency-key': intent.id,
        },
        body: new URLSearchParams(fields),
      });
      statuses.push(answer.status);
      said.push(await answer.text());
    }
    await sandbox.control('overview');
    await sandbox.webhooksIdle();
    await sandbox.close();
    expect(new Set(statuses)).toEqual(new Set([200, 402]));
    const kept =
      readFileSync(file, 'utf8') +
      said.join('\n') +
      sandbox.endpoint.received.map(({ body }) => body).join('\n');
    for (const { number } of TEST_CARDS) expect(kept).not.toContain(number);
    expect(kept).not.toMatch(/"cvc":"?\d/);
    for (const secret of [SECRET_KEY, ACCOUNT_SECRET, CONNECT_SECRET]) expect(kept).not.toContain(secret);
  });
});
