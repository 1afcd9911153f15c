import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADA, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';
import { subscribe } from '../testing/subscribe';

const on = { stripeAccount: ADA };
const email = 'Nina.Up@Example.com';

let sandbox: OpenSandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

const listed = async (asked: string) =>
  (await sandbox.stripe.customers.list({ email: asked }, on)).data.length;
const searched = async (query: string) =>
  (await sandbox.stripe.customers.search({ query }, on)).data.map((customer) => customer.email);
const waitAMinute = () => sandbox.control('clock/advance', { milliseconds: 61_000 });

describe('customers', () => {
  it('are listed by the address as it was written, with its capital letters', async () => {
    await subscribe(sandbox, on, { email });
    expect([await listed(email), await listed(email.toLowerCase())]).toEqual([1, 0]);
  });

  it('are found by a search whatever the capital letters, a minute after they were made', async () => {
    await subscribe(sandbox, on, { email });
    expect(await searched(`email:"${email}"`)).toEqual([]);
    await waitAMinute();
    expect(await searched('email:"nina.up@example.com"')).toEqual([email]);
    expect(await searched("email:'NINA.UP@EXAMPLE.COM'")).toEqual([email]);
    expect(await searched('email:"nina@example.com"')).toEqual([]);
  });

  it('are searched page by page, the newest first', async () => {
    for (const name of ['a', 'A', 'a']) await subscribe(sandbox, on, { email: `${name}@example.com` });
    await waitAMinute();
    const query = { query: 'email:"a@example.com"', limit: 2 };
    const first = await sandbox.stripe.customers.search(query, on);
    expect(first).toMatchObject({ object: 'search_result', has_more: true });
    const all = await sandbox.stripe.customers.search(query, on).autoPagingToArray({ limit: 10 });
    expect(all.map((customer) => customer.email)).toEqual([
      'a@example.com',
      'A@example.com',
      'a@example.com',
    ]);
  });

  it.each(['name:"Nina"', 'email~"nina"', 'email:"nina" OR email:"up"', 'nina'])(
    'are not searched by %s, and the sandbox says what it supports',
    async (query) => {
      const refused = await refusal(sandbox.stripe.customers.search({ query }, on));
      expect(refused).toMatchObject({ statusCode: 400, param: 'query' });
      expect(refused.message).toContain('email:"…"');
    },
  );
});
