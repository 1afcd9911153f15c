import { shareOnlyAtHome } from '../../../core/money/host-share';
import { good, skipped, type Finding } from '../finding';
import type { Insight, Site } from '../site';

const name = 'host share';
const countries = new Intl.DisplayNames('en', { type: 'region' });
const list = new Intl.ListFormat('en');

/** `Brazil (BR), India (IN), …` */
const namesOf = (codes: readonly string[]): string =>
  list.format(codes.map((code) => `${countries.of(code) ?? code} (${code})`));

/** Says of which owners' tips Stripe lets the host take no share. A setting cannot be wrong here: Busker charges those tips without it. */
export async function checkHostShare({ insight, isLocal }: Site): Promise<readonly Finding[]> {
  if (insight === null) return [skipped(name, isLocal ? 'not on this host' : 'needs credentials: --project')];
  const { shareBps } = insight;
  if (shareBps === null) return [skipped(name, 'needs PLATFORM_FEE_BPS, or a complete .env of this project')];
  if (shareBps === 0) return [good(name, 'none is taken')];
  const home = await ownCountry(insight);
  const without = shareOnlyAtHome.filter((code) => code !== home);
  const unknown = home === null ? ', unless your own account is in the same country' : '';
  return [
    good(
      name,
      `${shareBps / 100} %, but none of accounts in ${namesOf(without)}${unknown}: Stripe refuses payments that ask for it there`,
    ),
  ];
}

/** The country of the host's own account at Stripe; null = not known. */
async function ownCountry({ platform }: Insight): Promise<string | null> {
  const answer = await platform?.stripe?.call('GET', '/v1/account');
  if (answer?.state !== 'known' || answer.value.status !== 200) return null;
  const { body } = answer.value;
  const country = typeof body === 'object' && body !== null && 'country' in body ? body.country : null;
  return typeof country === 'string' ? country : null;
}
