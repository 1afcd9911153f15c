import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ADA, openSandbox } from '../testing/open-sandbox';
import { subscribe } from '../testing/subscribe';

const on = { stripeAccount: ADA };
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-sandbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// Holds pay-217.
it('a restart in the hour between the invoice of a renewal and its charge keeps both, and charges once', async () => {
  const stateFile = join(folder, 'stripe.json');
  const start = Date.parse('2027-01-31T10:00:00Z');
  const now = () => start;
  const first = await openSandbox({ stateFile, now });
  const id = await subscribe(first, on);
  await first.control('billing/advance', { months: 1 });
  const statuses = async ({ stripe }: typeof first) =>
    (await stripe.invoices.list({ subscription: id }, on)).data.map(({ status }) => status);
  expect(await statuses(first)).toEqual(['draft', 'paid']);
  await first.sandboxOnly();

  const second = await openSandbox({ stateFile, now, webhooks: first.webhooks });
  expect(await statuses(second)).toEqual(['draft', 'paid']);
  expect((await second.stripe.subscriptions.retrieve(id, {}, on)).status).toBe('active');
  await second.control('billing/advance', { months: 1 });
  expect(await statuses(second)).toEqual(['paid', 'paid']);
  await second.control('billing/advance', { months: 1 });
  expect(await statuses(second)).toEqual(['paid', 'paid', 'paid']);
  await second.close();
  await first.endpoint.close();
});
