import {
  decodeAudit,
  encodeAudit,
  decodeStanding,
  encodeStanding,
  type AuditEntry,
} from '../moderation/report-document';
import {
  decodeCard,
  encodeCard,
  makeCachedProfile,
  decodeCardVersion,
  encodeCardVersion,
} from '../profile-documents/card-document';
import {
  decodeConnecting,
  encodeConnecting,
  decodeKnownMethods,
  encodeKnownMethods,
  decodeStripeAccount,
  encodeStripeAccount,
  newStripeAccount,
  decodeWalletSites,
  encodeWalletSites,
} from '../money-documents/stripe-account-document';
import {
  decodeRecoveryCodes,
  encodeRecoveryCodes,
  decodeSessions,
  encodeSessions,
  decodeVerifyToken,
  encodeVerifyToken,
} from '../account/account-document';
import { fakePayments, fakeProfile, fakeStanding, noon } from './fakes';
import { storedRow as row, type StoredRow } from './stored-row';

const hidden = fakeStanding({ state: 'hidden', until: noon + 1 });
const entry: AuditEntry = {
  v: 1,
  at: noon,
  who: 'mo@example.com',
  role: 'moderator',
  verb: 'hide',
  subject: 'uid-ada',
  outcome: 'done',
  before: null,
  after: hidden,
  reason: 'spam',
  reportId: null,
};
const cards = [
  makeCachedProfile(
    {
      claim: { v: 1, handle: 'ada', uid: 'ada-uid', state: 'live', claimedAt: noon, usedAt: noon },
      profile: fakeProfile({ handle: 'ada' }),
      payments: fakePayments(),
      standing: undefined,
    },
    noon,
  ),
].filter((card) => card !== null);
const session = {
  id: 's1',
  browser: 'firefox',
  system: 'linux',
  signedInAt: noon,
  lastSeenAt: noon + 1,
} as const;

/** The rows of accounts, sign-ins and their standing, for the tests that cover all document types. */
export const accountRows: readonly StoredRow[] = [
  ...row('audit entry', entry, encodeAudit, decodeAudit),
  ...cards.flatMap((card) => row('card', card, encodeCard, decodeCard)),
  ...row(
    'card version',
    { v: 1 as const, day: '2026-11-29', version: '1.0.0', loads: 3, crashes: 0, expiresAt: noon },
    encodeCardVersion,
    decodeCardVersion,
  ),
  ...row(
    'connecting',
    { v: 1 as const, round: 1, replaces: null, startedAt: noon },
    encodeConnecting,
    decodeConnecting,
  ),
  ...row('known methods', { v: 1 as const, methods: ['password'] }, encodeKnownMethods, decodeKnownMethods),
  ...row(
    'recovery codes',
    { v: 1 as const, factors: ['app-1'], hashes: ['ab'.repeat(32)], madeAt: noon },
    encodeRecoveryCodes,
    decodeRecoveryCodes,
  ),
  ...row('sessions', { v: 1 as const, sessions: [session] }, encodeSessions, decodeSessions),
  ...row('standing', hidden, encodeStanding, decodeStanding),
  ...row(
    'stripe account',
    newStripeAccount('acct_ada', 'ada-uid', noon),
    encodeStripeAccount,
    decodeStripeAccount,
  ),
  ...row('verify token', { v: 1 as const, expiresAt: noon }, encodeVerifyToken, decodeVerifyToken),
  ...row(
    'wallet sites',
    { v: 1 as const, domains: ['ada.example'], accountId: null, updatedAt: noon },
    encodeWalletSites,
    decodeWalletSites,
  ),
];
