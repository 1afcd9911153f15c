import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  ask,
  jsonOfSeed,
  OptionFault,
  runProgram,
  startProgram,
  type Emulator,
  type Program,
  type StartOptions,
} from '@busker/emulators/standalone';
import { startStripeSandbox } from './start-stripe-sandbox';

export type StripeSandboxOptions = Pick<
  StartOptions,
  'port' | 'host' | 'data' | 'seed' | 'reset' | 'webhook' | 'webhookSecret' | 'log'
>;

const secretKey = 'sk_test_sandbox_local';
const publishableKey = 'pk_test_sandbox_local';

function readSeed(path: string): unknown[] {
  const json = jsonOfSeed(path);
  if (!Array.isArray(json)) throw new OptionFault('seed', `needs a list of connected accounts in ${path}.`);
  return json;
}

const program: Program = {
  command: 'stripe-sandbox',
  about: 'Stripe with Connect, Stripe.js, hosted pages and webhooks, on this machine.',
  port: 12_111,
  options: {
    port: 'the port; 0 takes any free one (12111)',
    host: 'the address; with another one, other machines can reach the sandbox (127.0.0.1)',
    data: 'keeps the state in this folder; without it the state is in memory only',
    webhook: 'sends events here, those of connected accounts too',
    webhookSecret: 'signs the events with it (whsec_sandbox_local)',
    seed: 'JSON with a list of connected accounts, such as [{"id": "acct_ada", "country": "DE"}]',
    reset: 'deletes the state of --data before the start',
  },
  env: (address) => ({
    STRIPE_API_BASE: `http://${address}`,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
  }),
  serve({ port, host, data, webhook, webhookSecret = 'whsec_sandbox_local' }) {
    if (data !== undefined) mkdirSync(data, { recursive: true });
    if (webhook !== undefined && !URL.canParse(webhook))
      throw new OptionFault('webhook', `is no address: ${webhook}`);
    const scopes = webhook === undefined ? [] : (['account', 'connect'] as const);
    return startStripeSandbox({
      port,
      host,
      stateFile: data === undefined ? null : join(data, 'stripe.json'),
      secretKey,
      publishableKey,
      webhooks: scopes.map((scope) => ({ url: webhook ?? '', secret: webhookSecret, scope })),
    });
  },
  async seed(url, path) {
    for (const each of readSeed(path))
      await ask(`${url}/__sandbox/accounts/seed`, 'POST', each).catch((error: unknown) => {
        throw new OptionFault('seed', `is refused: ${(error as Error).message}`);
      });
  },
};

/** Starts the sandbox, in memory and on any free port unless told otherwise. */
export const start = (options: StripeSandboxOptions = {}): Promise<Emulator> =>
  startProgram(program, options);

/** Runs the command line of this package. */
export const commandLine = (): Promise<void> => runProgram(program);
