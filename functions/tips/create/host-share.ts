import { asksForHostCountry, hostShareBps } from '../../../core/money/host-share';
import type { Deps } from '../../deps';
import type { Accounts } from '../../stripe/accounts';

/** The country of the server's own account, once Stripe has told it. It does not change. */
const homes = new WeakMap<Accounts, string>();

async function hostCountry(accounts: Accounts): Promise<string | null> {
  const known = homes.get(accounts);
  if (known !== undefined) return known;
  const own = await accounts.readAccount(null);
  const country = own.ok ? own.value.country : null;
  if (country !== null) homes.set(accounts, country);
  return country;
}

/**
 * The host's share of tips to an account in this country, in basis points. Stripe is asked only where the answer depends on the host's own country; while
 * it is not known there is none, so that the fan can pay.
 */
export async function shareOf(
  { config, accounts }: Pick<Deps, 'config' | 'accounts'>,
  country: string | null,
): Promise<number> {
  const bps = config.mode === 'single' ? 0 : config.platformFeeBps;
  if (bps === 0 || !asksForHostCountry(country)) return bps;
  return hostShareBps(bps, country, await hostCountry(accounts));
}
