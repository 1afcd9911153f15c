import type { Addresses } from './backend';
import { expect } from './fixtures';

interface WithAddresses {
  readonly addresses: Addresses;
}

/** Ada's account in the sandbox. */
const account = 'acct_sandboxada';

/** Uses one of the sandbox's controls; its answer. */
export async function control({ addresses }: WithAddresses, name: string, body: object): Promise<unknown> {
  const answer = await fetch(`${addresses.stripe}/__sandbox/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Changes Ada's account in the sandbox: the name of one of its controls, and what that control takes. */
export async function atStripe(backend: WithAddresses, name: string, body: object): Promise<void> {
  await control(backend, name, { account, ...body });
}

/** Ada's account has this currency and these ways to pay, and her profile knows the currency. */
export async function accountHas(
  backend: WithAddresses,
  currency: string,
  types: readonly string[],
): Promise<void> {
  for (const type of types) await atStripe(backend, 'accounts/way', { type, status: 'active' });
  await atStripe(backend, 'accounts/currency', { currency });
  const known = async () => {
    const answer = await fetch(`${backend.addresses.app}/v1/profiles/ada`);
    return ((await answer.json()) as { tips: { currency?: string } }).tips.currency;
  };
  await expect.poll(known).toBe(currency);
}
