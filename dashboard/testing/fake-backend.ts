import type { DomainAnswer } from '@busker/core/domains/domain-api';
import type {
  AnsweredLine,
  BalanceAnswer,
  BooksAnswer,
  PayoutAnswer,
  PayoutsAnswer,
} from '@busker/core/books/books-api';
import type {
  AppealState,
  ModeratedReport,
  Objection,
  OwnRestriction,
  OwnerCase,
} from '@busker/core/dashboard-api/moderation-api';
import type {
  LinksCheckAnswer,
  MailsAnswer,
  ModeratedMail,
  OwnMethod,
  ShownSession,
  Site,
  ImportAnswer,
  SiteCheckAnswer,
  TermsAnswer,
  ThanksAnswer,
} from '@busker/core/dashboard-api/owner-api';
import { fail, ok, type Result } from '@busker/core/base/result';
import type { AccountPreferences, Leaving } from '@busker/core/account/account-document';
import type { ExportChoice, OwnerExport } from '@busker/core/account/export-document';
import type { InsightShard } from '@busker/core/insights/insight-document';
import type { LinksHealth } from '@busker/core/profile-documents/profile-document';
import type { RefundRequest, TipLogEntry } from '@busker/core/money-documents/tip-document';
import type { FeeLine } from '@busker/core/fees/fees';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import type { Payout } from '@busker/core/books/payout';
import { usualYearStart } from '@busker/core/locale/periods';
import { addContribution, type Totals } from '@busker/core/money/money';
import type { Monthly } from '@busker/core/monthly/monthly';
import {
  channelKinds,
  noChannels,
  type Channel,
  type ChannelKind,
  type Channels,
} from '@busker/core/outbox/channel';
import type { Delivery } from '@busker/core/outbox/outbox-event';
import type { OverlayAlert, OwnOverlay } from '@busker/core/overlay/overlay';
import type { Draft } from '@busker/core/profile/draft';
import type { ModerationRole } from '@busker/core/moderation/standing';
import type { StoredProfile } from '@busker/core/profile/profile';
import type { Tip } from '@busker/core/tip/tip';
import { ownMethodTypes } from '@busker/core/payments/methods';
import type {
  EnabledSignInMethods,
  OwnerUser,
  SecondFactor,
  SecondStep,
  Session,
  StoreCopy,
} from '../data/backend';
import {
  Watched,
  type Answer,
  type Failure,
  type FailureCode,
  type Stop,
  type Watcher,
} from '../data/failure';
import { type ScriptedCall } from './scripted-call';

/** The channels and the delivery log of a fake backend. */
class InMemoryChannelState {
  /** null = the owner never had a channel. */
  readonly stored = new Watched<Channels | null>(null);
  readonly deliveries = new Watched<readonly Delivery[]>([]);
  offered: readonly ChannelKind[] = channelKinds.filter((kind) => kind !== 'push');
  vapidKey: string | null = null;
  /** How a receiver answers the next messages. */
  receiver: { readonly status: number; readonly text: string } = { status: 200, text: 'ok' };
  /** Sent messages, newest last. */
  readonly sent: string[] = [];
  /** The channels whose code is too old. */
  readonly expired = new Set<string>();

  get all(): Channels {
    return this.stored.value ?? noChannels;
  }

  put(channelId: string, channel: Channel): void {
    this.stored.set({ ...this.all, channels: { ...this.all.channels, [channelId]: channel } });
  }

  remove(channelId: string): void {
    const { [channelId]: _gone, ...channels } = this.all.channels;
    this.stored.set({ ...this.all, channels });
  }
}

/** The overlay of a fake backend. */
class InMemoryOverlayState {
  /** null = the owner has none. */
  readonly own = new Watched<OwnOverlay | null>(null);
  /** Newest first. */
  readonly alerts = new Watched<readonly OverlayAlert[]>([]);
  /** Commands during a stream, and tests, in this order. */
  readonly acts: string[] = [];
  keys = 0;
}

/** The balance and the payouts of a fake backend, newest first; a page has `onAPage` entries. */
class InMemoryPayouts {
  balance: BalanceAnswer = {
    balances: [{ currency: 'usd', available: 0, pending: 0 }],
    schedule: { interval: 'daily' },
    paused: false,
  };
  readonly payouts: Payout[] = [];
  readonly lines = new Map<string, readonly AnsweredLine[]>();
  onAPage = 20;

  listed(after: string | null): PayoutsAnswer {
    const { items, next } = this.page(this.payouts, after);
    return { payouts: items, next };
  }

  one(payoutId: string, after: string | null): Result<PayoutAnswer, Failure> {
    const payout = this.payouts.find(({ id }) => id === payoutId);
    if (payout === undefined) return fail({ code: 'api/payout-not-found' });
    const { items, next } = this.page(this.lines.get(payoutId) ?? [], after);
    return ok({ payout, lines: items, next });
  }

