import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stripeClient } from './stripe-checkout';
import { customersOf } from './stripe-subscriptions';

describe('stripe customers', () => {
  /** A minimal Stripe: its list compares capital letters, its search does not and can be refused or away. */
  const known = new Map<string, string>();
  const asked: string[] = [];
  let searchStatus = 200;

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.test');
    const isSearch = pathname.endsWith('/search');
    const query = searchParams.get(isSearch ? 'query' : 'email') ?? '';
    asked.push(query);
    const status = isSearch ? searchStatus : 200;
    const data = [...known]
      .filter(([, email]) => (isSearch ? query.toLowerCase().includes(email.toLowerCase()) : email === query))
      .map(([id, email]) => ({ id, object: 'customer', email }));
    response.writeHead(status, { 'content-type': 'application/json' });
    const error = { type: status === 400 ? 'invalid_request_error' : 'api_error', message: 'No.' };
    response.end(JSON.stringify(status === 200 ? { object: 'list', data, has_more: false } : { error }));
  });

  const of = async (email: string) => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const stripe = stripeClient({ secretKey: 'sk_test_1', apiBase: `http://127.0.0.1:${port}` });
    return [...(await customersOf(stripe, 'acct_ada', email))].toSorted();
  };

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    asked.length = 0;
    searchStatus = 200;
    known.clear();
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  describe('the customers of an address', () => {
    // Holds pay-413.
    it('are found whatever capital letters were typed, here or at Stripe, and once each', async () => {
      known
        .set('cus_a', 'Nina.Up@Example.com')
        .set('cus_b', 'nina.up@example.com')
        .set('cus_c', 'up@example.com');
      for (const typed of ['Nina.Up@Example.com', 'nina.up@example.com', 'NINA.UP@EXAMPLE.COM'])
        expect(await of(typed)).toEqual(['cus_a', 'cus_b']);
    });

    it('are listed as typed and in lower case where the account has no search', async () => {
      searchStatus = 400;
      known.set('cus_a', 'Nina.Up@Example.com').set('cus_b', 'nina.up@example.com');
      expect(await of('Nina.Up@Example.com')).toEqual(['cus_a', 'cus_b']);
      expect(await of('nina.up@example.com')).toEqual(['cus_b']);
    });

    // Holds pay-413.
    it('are unknown while the search does not answer, since one of them could be missing', async () => {
      searchStatus = 500;
      known.set('cus_b', 'nina.up@example.com');
      await expect(of('nina.up@example.com')).rejects.toMatchObject({ statusCode: 500 });
    });

    it('are searched by a query that an address cannot leave', async () => {
      await of(String.raw`"a\"@example.com`);
      expect(asked).toContain(String.raw`email:"\"a\\\"@example.com"`);
    });
  });
});
