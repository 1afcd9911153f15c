import { describe, expect, it } from 'vitest';
import { lineOf } from '../step';
import { askPermissions } from './ask-permissions';
import { fakeStripe, type FakeStripeOptions } from './fake-stripe';

const linesOf = async (options: FakeStripeOptions, mode: 'connect' | 'single' = 'connect') =>
  (await askPermissions(fakeStripe(options).rest, { mode })).map(lineOf);
const notOk = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('ok'));

describe('the check of the permissions of the Stripe key', () => {
  it('finds no fault with a key that has all permissions, in both modes', async () => {
    expect(notOk(await linesOf({ accounts: ['acct_1'] }))).toEqual([]);
    expect(notOk(await linesOf({}, 'single'))).toEqual([]);
  });

  // Holds host-005.
  it('names the missing permission and its column', async () => {
    const forbidden = ['GET /v1/disputes acct_1'];
    const [line = '', ...more] = notOk(await linesOf({ accounts: ['acct_1'], forbidden }));
    expect(line).toContain('missing: Stripe permission Disputes, read, Connect column');
    expect(more).toEqual([]);
    const direct = await linesOf({ forbidden: ['POST /v1/refunds'] }, 'single');
    expect(notOk(direct)[0]).toContain('Charges and Refunds, write, direct column');
  });

  it('checks payments on a connected account in connect mode, and only directly in single mode', async () => {
    const connect = fakeStripe({ accounts: ['acct_1'] });
    await askPermissions(connect.rest, { mode: 'connect' });
    expect(connect.requests).toContain('POST /v1/payment_intents acct_1');
    expect(connect.requests).not.toContain('POST /v1/payment_intents');
    const single = fakeStripe();
    await askPermissions(single.rest, { mode: 'single' });
    expect(single.requests.filter((request) => request.includes('acct_'))).toEqual([]);
  });

  it('reports "unknown" for the Connect column before an account is connected', async () => {
    expect(notOk(await linesOf({}))).toEqual([expect.stringContaining('no account is connected yet')]);
  });

  it('names a key that Stripe refuses, and sends no other request', async () => {
    expect(await linesOf({ badKey: true })).toEqual([
      expect.stringContaining('missing: Stripe accepts the key'),
    ]);
  });
});