  private page<T extends { readonly id: string }>(all: readonly T[], after: string | null) {
    const at = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const items = all.slice(at, at + this.onAPage);
    return { items, next: at + this.onAPage < all.length ? (items.at(-1)?.id ?? null) : null };
  }
}

/** The state behind a backend in memory, and the controls for tests and stories. */
export class FakeBackend {
  readonly session = new Watched<Session>({ kind: 'signed-out', reason: null });
  readonly passwords = new Map<string, string>();
  /** null = no draft on the server yet. */
  readonly serverDraft = new Watched<Draft | null>(null);
  readonly published = new Watched<StoredProfile | null>(null);
  readonly payments = new Watched<PaymentsState | null>(null);
  readonly tips = new Watched<readonly Tip[]>([]);
  /** All tips, paid or not; newest first. */
  /** Stripe's bookings apart from the tips, and until when they are known. */
  /** How many of the fans that are thanked asked to be told. */
  waitingFans = 0;
  /** By the id of the request. */
  readonly thanked = new Map<string, ThanksAnswer>();
  readonly fees: FeeLine[] = [];
  feesUntil: number | null = null;
  /** The first day of the tax year. */
  yearStart = usualYearStart;
  readonly closedYears: BooksAnswer['closedYears'] = [];
  /** Of a closed year. */
  changed: BooksAnswer['changed'] = [];
  later: BooksAnswer['later'] = [];
  readonly allTips = new Watched<readonly Tip[]>([]);
  /** The monthly and yearly tips, newest first. */
  readonly supporters = new Watched<readonly Monthly[]>([]);
  readonly tipLogs = new Map<string, readonly TipLogEntry[]>();
  readonly refunds = new Map<string, readonly RefundRequest[]>();
  readonly insights = new Watched<readonly InsightShard[]>([]);
  readonly countedUntil = new Watched<number | null>(null);
  readonly sites: Site[] = [];
  /** The domain of the page. A check finds `domainNext`, if a test or a story has set it. */
  domain: DomainAnswer = { offered: true, domain: null };
  domainNext: DomainAnswer | null = null;
  /** Every payment method is on; tests and stories change it. */
  ways: readonly OwnMethod[] = ownMethodTypes.map((type) => ({ type, state: 'on' }));
  readonly payouts = new InMemoryPayouts();
  readonly channels = new InMemoryChannelState();
  /** The result of every site check; null = no problems. */
  siteCheck: SiteCheckAnswer | null = null;
  /** What every page to import has; null = there is none at the address. */
  importedPage: Omit<ImportAnswer, 'url'> | null = null;
  /** The host's restriction of the profile. */
  restriction: OwnRestriction | null = null;
  /** The owner's objection to the restriction. */
  appeal: AppealState = { state: 'none', madeAt: null, answer: null };
  /** The other devices in which the owner is signed in; then those that noted themselves. */
  devices: readonly ShownSession[] = [];
  /** The host's terms. */
  terms: TermsAnswer = { version: null, seen: null };
  /** The page with the mails of a local installation. */
  localMails: string | null = null;
  /** The moderation role of the signed-in person. */
  role: ModerationRole | null = null;
  /** The reports that wait for a decision. */
  reports: readonly ModeratedReport[] = [];
  /** The owners that a moderator finds. */
  cases: readonly OwnerCase[] = [];
  objections: readonly Objection[] = [];
  mails: readonly ModeratedMail[] = [];
  mailSender: MailsAnswer['sender'] = 'none';
  readonly export = new Watched<OwnerExport | null>(null);
  readonly leaving = new Watched<Leaving | null>(null);
  hasManyTips = false;
  /** Requested files of tips, in this order. */
  readonly exportChoices: ExportChoice[] = [];
  readonly preferences = new Watched<AccountPreferences | null>(null);
  readonly linkHealth = new Watched<LinksHealth | null>(null);
  readonly linksBack = new Set<string>();
  readonly linkStates: Record<string, LinksCheckAnswer['links'][string]> = {};
  readonly overlay = new InMemoryOverlayState();
  readonly totals = new Watched<Totals>({});
  readonly online = new Watched(true);
  /** Where the store says that it has its copy. */
  copy: StoreCopy = 'lasting';
  readonly takenHandles = new Set<string>(['grace']);
  readonly files = new Map<string, Blob>();
  /** Uploads in order of their start, with controls. */
  readonly uploads: { readonly slot: string; progress(share: number): void; finish(): void }[] = [];
  /** Emails that would have been sent, newest last. */
  readonly outbox: { readonly kind: 'verify' | 'reset' | 'sign-in' | 'code'; readonly to: string }[] = [];
  methods: EnabledSignInMethods = {
    emailLink: true,
    phone: true,
    guest: true,
    totp: true,
    providers: [
      ...['google.com', 'apple.com', 'twitter.com', 'github.com', 'facebook.com'].map((id) => ({
        id,
        name: null,
      })),
      { id: 'saml.acme', name: 'Acme' },
    ],
  };
  /** The apps of the account, if it has a second step. */
  secondFactors: readonly SecondFactor[] = [];
  readonly step = new Watched<SecondStep | null>(null);
  recoveryCodes: readonly string[] = [];
  /** The owner signed in or reauthenticated within the last minutes. */
  isFresh = true;
  /** The language requested for emails. */
  spoken = 'en';
  readonly #failures = new Map<ScriptedCall, Failure>();
  readonly #held = new Set<ScriptedCall>();
  readonly #lost = new Set<ScriptedCall>();
  readonly #calls: ScriptedCall[] = [];

