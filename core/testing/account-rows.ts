import { auditDocument, standingDocument, type AuditEntry } from '../moderation/report-document';
import { cardDocument, makeCachedProfile, cardVersionDocument } from '../profile-documents/card-document';
import {
  connectingDocument,
  knownMethodsDocument,
  stripeAccountDocument,
  newStripeAccount,
  walletSitesDocument,
} from '../money-documents/stripe-account-document';
import { recoveryCodesDocument, sessionsDocument, verifyTokenDocument } from '../account/account-document';
import { ownDomainDocument, provedDomainDocument } from '../domains/domain-document';
import { newProgress } from '../domains/own-domain';
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
  ...row('audit entry', entry, auditDocument),
  ...cards.flatMap((card) => row('card', card, cardDocument)),
  ...row(
    'card version',
    { v: 1 as const, day: '2026-11-29', version: '1.0.0', loads: 3, crashes: 0, expiresAt: noon },
    cardVersionDocument,
  ),
  ...row('connecting', { v: 1 as const, round: 1, replaces: null, startedAt: noon }, connectingDocument),
  ...row('known methods', { v: 1 as const, methods: ['password'] }, knownMethodsDocument),
  ...row(
    'recovery codes',
    { v: 1 as const, factors: ['app-1'], hashes: ['ab'.repeat(32)], madeAt: noon },
    recoveryCodesDocument,
  ),
  ...row(
    'own domain',
    {
      v: 1 as const,
      uid: 'ada-uid',
      domain: 'links.ada.example',
      zone: 'ada.example',
      token: 'token',
      askedAt: noon,
      ...newProgress,
      seen: { cname: null, a: ['192.0.2.1'], aaaa: [], text: [], proof: [] },
      silentSince: noon,
      checkedAt: noon,
      permission: null,
      wallets: { account: null, state: 'waiting' as const, at: noon },
    },
    ownDomainDocument,
  ),
  ...row(
    'proved domain',
    { v: 1 as const, domain: 'links.ada.example', uid: 'ada-uid', provedAt: noon },
    provedDomainDocument,
  ),
  ...row('sessions', { v: 1 as const, sessions: [session] }, sessionsDocument),
  ...row('standing', hidden, standingDocument),
  ...row('stripe account', newStripeAccount('acct_ada', 'ada-uid', noon), stripeAccountDocument),
  ...row('verify token', { v: 1 as const, expiresAt: noon }, verifyTokenDocument),
  ...row(
    'wallet sites',
    { v: 1 as const, domains: ['ada.example'], accountId: null, updatedAt: noon },
    walletSitesDocument,
  ),
];
