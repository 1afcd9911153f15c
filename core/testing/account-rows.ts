import {
  recoveryCodesDocument,
  sessionsDocument,
  verifyTokenDocument,
  leavingDocument,
  type Leaving,
  seenTermsDocument,
} from '../account/account-document';
import { wholeExport, exportDocument, type OwnerExport } from '../account/export-document';
import type { Result } from '../base/result';
import type { DocumentType, StoredData } from '../documents/documents';
import { ownDomainDocument, provedDomainDocument } from '../domains/domain-document';
import { newProgress } from '../domains/own-domain';
import {
  countedDocument,
  insightDocument,
  rollUpDocument,
  viewBatchDocument,
} from '../insights/insight-document';
import { jobDocument, type Job } from '../jobs/job-document';
import { appealId, type Appeal, type AppealAnswer } from '../moderation/report';
import {
  auditDocument,
  standingDocument,
  type AuditEntry,
  appealDocument,
  reportDocument,
} from '../moderation/report-document';
import {
  connectingDocument,
  knownMethodsDocument,
  stripeAccountDocument,
  newStripeAccount,
  walletSitesDocument,
} from '../money-documents/stripe-account-document';
import { tipAddressDocument } from '../money-documents/tip-document';
import { mailDocument } from '../outbox-documents/event-document';
import { cardDocument, makeCachedProfile, cardVersionDocument } from '../profile-documents/profile-document';
import { fakeDecision, fakeReport, fakePayments, fakeProfile, fakeStanding, noon } from './fakes';

/** One document type, for the tests that cover all document types: its name, a value, the stored form, and the decoder. */
export type StoredRow = readonly [
  name: string,
  value: unknown,
  stored: StoredData,
  decode: (stored: unknown) => Result<unknown>,
];

export const storedRow = <T>(
  name: string,
  value: T,
  { encode, decode }: DocumentType<T>,
): readonly [StoredRow] => [[name, value, encode(value), decode]];

const leavingExport: OwnerExport = {
  v: 1,
  id: 'e1',
  format: 'csv',
  choice: { ...wholeExport('csv'), separator: 'semicolon', decimal: 'comma', state: 'received' },
  requestedAt: noon,
  state: { name: 'running', done: 500, total: null },
};
const ready: OwnerExport = {
  ...leavingExport,
  format: 'json',
  choice: wholeExport('json'),
  state: { name: 'ready', tips: 3, bytes: 99, readyAt: noon, expiresAt: noon + 1 },
};

export const fakeLeaving = (changes: Partial<Leaving> = {}): Leaving => ({
  v: 1,
  uid: 'uid-ada',
  startedAt: noon,
  changedAt: noon,
  state: { name: 'running', step: 'books', done: 1, total: 2 },
  withdrawn: ['ada'],
  silenced: ['c1'],
  expiresAt: null,
  ...changes,
});

export const leaveRows: readonly StoredRow[] = [
  ...storedRow('an export that is being prepared', leavingExport, exportDocument),
  ...storedRow('a finished export', ready, exportDocument),
  ...storedRow('a running deletion', fakeLeaving(), leavingDocument),
  ...storedRow(
    'a deletion that stopped',
    fakeLeaving({ state: { name: 'stopped' }, withdrawn: [], expiresAt: noon }),
    leavingDocument,
  ),
];

/** The documents with which views are counted, and the address of a tip, for the tests of all stored documents. */
export const countRows = [
  ...storedRow(
    'insight',
    {
      v: 1 as const,
      day: '2026-10-01',
      views: 3,
      clicks: { k1: 2 },
      sites: { 'blog.example': 1 },
      times: { '0930': { views: 1, clicks: {}, sites: { 'blog.example': 1 } } },
    },
    insightDocument,
  ),
  ...storedRow(
    'view batch',
    {
      v: 1 as const,
      endedAt: noon,
      rows: [
        { day: '2026-10-01', handle: 'ada', link: null, count: 2 },
        { day: '2026-10-01', time: '0930', handle: 'ada', link: null, site: 'blog.example', count: 2 },
      ],
      expiresAt: noon + 1,
    },
    viewBatchDocument,
  ),
  ...storedRow(
    'counted batch',
    { v: 1 as const, endedAt: null, rows: [], expiresAt: noon + 1 },
    viewBatchDocument,
  ),
  ...storedRow(
    'roll-up',
    { v: 1 as const, round: { batches: ['b1'], through: 'ada', untilAt: noon } },
    rollUpDocument,
  ),
  ...storedRow('idle roll-up', { v: 1 as const, round: null }, rollUpDocument),
  ...storedRow('counted', { v: 1 as const, untilAt: noon }, countedDocument),
  ...storedRow('tip address', { v: 1 as const, hash: 'a1', expiresAt: noon }, tipAddressDocument),
];

