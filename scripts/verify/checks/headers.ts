import { isFunctionPath, headersFor, routeHeaders } from '../../../core/web/route-headers';
import { judged, type Finding } from '../finding';
import type { Site } from '../site';

const addresses = [
  '/',
  '/tips',
  '/sign-in',
  '/busker-config.json',
  '/embed/v1.js',
  '/embed/versions.json',
  '/health',
  '/v1/profiles/nobody',
  '/v1/me/export.csv',
  '/challenge',
  '/docs/errors',
  '/docs/webhooks/v1/tip.paid.json',
  '/t/tip_unknown',
  '/off/unknown.aa11',
  '/@nobody',
  `/img/${'0'.repeat(64)}`,
  '/oembed',
  '/legal/imprint',
  '/.well-known/security.txt',
  '/@nobody/badge.svg',
  '/nothing-is-here',
];

/** Checks that security headers equal the table in core/web/route-headers.ts. The caching check covers `Cache-Control`. */
export async function checkHeaders(site: Site): Promise<readonly Finding[]> {
  const rows = { files: routeHeaders(site.origins.files), functions: routeHeaders(site.origins.functions) };
  const own =
    site.handle === null ? [] : [`/@${site.handle}`, `/@${site.handle}/embed`, `/@${site.handle}/qr.svg`];
  const findings: Finding[] = [];
  for (const path of [...addresses, ...own]) {
    const { headers } = await site.ask(path);
    const wanted = headersFor(isFunctionPath(path) ? rows.functions : rows.files, path);
    const differ = Object.entries(wanted).filter(
      ([name, value]) => name !== 'Cache-Control' && headers.get(name) !== value,
    );
    const why = differ.map(([name]) => `${name}: ${headers.get(name) ?? 'missing'}`).join('; ');
    findings.push(judged(`headers of ${path.slice(0, 24)}`, why === '' ? null : why, 'as the table says'));
  }
  return findings;
}
