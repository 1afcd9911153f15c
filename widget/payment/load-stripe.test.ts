import { afterEach, expect, it, vi } from 'vitest';
import { stripeFor } from './load-stripe';

afterEach(() => vi.restoreAllMocks());

const sandbox = {
  publishableKey: 'pk_test_sandbox_1',
  stripeJs: 'http://127.0.0.1:1/v3/',
  stripeAccount: null,
  locale: 'en',
};

it.each(['load', 'error'] as const)(
  'a payment script that ends with "%s" without Stripe is reported and removed',
  async (event) => {
    const removed: string[] = [];
    vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      const [script] = nodes;
      if (!(script instanceof HTMLScriptElement)) throw new Error('Something else was added');
      vi.spyOn(script, 'remove').mockImplementation(() => void removed.push(script.src));
      queueMicrotask(() => script.dispatchEvent(new Event(event)));
    });
    expect(await stripeFor(sandbox)).toEqual({ ok: false, problem: 'blocked' });
    expect(await stripeFor(sandbox)).toEqual({ ok: false, problem: 'blocked' });
    expect(removed).toEqual([sandbox.stripeJs, sandbox.stripeJs]);
  },
);

it('two sheets that open at the same time add the payment script once, and again after it failed', async () => {
  const append = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes;
    if (script instanceof HTMLScriptElement) queueMicrotask(() => script.dispatchEvent(new Event('error')));
  });
  await Promise.all([stripeFor(sandbox), stripeFor(sandbox)]);
  expect(append).toHaveBeenCalledTimes(1);
  await stripeFor(sandbox);
  expect(append).toHaveBeenCalledTimes(2);
});
