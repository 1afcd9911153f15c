import { readUrl } from '../../../core/base/safe-url';
import { nextAddress } from '../../shared/sign-in/next-address';

/** What an emailed link asks for. `next` = the path of this app to continue to. */
export type MailedLink =
  | {
      readonly kind: 'verify' | 'change' | 'recover' | 'reset' | 'revert';
      readonly code: string;
      readonly next: string;
    }
  | { readonly kind: 'sign-in'; readonly href: string; readonly next: string }
  | { readonly kind: 'broken' };

const kinds = {
  verifyEmail: 'verify',
  verifyAndChangeEmail: 'change',
  recoverEmail: 'recover',
  resetPassword: 'reset',
  revertSecondFactorAddition: 'revert',
} as const;
const isKind = (mode: string): mode is keyof typeof kinds => Object.hasOwn(kinds, mode);

/** `next` of the link itself, or of the URL inside it; never another origin. */
function nextOf(url: URL): string {
  if (url.searchParams.has('next')) return nextAddress(url.search, url.origin);
  const given = url.searchParams.get('continueUrl') ?? '';
  const after = readUrl(given);
  if (!after || after.origin !== url.origin) return '/';
  if (after.pathname === url.pathname) return nextAddress(after.search, url.origin);
  return nextAddress(`?next=${encodeURIComponent(after.pathname + after.search)}`, url.origin);
}

/** Parses the address of an emailed link. */
export function mailedLink(href: string): MailedLink {
  const url = new URL(href);
  const mode = url.searchParams.get('mode') ?? '';
  const code = url.searchParams.get('oobCode') ?? '';
  if (code === '') return { kind: 'broken' };
  const next = nextOf(url);
  if (mode === 'signIn') return { kind: 'sign-in', href, next };
  return isKind(mode) ? { kind: kinds[mode], code, next } : { kind: 'broken' };
}
