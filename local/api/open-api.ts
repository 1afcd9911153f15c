import { getRequestListener } from '@hono/node-server';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { newStripeAccount } from '@busker/core/money-documents/stripe-account-document';
import type { Currency } from '@busker/core/money/money';
import { noPayments } from '@busker/core/payments/payments-state';
import { emptyDraft } from '@busker/core/profile/draft';
import { publishedProfile } from '@busker/core/profile/profile';
import { methodsFor } from '@busker/core/payments/methods';
import { startFirestore } from '@busker/emulator-firestore/start-firestore';
import { closeServer, listenOnLoopback } from '@busker/emulators/loopback';
import { loadRules } from '@busker/rules-engine/load-rules';
import { startStripeSandbox } from '@busker/emulator-stripe/start-stripe-sandbox';
import { answerBank, cardFields, pressPay } from '@busker/emulator-stripe/testing/hosted-page';
import { payAtBank } from '@busker/emulator-stripe/testing/open-sandbox';
import { createApp } from '@busker/functions/app';
import { parseConfig } from '@busker/functions/config';
import type { Deps } from '@busker/functions/deps';
import { liveDeps } from '@busker/functions/live-deps';
import { stored } from '@busker/functions/store/store';
import { InMemoryIdTokens, InMemoryUsers } from '@busker/functions/testing/in-memory-deps';
import { InMemoryExportFiles } from '@busker/functions/testing/in-memory-files';
import { InMemoryPictures } from '@busker/functions/testing/in-memory-files';

export const adaUid = 'uid-ada';
export const adaAccount = 'acct_ada';
const page = 'https://blog.example';

const america: { readonly country: string; readonly currency: Currency } = { country: 'US', currency: 'usd' };

const sessionIn = (address: string): string => address.split('/').at(-1) ?? '';

export type OpenApi = Awaited<ReturnType<typeof openApi>>;

/**
 * The deployed server with the local Firestore and the Stripe sandbox. Ada is published and takes tips in the currency of `home`.
 * Use one such server in each process, because the SDK reads the emulator's address from the environment. Queries
 * without a declared index are refused, as in production; `indexes` is the file in rules/ that declares them.
 * `hasSandboxClock`: the server has the sandbox's clock, as `npm start` gives it. Browsers may ask the database, within its rules, where `isOpenToBrowsers` is set.
 */