  failNext(call: ScriptedCall, code: FailureCode, fields?: Failure['fields']): void {
    this.#failures.set(call, fields ? { code, fields } : { code });
  }

  failureFor(call: ScriptedCall): Failure | undefined {
    const failure = this.#failures.get(call);
    this.#failures.delete(call);
    return failure;
  }

  /** From now on this call never answers, for tests of busy states. */
  hold(call: ScriptedCall): void {
    this.#held.add(call);
  }

  /** Some call never answers. */
  get holdsAny(): boolean {
    return this.#held.size > 0;
  }

  /** The next of these calls succeeds, but its answer is lost. */
  loseAnswer(call: ScriptedCall): void {
    this.#lost.add(call);
  }

  /** Runs a changing call as the server would: pending, refused or done, with or without an answer. */
  async answer<T>(call: ScriptedCall, act: () => Awaited<Answer<T>>): Answer<T> {
    this.#calls.push(call);
    if (this.isHeld(call)) return new Promise(() => {});
    const failure = this.failureFor(call);
    if (failure) return fail(failure);
    const answer = act();
    return this.#lost.delete(call) ? fail({ code: 'api/timed-out' }) : answer;
  }

  /** How often this call reached the server. */
  timesAsked(call: ScriptedCall): number {
    return this.#calls.filter((made) => made === call).length;
  }

  isHeld(call: ScriptedCall): boolean {
    return this.#held.has(call);
  }

  /** Like the sign-in service: some refusals end the session. */
  endOn({ code }: Failure): void {
    if (this.session.value.kind !== 'signed-in') return;
    if (code === 'auth/user-disabled') this.session.set({ kind: 'signed-out', reason: 'user-disabled' });
    if (code === 'auth/user-token-expired')
      this.session.set({ kind: 'signed-out', reason: 'user-token-expired' });
  }

  signInAs(user: OwnerUser): void {
    this.session.set({ kind: 'signed-in', user });
  }

  changeUser(changes: Partial<OwnerUser>): void {
    const now = this.session.value;
    if (now.kind === 'signed-in') this.signInAs({ ...now.user, ...changes });
  }

  /** Adds a paid tip: first in the list and counted in the totals. */
  receive(tip: Tip): void {
    this.tips.set([tip, ...this.tips.value]);
    this.begin(tip);
    const before = this.totals.value[tip.currency];
    const sum = before ? addContribution(before, tip.contrib) : tip.contrib;
    this.totals.set({ ...this.totals.value, [tip.currency]: sum });
  }

  /** Adds a tip, paid or not. */
  begin(tip: Tip): void {
    this.allTips.set([tip, ...this.allTips.value]);
  }

  /** Replaces a monthly tip. */
  changeSupporter(monthlyId: string, change: Partial<Monthly>): void {
    this.supporters.set(
      this.supporters.value.map((one) => (one.monthlyId === monthlyId ? { ...one, ...change } : one)),
    );
  }

  changeTip(tip: Tip): void {
    const changed = (tips: readonly Tip[]) => tips.map((other) => (other.tipId === tip.tipId ? tip : other));
    this.allTips.set(changed(this.allTips.value));
    this.tips.set(changed(this.tips.value));
  }
}

/** A listener of the server, controlled by `fake`: it never answers, fails once, or gives `show` of the source and of each change. */
export const watchingIn =
  (fake: FakeBackend) =>
  <T, V>(call: ScriptedCall, source: Watched<T>, watcher: Watcher<V>, show: (value: T) => V): Stop => {
    if (fake.isHeld(call)) return () => {};
    const failure = fake.failureFor(call);
    if (!failure) return source.watch((value) => watcher.next(show(value)));
    watcher.failed(failure);
    return () => {};
  };

const isCode = (value: unknown): value is FailureCode =>
  typeof value === 'string' && value.startsWith('auth/');

/** Answers of the sign-in service as a test scripts them: pending, failing, offline, or as `work` returns (a code = refused). */
export const signInAnswers =
  (fake: FakeBackend) =>
  async <T>(call: ScriptedCall, work: () => T | FailureCode): Answer<T> => {
    if (fake.isHeld(call)) return new Promise(() => {});
    const failure = fake.failureFor(call);
    if (failure) {
      fake.endOn(failure);
      return fail(failure);
    }
    if (!fake.online.value) return fail({ code: 'auth/network-request-failed' });
    const result = work();
    return isCode(result) ? fail({ code: result }) : ok(result);
  };
