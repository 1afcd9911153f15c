import { readUrl } from '../../../core/base/safe-url';

/** The origin of a typed or pasted address (`blog.example.com/about`); null when there is none. */
export function siteOrigin(typed: string): string | null {
  const trimmed = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = readUrl(whole);
  if (!url) return null;
  const { protocol, origin, hostname } = url;
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && (hostname.includes('.') || hostname === 'localhost') ? origin : null;
}
