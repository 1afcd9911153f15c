import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openSandbox, SECRET_KEY, type OpenSandbox } from '../testing/open-sandbox';
import { API_VERSION } from '../reference/api-version';
import { parseForm, UNSUPPORTED_PARAMETERS, type Branch, type Tree } from '../wire/parameters';
import { ALL_ROUTES } from '../routes/all-routes';
import { stripeSchemas, WIRE_TYPES, type StripeSchemas } from './check-exchange';

let sandbox: OpenSandbox;
let schemas: StripeSchemas;
beforeAll(async () => {
  schemas = stripeSchemas();
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

/** Valid requests. Each test below breaks one part of them. */
const RIGHT: readonly (readonly [address: string, form: string])[] = [
  [
    'POST /v1/payment_intents',
    'amount=500&currency=usd&allowed_payment_method_types[0]=card&metadata[a]=b&description=x&automatic_payment_methods[enabled]=true&automatic_payment_methods[allow_redirects]=never&capture_method=automatic_async&receipt_email=a@example.com&statement_descriptor_suffix=TIP&use_stripe_sdk=true',
  ],
  ['GET /v1/payment_intents', 'created[gte]=1&limit=3'],
  ['GET /v1/charges', 'limit=3&payment_intent=pi_1'],
  ['GET /v1/balance_transactions', 'limit=3&created[gte]=1&type=refund&currency=usd&source=re_1'],
  ['GET /v1/payouts', 'limit=3&created[gte]=1&status=paid'],
  ['GET /v1/refunds', 'limit=3&charge=ch_1&created[lt]=5'],
  ['GET /v1/events', 'types[0]=charge.failed&delivery_success=true'],
  [
    'POST /v1/checkout/sessions',
    'mode=payment&ui_mode=hosted_page&success_url=http://x.test/&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=500&line_items[0][price_data][product_data][name]=A&locale=de&submit_type=pay&adaptive_pricing[enabled]=true&payment_intent_data[metadata][a]=b&allowed_payment_method_types[0]=card',
  ],
  ['POST /v1/payment_method_domains', 'domain_name=example.com&enabled=true'],
];

const words = fc.constantFrom(
  'true',
  '',
  'abc',
  '-1',
  '1.5',
  '0',
  'usd',
  'card',
  '{}',
  '999999999999999999999',
);
const breakage = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'nest', 'add', 'list'),
  word: words,
});
type Breakage = { at: number; how: string; word: string };

/** Changes one key or value of a form. */
function broken(form: string, { at, how, word }: Breakage): string {
  const pairs = [...new URLSearchParams(form)];
  const index = at % pairs.length;
  const [key, value] = pairs[index] ?? ['', ''];
  const instead: Record<string, [string, string][]> = {
    replace: [[key, word]],
    remove: [],
    nest: [[`${key}[${word || 'x'}]`, value]],
    add: [
      [key, value],
      [key.includes('[') ? key.replace(/\[[^\]]*\]$/, '[unknown]') : 'unknown', word],
    ],
    list: [[`${key}[0]`, value]],
  };
  return new URLSearchParams(
    pairs.flatMap((pair, place) => (place === index ? (instead[how] ?? []) : [pair])),
  ).toString();
}

async function ask(address: string, form: string): Promise<number> {
  const [method = 'GET', path = ''] = address.split(' ');
  const answer = await fetch(`${sandbox.url}${path}${method === 'GET' ? `?${form}` : ''}`, {
    method,
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' && { body: form }),
  });
  expect(answer.status).not.toBe(500);
  return answer.status;
}

/** An empty text unsets a parameter on the wire. The types express that as null or as a missing key. */
function withoutEmpty(tree: Tree): Tree {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map((item: Tree) => withoutEmpty(item));
  const branch = tree as Branch;
  const kept = Object.entries(branch).filter(([, value]) => value !== '');
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutEmpty(value)]));
}

describe('a changed request that the sandbox accepts also fits Stripe’s types', () => {
  it.each(RIGHT)('%s', async (address, form) => {
    expect(await ask(address, form)).toBe(200);
    const params = WIRE_TYPES[address]?.params ?? '';
    await fc.assert(
      fc.asyncProperty(breakage, fc.option(breakage), async (one, two) => {
        const asked = two ? broken(broken(form, one), two) : broken(form, one);
        if ((await ask(address, asked)) !== 200) return;
        expect(schemas.paramIssues(params, structuredClone(withoutEmpty(parseForm(asked))))).toEqual([]);
      }),
      { numRuns: 150 * inject('times') },
    );
  });
});

interface Refused {
  readonly error?: { readonly message?: string; readonly param?: string; readonly code?: string };
}

async function answerOf(address: string, form: string): Promise<{ status: number; body: Refused }> {
  const [method = 'GET', pattern = ''] = address.split(' ');
  const path = pattern.replace(':id', 'none_1');
  const isV2 = path.startsWith('/v2/');
  const answer = await fetch(`${sandbox.url}${path}${method === 'POST' ? '' : `?${form}`}`, {
    method,
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      'content-type': isV2 ? 'application/json' : 'application/x-www-form-urlencoded',
      'stripe-version': API_VERSION,
    },
    ...(method === 'POST' && { body: isV2 ? JSON.stringify(parseForm(form)) : form }),
  });
  return { status: answer.status, body: (await answer.json()) as Refused };
}

const addresses = ALL_ROUTES.filter(({ access }) => access === 'secret').map(
  ({ method, pattern }) => `${method} ${pattern}`,
);

describe('on an account without any data', () => {
  // Holds pay-164.
  it.each(addresses)(
    '%s refuses to expand what its answer never has, before anything else',
    async (address) => {
      for (const path of ['x', 'data.x', 'latest_charge.x', 'data.balance_transaction.x']) {
        const { status, body } = await answerOf(address, `expand[0]=${path}`);
        expect([status, body.error?.message]).toEqual([
          400,
          expect.stringContaining('This property cannot be expanded'),
        ]);
      }
    },
  );

  // Holds pay-186.
  it.each(Object.entries(UNSUPPORTED_PARAMETERS))(
    '%s says of each parameter that only Stripe has that the sandbox does not support it',
    async (address, names) => {
      for (const name of names) {
        const written = name.replaceAll('[]', '[0]');
        const { status, body } = await answerOf(address, `${written}=x`);
        expect([status, body.error?.message]).toEqual([
          400,
          expect.stringContaining(
            `The sandbox does not support the parameter ${written}, though Stripe does`,
          ),
        ]);
      }
    },
  );

  // Holds pay-186.
  it('calls a nested name that Stripe does not have either unknown', async () => {
    const right = RIGHT.find(([address]) => address === 'POST /v1/checkout/sessions')?.[1] ?? '';
    const asked = `${right}&payment_intent_data[nothing]=x`;
    const { status, body } = await answerOf('POST /v1/checkout/sessions', asked);
    expect([status, body.error?.message]).toEqual([
      400,
      'Received unknown parameter: payment_intent_data[nothing]',
    ]);
  });
});
