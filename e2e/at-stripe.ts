import type { Addresses } from './backend';
import { expect, type OwnOwner } from './fixtures';

interface WithAddresses {
  readonly addresses: Addresses;
}
interface WithAccount extends WithAddresses {
  readonly account: string;
}

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

/** Changes an owner's account in the sandbox: the name of one of its controls, and what that control takes. */
export async function atStripe(owner: WithAccount, name: string, body: object): Promise<void> {
  await control(owner, name, { account: owner.account, ...body });
}

/** The owner's account has this currency and these ways to pay, and the profile knows the currency. */
export async function accountHas(owner: OwnOwner, currency: string, types: readonly string[]): Promise<void> {
  for (const type of types) await atStripe(owner, 'accounts/way', { type, status: 'active' });
  await atStripe(owner, 'accounts/currency', { currency });
  const known = async () => {
    const answer = await fetch(`${owner.addresses.app}/v1/profiles/${owner.handle}`);
    return ((await answer.json()) as { tips: { currency?: string } }).tips.currency;
  };
  await expect.poll(known).toBe(currency);
}
