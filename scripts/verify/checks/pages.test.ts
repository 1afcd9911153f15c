import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { known } from '../../installation/google';
import { lineOf, type Site } from '../site';
import { platformOf, siteWith } from '../testing/fake-site';
import { checkHostShare } from './pages';

describe('host share', () => {
  /** A site that takes this share; its own account at Stripe is in this country, or Stripe does not say. */
  function siteTaking(shareBps: number | null, home: string | null): Site {
    const platform = platformOf([], []);
    const stripe = {
      call: () => Promise.resolve(known({ status: home === null ? 403 : 200, body: { country: home } })),
    };
    const site = siteWith({ ...platform, stripe });
    return { ...site, insight: site.insight && { ...site.insight, shareBps } };
  }

  const lineFor = async (shareBps: number | null, home: string | null) =>
    (await checkHostShare(siteTaking(shareBps, home))).map(lineOf).join();

  // Holds pay-437.
  it('names the six countries whose tips have no share, when one is set', async () => {
    const six = 'Brazil (BR), India (IN), Mexico (MX), Malaysia (MY), Singapore (SG), and Thailand (TH)';
    expect(await lineFor(250, 'US')).toBe(
      `ok   host share: 2.5 %, but none of accounts in ${six}: Stripe refuses payments that ask for it there`,
    );
    expect(await lineFor(250, null)).toContain(
      `${six}, unless your own account is in the same country: Stripe`,
    );
  });

  // Holds pay-437.
  it('leaves out the host’s own country, and says nothing of countries without a share', async () => {
    const line = await lineFor(500, 'MX');
    expect(line).toContain('Brazil (BR)');
    expect(line).not.toContain('Mexico');
    expect(await lineFor(0, 'US')).toBe('ok   host share: none is taken');
    expect(await lineFor(null, 'US')).toMatch(/^-- {3}host share: needs PLATFORM_FEE_BPS/);
    expect((await checkHostShare(siteWith(null))).map(lineOf)).toEqual([
      '--   host share: needs credentials: --project',
    ]);
  });

  // Holds pay-437.
  it('the page for hosts names them too', () => {
    const page = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8');
    const setting = page.split('\n').find((row) => row.includes('`PLATFORM_FEE_BPS`')) ?? '';
    for (const country of ['Brazil', 'India', 'Mexico', 'Malaysia', 'Singapore', 'Thailand'])
      expect(setting).toContain(country);
  });
});