export const fakeJob = (changes: Partial<Job> = {}): Job => ({
  v: 1,
  kind: 'follow-links',
  key: 'all',
  state: 'due',
  dueAt: noon,
  lease: null,
  cursor: null,
  progress: { done: 0, total: null },
  attempts: 0,
  errorCode: null,
  input: null,
  expiresAt: null,
  wants: 1,
  covered: 0,
  wanted: { dueAt: noon, input: null },
  ...changes,
});

const running = fakeJob({
  state: 'running',
  lease: { holder: 'h1', until: noon + 1 },
  cursor: 'p2',
  progress: { done: 2, total: 9 },
  attempts: 1,
  errorCode: 'StoreUnavailable',
  input: '{}',
  expiresAt: noon + 2,
});

/** The documents of jobs and of what they do for owners, for the tests that cover all document types. */
export const jobRows: readonly StoredRow[] = [
  ...storedRow('job', fakeJob(), jobDocument),
  ...storedRow('running job', running, jobDocument),
  ...leaveRows,
];

const closed = fakeReport({
  state: { name: 'closed', decision: fakeDecision({ until: noon + 1 }), appeal: 'reversed', at: noon },
  subject: null,
  expiresAt: noon,
});

const appeal: Appeal = {
  v: 1,
  id: appealId('uid-ada', noon),
  from: 'owner',
  uid: 'uid-ada',
  handle: 'ada',
  measure: 'suspended',
  since: noon,
  reason: 'The page shows somebody else.',
  decidedBy: 'grace@example.com',
  reportId: null,
  text: 'I am Ada.',
  language: 'en',
  madeAt: noon,
  answer: null,
  expiresAt: null,
};
const answer: AppealAnswer = {
  outcome: 'upheld',
  text: 'It stands.',
  by: 'grace@example.com',
  at: noon,
  samePerson: true,
};
const mail = {
  v: 1 as const,
  to: 'ada@example.com',
  message: { subject: 'A', text: 'B' },
  createdAt: noon,
  expiresAt: noon + 1,
  dueAt: null,
  tries: 0,
  delivery: null,
};

/** The report documents, for the tests that cover all document types. */
export const reportRows: readonly StoredRow[] = [
  ...storedRow('report', fakeReport(), reportDocument),
  ...storedRow('closed report', closed, reportDocument),
  ...storedRow('appeal', appeal, appealDocument),
  ...storedRow('answered appeal', { ...appeal, answer, expiresAt: noon }, appealDocument),
  ...storedRow('seen terms', { v: 1, version: '2026-11-23', at: noon }, seenTermsDocument),
  ...storedRow('mail', mail, mailDocument),
  ...storedRow('due mail', { ...mail, dueAt: noon, tries: 2 }, mailDocument),
  ...storedRow('sent mail', { ...mail, delivery: { state: 'BY-HAND', error: null } }, mailDocument),
];

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
  ...storedRow('audit entry', entry, auditDocument),
  ...cards.flatMap((card) => storedRow('card', card, cardDocument)),
  ...storedRow(
    'card version',
    { v: 1 as const, day: '2026-11-29', version: '1.0.0', loads: 3, crashes: 0, expiresAt: noon },
    cardVersionDocument,
  ),
  ...storedRow(
    'connecting',
    { v: 1 as const, round: 1, replaces: null, startedAt: noon },
    connectingDocument,
  ),
  ...storedRow('known methods', { v: 1 as const, methods: ['password'] }, knownMethodsDocument),
  ...storedRow(
    'recovery codes',
    { v: 1 as const, factors: ['app-1'], hashes: ['ab'.repeat(32)], madeAt: noon },
    recoveryCodesDocument,
  ),
  ...storedRow(
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
  ...storedRow(
    'proved domain',
    { v: 1 as const, domain: 'links.ada.example', uid: 'ada-uid', provedAt: noon },
    provedDomainDocument,
  ),
  ...storedRow('sessions', { v: 1 as const, sessions: [session] }, sessionsDocument),
  ...storedRow('standing', hidden, standingDocument),
  ...storedRow('stripe account', newStripeAccount('acct_ada', 'ada-uid', noon), stripeAccountDocument),
  ...storedRow('verify token', { v: 1 as const, expiresAt: noon }, verifyTokenDocument),
  ...storedRow(
    'wallet sites',
    { v: 1 as const, domains: ['ada.example'], accountId: null, updatedAt: noon },
    walletSitesDocument,
  ),
];