export async function openApi(
  settings: Readonly<Record<string, string>> = {},
  {
    indexes = 'firestore.indexes.json',
    isOpenToBrowsers = false,
    home = america,
    hasSandboxClock = false,
  } = {},
) {
  let app: { fetch: (request: Request, env?: unknown) => Response | Promise<Response> } | null = null;
  const listener = getRequestListener(
    (request, env) => app?.fetch(request, env) ?? new Response('Still starting', { status: 503 }),
    { overrideGlobalObjects: false },
  );
  const server = createServer((request, response) => void listener(request, response));
  const port = await listenOnLoopback(server, 0, { name: 'the API' });
  const url = `http://127.0.0.1:${port}`;
  const inRules = (name: string) => fileURLToPath(new URL(`../../rules/${name}`, import.meta.url));
  const firestore = await startFirestore({
    projectId: 'demo-busker',
    dataDir: null,
    rulesFile: isOpenToBrowsers ? inRules('firestore.rules') : null,
    indexesFile: inRules(indexes),
    loadRules,
    log: () => undefined,
  });
  const keys = { secretKey: 'sk_test_sandbox_api', publishableKey: 'pk_test_sandbox_api' };
  const webhook = { url: `${url}/v1/stripe/webhook`, secret: 'whsec_api' };
  const stripe = await startStripeSandbox({
    stateFile: null,
    ...keys,
    webhooks: [
      { ...webhook, scope: 'connect' },
      { ...webhook, scope: 'account' },
    ],
    seed: { accounts: [{ id: adaAccount, displayName: 'Ada', email: 'ada@example.com', ...home }] },
  });
  const hostedPage = { url: stripe.url, publishableKey: keys.publishableKey };
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${firestore.port}`;
  const lines: string[] = [];
  const env = {
    PAYMENTS_MODE: 'sandbox',
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRETS: webhook.secret,
    STRIPE_API_BASE: stripe.url,
    BUSKER_SECRET: 'a secret of at least thirty-two bytes',
    FIRESTORE_EMULATOR_HOST: `127.0.0.1:${firestore.port}`,
    PUBLIC_ORIGIN: url,
    ...settings,
  };
  const clock = { now: () => stripe.now() };
  const own = hasSandboxClock ? { clock } : {};
  const live = liveDeps(parseConfig(env), (line) => void lines.push(line), own);
  // Payments need neither a bucket nor a sign-in service, but the daily sweep uses both; without a local one it would ask Google's, for many seconds.
  const deps = {
    ...live,
    exportFiles: new InMemoryExportFiles(live.clock),
    pictures: new InMemoryPictures(live.clock),
    idTokens: new InMemoryIdTokens(),
    users: new InMemoryUsers(),
  };
  await publishAda(deps, home);
  app = createApp(deps);
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        origin: page,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = (await answer.json()) as Record<string, string>;
    return { status: answer.status, json };
  };
  /** A card's request for a tip of five dollars, in a new session. */
  const tipRequest = async (surface: 'elements' | 'hosted') => {
    const session = await call('POST', '/v1/tip-sessions?where=in-page', { handle: 'ada' });
    return {
      handle: 'ada',
      tipAmount: 500,
      coverCosts: false,
      total: 500,
      currency: home.currency,
      clientRequestId: randomUUID(),
      session: session.json['session'],
      surface,
    };
  };
  return {
    url,
    deps,
    currency: home.currency,
    /** The settings of this server, for another process of it. */
    env,
    lines,
    stripe,
    call,
    /** Makes a control call to the sandbox and fails when it does not succeed. */
    async control(name: string, body: unknown = {}): Promise<unknown> {
      const answer = await fetch(`${stripe.url}/__sandbox/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    tipRequest,
    /** Creates a tip of five dollars that waits for its card. */
    async sendTip(change: Record<string, unknown> = {}) {
      const answer = await call('POST', '/v1/tips', { ...(await tipRequest('elements')), ...change });
      if (answer.status !== 201) throw new Error(`No tip: ${JSON.stringify(answer.json)}`);
      const { tipId = '', tipToken = '', clientSecret = '' } = answer.json;
      return { tipId, tipToken, clientSecret, paymentIntentId: clientSecret.split('_secret_')[0] ?? '' };
    },
    /** A call to Stripe's API for Ada's account, with the secret key. */
    async atStripe(method: string, path: string, form: Record<string, string> = {}): Promise<unknown> {
      const answer = await fetch(stripe.url + path, {
        method,
        headers: { authorization: `Bearer ${keys.secretKey}`, 'stripe-account': adaAccount },
        ...(method === 'GET' ? {} : { body: new URLSearchParams(form) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    /** Pays in the sandbox as Stripe.js does after the form, with a test payment method. */
    async pay(paymentIntentId: string, method = 'pm_card_visa') {
      return fetch(`${stripe.url}/v1/payment_intents/${paymentIntentId}/confirm`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys.secretKey}`,
          'stripe-account': adaAccount,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ payment_method: method, return_url: page }),
      });
    },
    /** Pays at the page of a bank or a wallet. */
    payAtBank: (tip: Parameters<typeof payAtBank>[1], type: string, outcome: 'complete' | 'fail' | 'later') =>
      payAtBank(
        { url: stripe.url, publishableKey: keys.publishableKey, account: adaAccount },
        tip,
        type,
        outcome,
      ),
    /** Presses Pay on the hosted page; returns the status of the answer. */
    payOnPage: async (
      address: string,
      number: string,
      fields: { readonly email?: string } = {},
    ): Promise<number> =>
      (await pressPay(hostedPage, sessionIn(address), { ...cardFields(number), ...fields })).status,
    /** Chooses another way on the hosted page, and answers at the bank. */
    async payAtBankOnPage(address: string, type: string, outcome: 'complete' | 'fail' | 'later') {
      const asked = await pressPay(hostedPage, sessionIn(address), { type, code: '123456' });
      await answerBank(hostedPage, asked, outcome);
    },
    async close() {
      await stripe.close();
      await closeServer(server);
      await firestore.close();
    },
  };
}

async function publishAda({ store, clock }: Deps, home: typeof america): Promise<void> {
  const now = clock.now();
  const draft = { ...emptyDraft, handle: 'ada', name: 'Ada Lovelace', revision: 1 };
  const payments = {
    ...noPayments('sandbox', false, now),
    accountId: adaAccount,
    ...home,
    feesCountry: home.country,
    cardPayments: 'active',
    linkPayments: true,
  } as const;
  await store.transaction(async (tx) => {
    tx.write(stored.handle('ada'), {
      v: 1,
      handle: 'ada',
      uid: adaUid,
      state: 'live',
      claimedAt: now,
      usedAt: now,
    });
    tx.write(
      stored.profile(adaUid),
      publishedProfile(draft, { uid: adaUid, previous: null, picture: null, linkPictures: [], now }),
    );
    tx.write(stored.payments(adaUid), payments);
    tx.write(stored.stripeAccount(adaAccount), newStripeAccount(adaAccount, adaUid, now));
  });
}

/** Gives Ada's account every payment method in her currency that a page can offer. */
export async function showAllMethods(api: OpenApi): Promise<void> {
  const types = methodsFor(api.currency, 'in-page').filter((type) => type !== 'card' && type !== 'link');
  for (const type of types)
    await api.control('accounts/way', { account: adaAccount, type, status: 'active' });
}
