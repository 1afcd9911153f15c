import { readUrl } from '../base/safe-url';

/** Parameters that campaigns and shops add on any site. */
const everywhere =
  /^(utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|li_fat_id|mc_cid|mc_eid|igshid|igsh|_hsenc|_hsmi|mkt_tok|ref_src|ref_url|mibextid)$/i;

/** Parameters that a platform adds to an address when somebody shares it: they say who did. By host name, with its subdomains. */
const byHost: readonly (readonly [hosts: RegExp, marks: RegExp])[] = [
  [/(^|\.)(youtube\.com|youtu\.be)$/, /^(si|feature|pp)$/],
  [/(^|\.)(spotify\.com|spotify\.link)$/, /^(si|dlsi|context|nd|pi)$/],
  [/(^|\.)soundcloud\.com$/, /^si$/],
  [/(^|\.)(x\.com|twitter\.com)$/, /^(s|t)$/],
  [/(^|\.)tiktok\.com$/, /^(_t|_r|is_from_webapp|sender_device|sender_web_id|web_id|share_\w+|u_code)$/],
  [/(^|\.)(facebook\.com|fb\.com)$/, /^(sfnsn|rdid|share_url|__\w+|paipv|eav)$/],
  [/(^|\.)(threads\.net|threads\.com)$/, /^(xmt|slof)$/],
  [/(^|\.)linkedin\.com$/, /^(trk|trackingId|lipi|originalSubdomain)$/],
  [/(^|\.)reddit\.com$/, /^(share_id|rdt)$/],
  [/(^|\.)music\.apple\.com$/, /^(itsct|itscg|ls)$/],
];

/** The same address without sharers' marks; null when it has none. What does not look like a mark stays, in its order and spelling. */
export function withoutMarks(url: string): string | null {
  const parsed = readUrl(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search === '') return null;
  const host = parsed.hostname.replace(/\.$/, '');
  const own = byHost.filter(([hosts]) => hosts.test(host)).map(([, marks]) => marks);
  const isMark = (pair: string) => {
    const [name = ''] = pair.split('=');
    return [everywhere, ...own].some((marks) => marks.test(name));
  };
  const pairs = parsed.search.slice(1).split('&');
  const kept = pairs.filter((pair) => !isMark(pair));
  if (kept.length === pairs.length) return null;
  const [before = ''] = url.split('?');
  const fragment = parsed.hash;
  return `${before}${kept.length > 0 ? `?${kept.join('&')}` : ''}${fragment}`;
}
