import type { DomainAnswer } from '@busker/core/domains/domain-api';
import type {
  BalanceAnswer,
  BooksAnswer,
  BooksQuery,
  PayoutAnswer,
  PayoutsAnswer,
} from '@busker/core/books/books-api';
import type {
  ChangeOverlayBody,
  ChannelsAnswer,
  MessageAnswer,
  NewChannel,
  NewChannelAnswer,
  OverlayLiveBody,
  OverlayTest,
  QuietBody,
  ReplayBody,
  SecretAnswer,
  ShownChannel,
} from '@busker/core/dashboard-api/channel-api';
import type {
  AppealState,
  DecisionBody,
  ModeratedReport,
  Objection,
  ObjectionAnswerBody,
  ObjectionsAnswer,
  OwnRestriction,
  OwnerCase,
  ReportsAnswer,
  StandingVerb,
} from '@busker/core/dashboard-api/moderation-api';
import type { StopAllAnswer, StopWhen } from '@busker/core/fan-api/monthly-api';
import type {
  ConnectAnswer,
  ConnectBody,
  DeleteAnswer,
  DeletionAnswer,
  ExportLinkAnswer,
  LinksCheckAnswer,
  MailsAnswer,
  ModerationBody,
  NewCodesAnswer,
  OwnMethod,
  PagePreviewAnswer,
  PagePreviewBody,
  RecoveryAnswer,
  RefundAnswer,
  RefundBody,
  SessionsAnswer,
  Site,
  ImportAnswer,
  SiteCheckAnswer,
  SiteCheckBody,
  TermsAnswer,
  ThanksAnswer,
  ThanksBody,
  VerifyLinkAnswer,
} from '@busker/core/dashboard-api/owner-api';
import type { PauseAnswer, PublishAnswer, UnpublishAnswer } from '@busker/core/fan-api/tip-api';
import type { PauseRequest, StoredProfile } from '@busker/core/profile/profile';
import type { Result } from '@busker/core/base/result';
import type { AccountPreferences, Leaving, StatementOwner } from '@busker/core/account/account-document';
import type { ExportChoice, OwnerExport } from '@busker/core/account/export-document';
import type { InsightShard } from '@busker/core/insights/insight-document';
import type { LinksHealth } from '@busker/core/profile-documents/profile-document';
import type { RefundRequest, TipLogEntry } from '@busker/core/money-documents/tip-document';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import type { Minimum, Totals } from '@busker/core/money/money';
import type { Monthly, SupportTotals } from '@busker/core/monthly/monthly';
import type { Channel, Channels, EventSwitches } from '@busker/core/outbox/channel';
import type { Delivery } from '@busker/core/outbox/outbox-event';
import type { OverlayAlert, OwnOverlay } from '@busker/core/overlay/overlay';
import type { Draft } from '@busker/core/profile/draft';
import type { PictureSlot } from '@busker/core/pictures/picture-slots';
import type { LimitedPart, ModerationRole } from '@busker/core/moderation/standing';
import type { Tip } from '@busker/core/tip/tip';
import type { Answer, Failure, Stop, Watcher } from './failure';

/** An act on the page of an owner. */
export interface WantedAct {
  readonly verb: StandingVerb;
  readonly uid: string;
  /** The text for the owner. */
  readonly reason: string;
  /** The law or the term; empty = the terms of this host. */
  readonly ground: string;
  readonly parts: readonly LimitedPart[];
  /** How long it lasts; null = as long as it can. */
  readonly days: number | null;
  /** An authority demanded it. */
  readonly isOrder: boolean;
  /** When the restriction that the moderator saw began; null = there was none. */
  readonly seenSince: number | null;
}

/** Calls of moderators and admins. All need a sign-in of the last 15 minutes, else `api/recent-sign-in-required`. */
export interface Moderation {
  /** The reports that wait for a decision, and the caller's rights. */
  reports(): Answer<ReportsAnswer>;
  decide(id: string, body: DecisionBody): Answer<ModeratedReport>;
  /** `who`: a handle, an email address, a uid, a Stripe account or the number of a tip. Nobody found: `api/profile-not-found`. */
  owner(who: string): Answer<OwnerCase>;
  act(wanted: WantedAct): Answer;
  /** The bytes of `/img/{hash}`, also while the host withholds the picture. */
  picture(path: string): Answer<Blob>;
  objections(): Answer<ObjectionsAnswer>;
  answer(id: string, body: ObjectionAnswerBody): Answer<Objection>;
  mails(): Answer<MailsAnswer>;
  /** Records that a person has sent this mail. Only for admins. */
  markSent(id: string): Answer;
  /** Sends a mail again that failed. Only for admins, and only where the server sends mails. */
  sendAgain(id: string): Answer;
}

/** An authenticator app that is a second factor of the account. */
export interface SecondFactor {
  readonly id: string;
  /** Empty = the owner gave none. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly addedAt: number;
}

/** An app that is being added: it must show that it has the key. */
export interface Enrolment {
  /** The secret key, for typing. */
  readonly key: string;
  /** `otpauth://…`, for the QR code. */
  readonly address: string;
  finish(code: string, name: string): Answer;
}

/** The second factors of the signed-in account. Loads its code at the first call. */
export interface SecondFactors {
  /** None when nobody is signed in any more. */
  list(): readonly SecondFactor[];
  /** Needs a confirmed email, and a sign-in of the last 5 minutes, else `auth/requires-recent-login`. */
  begin(account: string, issuer: string): Answer<Enrolment>;
  /** The session may end with it. */
  remove(id: string): Answer;
}

/** The proof of a sign-in's first step for the server. */
interface FirstStepProof {
  readonly pending: string;
  readonly factor: string;
}

/** A sign-in, or the confirmation of who one is, that waits for the code of an app. The call that began it waits too. */
export interface SecondStep {
  /** The apps that may answer. */
  readonly apps: readonly SecondFactor[];
  readonly proof: FirstStepProof;
  /** Right: the call goes on. Wrong: the step still waits. */
  readonly answer: (app: string, code: string) => Answer;
  /** The second step was switched off: the first one is done again, now alone. */
  readonly repeat: () => void;
  /** The call fails with `auth/second-step-cancelled`. */
  readonly cancel: () => void;
}

/** The second step that waits now; null = none. */
type WatchSecondStep = (onStep: (step: SecondStep | null) => void) => Stop;

/** An identity provider: `google.com`, `saml.acme`, `oidc.club`. `name`: null = derived from the id. */
export interface IdentityProvider {
  readonly id: string;
  readonly name: string | null;
}

/** The sign-in methods besides email and password that the configuration enables. Others are not shown. */
export interface EnabledSignInMethods {
  readonly emailLink: boolean;
  readonly phone: boolean;
  readonly guest: boolean;
  /** Authenticator apps as a second step. */
  readonly totp: boolean;
  readonly providers: readonly IdentityProvider[];
}

/** `sign-in`: signs in. `link`: adds a method to the signed-in account. `confirm`: reauthenticates. */
export type Purpose = 'sign-in' | 'link' | 'confirm';

/** A code was sent to a phone; this checks the typed one. */
export interface CodeCheck {
  confirm(code: string): Answer;
}

/** A link was emailed; this checks whether it was opened. */
export interface LinkCheck {
  /** Waits until this tab notices a sign-in, its own or another tab's. `auth/link-not-opened`: none within five seconds. */
  opened(): Answer;
}

/** Every sign-in method except email and password. Loads its code at the first call. */
export interface SignInMethods {
  /** In a pop-up window. */
  withProvider(providerId: string, purpose: Purpose): Answer;
  /** In this window, for browsers that block pop-ups. The page is left and comes back signed in. */
  byRedirect(providerId: string): Answer;
  withPassword(email: string, password: string, purpose: 'link' | 'confirm'): Answer;
  /** Emails a link that signs in. `next` = the path of this app to continue to. */
  sendLink(email: string, next: string): Answer<LinkCheck>;
  /** `link` = the address that the email led to; `email` must be its recipient. */
  followLink(email: string, link: string): Answer;
  /** `phone` in international format. */
  sendCode(phone: string, purpose: Purpose): Answer<CodeCheck>;
  asGuest(): Answer;
  unlink(providerId: string): Answer;
}

/** The subject of an emailed link. */
export interface MailedRequest {
  /** The email it is for; null = the service does not say. */
  readonly email: string | null;
  /** The email that it would change to or from. */
  readonly otherEmail: string | null;
}

/** The actions of emailed links. `code` is the link's one-time code. */
export interface MailActions {
  look(code: string): Answer<MailedRequest>;
  /** Confirms an email, or undoes a change of it. */
  use(code: string): Answer;
  setPassword(code: string, password: string): Answer;
}

/** The state of an upload. `sent` and `total` in bytes; `generation` identifies the uploaded bytes. */
export type UploadState =
  | { readonly kind: 'running'; readonly sent: number; readonly total: number }
  | { readonly kind: 'paused'; readonly sent: number; readonly total: number }
  | { readonly kind: 'done'; readonly generation: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface Upload {
  /** Calls back at once with the state, then on every change. */
  watch(onState: (state: UploadState) => void): () => void;
  pause(): void;
  resume(): void;
  cancel(): void;
}

/** The owner's uploads: a few slots, one file each. */
export interface OwnerFiles {
  upload(slot: PictureSlot, picture: Blob): Upload;
  read(slot: PictureSlot): Promise<Result<Blob, Failure>>;
}

/** Everything that the dashboard needs from outside. Real: firebase-backend.ts; in memory: in-memory-backend.ts. */
export interface Backend {
  readonly auth: OwnerAuth;
  readonly api: OwnerApi;
  readonly money: OwnerMoney;
  readonly channels: OwnerChannels;
  readonly overlay: OwnerOverlay;
  readonly siteChecks: SiteChecks;
  /** Origin of the Busker server that serves embeds and public pages. */
  readonly host: string;
  /** The page with the mails of a local installation; null where mails are really sent. */
  readonly localMails: string | null;
  /** For people who moderate this host. Loads its code at the first call. */
  openModeration(): Promise<Moderation>;
  /** The owner's documents. Loads its code at the first call. */
  openStore(uid: string): Promise<OwnerStore>;
  /** The owner's uploads. Loads its code at the first call. */
  openFiles(uid: string): Promise<OwnerFiles>;
}

interface LinkedProvider {
  /** `password`, `phone`, `google.com`, `saml.acme`, … */
  readonly providerId: string;
  readonly uid: string;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly phoneNumber: string | null;
}

/** The user record of the sign-in service. Times in epoch milliseconds. */
export interface OwnerUser {
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  readonly photoUrl: string | null;
  readonly phoneNumber: string | null;
  readonly isGuest: boolean;
  readonly tenantId: string | null;
  readonly providers: readonly LinkedProvider[];
  readonly createdAt: number;
  readonly lastSignInAt: number;
}

/**
 * Why nobody is signed in. null: nobody was. `left`: the owner signed out. `deleted`: the account is gone. Otherwise the service ended the
 * session.
 */
export type SignOutReason = 'left' | 'deleted' | 'user-disabled' | 'user-token-expired' | null;

export type Session =
  | { readonly kind: 'starting' }
  /** `failure`: somebody came back from signing in elsewhere, and it did not work. */
  | { readonly kind: 'signed-out'; readonly reason: SignOutReason; readonly failure?: Failure }
  | { readonly kind: 'signed-in'; readonly user: OwnerUser };

export interface OwnerAuth {
  /** Calls back at once with the current session, then on every change. */
  watchSession(onSession: (session: Session) => void): Stop;
  /** This tab returns from a redirect sign-in; the first session has its result. */
  readonly comesBack: boolean;
  readonly methods: EnabledSignInMethods;
  openSignInMethods(): Promise<SignInMethods>;
  readonly watchSecondStep: WatchSecondStep;
  openSecondFactors(): Promise<SecondFactors>;
  openMailActions(): Promise<MailActions>;
  /** The language of emails and text messages (BCP 47). */
  speak(language: string): void;
  signIn(email: string, password: string): Answer;
  /**
   * Signs in with a new account, or with an existing one whose password this is. `mailed`: the address has an account with another password; its owner
   * got a link to set a new one, and the person here is not told.
   */
  createAccount(email: string, password: string): Answer<'signed-in' | 'mailed'>;
  sendPasswordReset(email: string): Answer;
  sendVerification(): Answer;
  /** The moderation role in the ID token; null = no role. It only decides what the screen shows. */
  role(): Promise<ModerationRole | null>;
  /** Reloads the user record and the token, so that a confirmation made elsewhere takes effect here. */
  refresh(): Answer<OwnerUser>;
  /** Checks the current password first. */
  changePassword(current: string, next: string): Answer;
  /** Needs a sign-in of the last 5 minutes, else `auth/requires-recent-login`. The new email takes effect when its link is opened. */
  changeEmail(email: string): Answer;
  /** Empty = none. What is left out stays as it is: a change of the other may be on its way. */
  changeRecord(record: { readonly displayName?: string; readonly photoUrl?: string }): Answer;
  /** `deleted`: after the server has deleted the account. */
  signOut(reason?: 'left' | 'deleted'): Answer;
}

export type HandleState = 'free' | 'yours' | 'taken';

/** Calls to the Busker server in the owner's name. */
export interface OwnerApi {
  publish(revision: number): Answer<PublishAnswer>;
  /** Takes the page down until the owner publishes again. */
  unpublish(): Answer<UnpublishAnswer>;
  /** The public page as it would be after publishing, as HTML without a script. */
  previewPage(shown: PagePreviewBody): Answer<PagePreviewAnswer>;
  /** No tips until a day; null ends the pause. */
  pauseTips(request: PauseRequest | null): Answer<PauseAnswer>;
  /** The host's restriction of the profile; null = not restricted. */
  restriction(): Answer<OwnRestriction | null>;
  readAppeal(): Answer<AppealState>;
  appeal(text: string): Answer<AppealState>;
  /** The version of the host's terms, and the one that the owner has seen. */
  terms(): Answer<TermsAnswer>;
  /** Records that the owner has seen this version of the terms. */
  seeTerms(version: string): Answer<TermsAnswer>;
  handleState(handle: string, signal: AbortSignal): Answer<HandleState>;
  /** Mails the owner about sign-in methods that are new. */
  tellMethods(): Answer;
  recoveryCodes(): Answer<RecoveryAnswer>;
  /** New codes in place of all earlier ones. Needs a sign-in of the last 10 minutes. */
  renewRecoveryCodes(): Answer<NewCodesAnswer>;
  /** Ends the second step of the account whose sign-in waits. Needs no sign-in. */
  recover(proof: FirstStepProof, code: string): Answer;
  /** Notes that the owner is signed in in this browser, and answers all of them, last seen first. `device`: a UUID of this browser. */
  noteDevice(device: string): Answer<SessionsAnswer>;
  /** Before signing out here. */
  removeDevice(device: string): Answer;
  /** Ends the sign-ins of every device, this one included. */
  signOutEverywhere(): Answer;
  /**
   * Deletes the account permanently: at once, or as work of the server that `watchLeaving` shows. `handle` as typed by the owner; empty when nothing
   * was ever published. Needs a sign-in of the last 10 minutes.
   */
  deleteAccount(handle: string): Answer<DeleteAnswer>;
  /** How far a deletion is, for a browser that has its ticket. Needs no sign-in. */
  deletionOf(ticket: string): Answer<DeletionAnswer>;
}

/** One field of the draft, by path (`['links', 'k3', 'label']`). Edits of different fields merge across tabs. */
export type DraftEdit =
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly kind: 'remove'; readonly path: readonly string[] };

/** `unsent`: some edit has not reached the server. `stale`: cached data; the server has not answered. */
export interface DraftView {
  readonly draft: Draft;
  readonly unsent: boolean;
  readonly stale: boolean;
}

/** The sums of all tips. `stale`: they are from this browser's cache, and the server has not said yet whether they are complete. */
export interface TotalsView {
  readonly totals: Totals;
  readonly stale: boolean;
}

/**
 * Where the store has its copy of the owner's documents. `lasting`: on this device, with the edits that were not sent. `memory`: in this page, until
 * it is left. `silent`: the same, because the copy on this device did not answer.
 */
export type StoreCopy = 'lasting' | 'memory' | 'silent';

export interface OwnerStore {
  readonly copy: StoreCopy;
  /** Creates an empty draft on the server if there is none. */
  watchDraft(watcher: Watcher<DraftView>): Stop;
  /**
   * Takes effect locally at once. `kept`: a lasting copy has it now, also if the page is left. Resolves when the server has it, which may never
   * happen offline.
   */
  editDraft(edits: readonly DraftEdit[], kept?: () => void): Answer;
  /** Resolves with the draft's revision when all earlier writes have reached the server. */
  settled(): Answer<number>;
  /** null = never published. */
  watchPublished(watcher: Watcher<StoredProfile | null>): Stop;
  /** null = payments were never started. */
  watchPayments(watcher: Watcher<PaymentsState | null>): Stop;
  /** Paid tips, newest first. */
  watchTips(limit: number, watcher: Watcher<TipsView>): Stop;
  watchTotals(watcher: Watcher<TotalsView>): Stop;
  /** The results of the server's link checks; null = never checked. */
  watchLinkHealth(watcher: Watcher<LinksHealth | null>): Stop;
  /** The latest export; null = there was none. */
  watchExport(watcher: Watcher<OwnerExport | null>): Stop;
  /** The deletion of the account; null = there is none. */
  watchLeaving(watcher: Watcher<Leaving | null>): Stop;
  /** The notification channels, the quiet hours; null = there never was a channel. */
  watchChannels(watcher: Watcher<Channels | null>): Stop;
  /** Deliveries to webhooks, newest first. */
  watchDeliveries(limit: number, watcher: Watcher<readonly Delivery[]>): Stop;
  /** null = the owner has no overlay. */
  watchOverlay(watcher: Watcher<OwnOverlay | null>): Stop;
  /** The alerts of the overlay with this key, newest first. */
  watchAlerts(key: string, limit: number, watcher: Watcher<readonly OverlayAlert[]>): Stop;
  /** null = nothing was ever chosen. */
  watchPreferences(watcher: Watcher<AccountPreferences | null>): Stop;
  /** Stored with the account, for every device. BCP 47 tag; `auto` = the browser's. Takes effect here at once. */
  keepLanguage(language: string): Answer;
  /** Stored with the account, for every device. IANA name; `auto` = the browser's. Takes effect here at once. */
  keepTimeZone(timeZone: string): Answer;
  /** Stored with the account, for every device. What the owner has said about the list of first steps. */
  keepSetUp(set: Partial<Pick<AccountPreferences, 'setUpHidden' | 'setUpSkipped' | 'pageShared'>>): Answer;
  /** Stored with the account, for every device. Whether the card that offers notifications is hidden. */
  keepTellMeHidden(hidden: boolean): Answer;
  /** Stored with the account, and printed on statements alone. */
  keepStatementOwner(changed: Partial<StatementOwner>): Answer;
  /** All tips, paid or not, with their history; and the counts of views and clicks. */
  readonly tipRepository: TipRepository;
  /** Monthly and yearly supporters. */
  readonly supporters: SupporterRepository;
}

/** The owner's overlay at the server. What changes also arrives by the store's listeners. */
export interface OwnerOverlay {
  /** Makes the overlay with its secret address. Needs a sign-in of the last ten minutes, else `api/recent-sign-in-required`. */
  make(): Answer;
  /** Missing fields stay as they are. */
  change(changes: ChangeOverlayBody): Answer;
  /** A new address; the old one shows nothing more. Needs a recent sign-in. */
  renewKey(): Answer;
  remove(): Answer;
  act(wanted: OverlayLiveBody): Answer;
  /** Sends alerts with a TEST ribbon. */
  test(test: OverlayTest): Answer;
}

/** This release's script, with its hash. */
export interface PinnedScript {
  readonly address: string;
  /** `sha384-…`, for the attribute of the same name. */
  readonly integrity: string;
}

/** Checks that the server makes from outside. Each owner has a few per hour. */
export interface SiteChecks {
  /** Whether the card is on this page, and whether the page allows it. */
  checkSite(asked: SiteCheckBody): Answer<SiteCheckAnswer>;
  /** What a page of links has: its owner's name and links. Nothing is stored. */
  importPage(url: string): Answer<ImportAnswer>;
  /** A picture that such a page names; null = it cannot be had. */
  importPicture(url: string): Answer<Blob | null>;
  /** The domain of the owner's page, as it was last seen. */
  ownDomain(): Answer<DomainAnswer>;
  wantDomain(domain: string): Answer<DomainAnswer>;
  /** Looks at its records now. */
  checkDomain(): Answer<DomainAnswer>;
  giveBackDomain(): Answer<DomainAnswer>;
  /** Whether the page of a published link links back with rel="me". */
  verifyLink(url: string): Answer<VerifyLinkAnswer>;
  checkLinks(): Answer<LinksCheckAnswer>;
  /** The public JSON of the published profile, as a file. */
  exportProfile(handle: string): Answer<Blob>;
  pinnedScript(): Answer<PinnedScript>;
}

export interface SupportersView {
  readonly supporters: readonly Monthly[];
  /** There are more than requested. */
  readonly more: boolean;
  /** From this device's cache: the server has not answered yet. */
  readonly stale: boolean;
}

/** The monthly and yearly tips of an owner. */
export interface SupporterRepository {
  /** Every one that was paid at least once, the newest first. */
  watchAll(limit: number, watcher: Watcher<SupportersView>): Stop;
  /** null = no such monthly tip. */
  watchOne(monthlyId: string, watcher: Watcher<Monthly | null>): Stop;
  /** The sum of all running ones, by currency. */
  watchSupport(watcher: Watcher<SupportTotals>): Stop;
  /** The tips of one, the latest payment first. */
  watchPayments(monthlyId: string, watcher: Watcher<readonly Tip[]>): Stop;
}

export interface TipsView {
  readonly tips: readonly Tip[];
  /** There are more tips than requested. */
  readonly more: boolean;
  /** From this device's cache: the server has not answered yet. */
  readonly stale: boolean;
}

/** From `from`, included, until `until`, not included. Times are epoch milliseconds. */
interface Span<T> {
  readonly from: T;
  readonly until: T;
}

export interface TipPage {
  /** Newest first. */
  readonly tips: readonly Tip[];
  readonly more: boolean;
}

/** All tips of an owner and the counts. The newest come from a listener; older ones are read page by page. */
export interface TipRepository {
  /** Ordered by the time they were started. */
  watchLatest(limit: number, watcher: Watcher<TipsView>): Stop;
  /** The tips after `tip` in that order. */
  readOlder(tip: Pick<Tip, 'tipId' | 'createdAt'>, limit: number): Answer<TipPage>;
  /** null = no such tip. */
  watchTip(tipId: string, watcher: Watcher<Tip | null>): Stop;
  /** Oldest first. */
  watchLog(tipId: string, watcher: Watcher<readonly TipLogEntry[]>): Stop;
  /** Oldest first. */
  watchRefunds(tipId: string, watcher: Watcher<readonly RefundRequest[]>): Stop;
  /** Tips paid in this span, newest first, at most `limit`. */
  watchPaid(span: Span<number>, limit: number, watcher: Watcher<TipsView>): Stop;
  /** All shards of these days (`YYYY-MM-DD`, UTC). */
  watchInsights(days: Span<string>, watcher: Watcher<readonly InsightShard[]>): Stop;
  /** Tips with an open dispute or inquiry, at most `limit`, in no order. */
  watchDisputed(limit: number, watcher: Watcher<TipsView>): Stop;
  /** Tips that count and whose name or message is held, at most `limit`, in no order. */
  watchHeld(limit: number, watcher: Watcher<TipsView>): Stop;
  /** Until when views and clicks are counted (epoch milliseconds); null = nothing was counted yet. */
  watchCountedUntil(watcher: Watcher<number | null>): Stop;
}

/** Missing fields stay as they are. `on`: switches a confirmed channel on or off. */
export type ChannelChanges = Partial<
  Pick<Channel, 'label' | 'mode' | 'words'> & {
    readonly on: boolean;
    readonly eventsOn: EventSwitches;
    /** 0 = no smallest amount any more. */
    readonly minimumOf: Minimum;
  }
>;

/** The owner's notification channels at the server. What changes also arrives by the store's listeners. Amounts in minor units, times in epoch milliseconds. */
export interface OwnerChannels {
  /** The channels, the quiet hours, and the kinds that this host offers. */
  read(): Answer<ChannelsAnswer>;
  /** Secrets are in this answer and nowhere else. Needs a sign-in of the last ten minutes, else `api/recent-sign-in-required`. */
  add(wanted: NewChannel): Answer<NewChannelAnswer>;
  change(channelId: string, changes: ChannelChanges): Answer<ShownChannel>;
  remove(channelId: string): Answer;
  /** Sends another code. The earlier one does not work any more. */
  sendCode(channelId: string): Answer<MessageAnswer>;
  /** `code` is empty for channels that are not verified by one. */
  verify(channelId: string, code: string): Answer<MessageAnswer>;
  test(channelId: string): Answer<MessageAnswer>;
  /** A new signing secret of a webhook, in this answer only. Needs a recent sign-in. */
  renewSecret(channelId: string): Answer<SecretAnswer>;
  /** Sends the events of this time to the webhook again and answers their number. Needs a recent sign-in. */
  replay(channelId: string, wanted: ReplayBody): Answer<number>;
  resend(deliveryId: string): Answer;
  keepQuiet(wanted: QuietBody): Answer;
}

/** Money calls to the Busker server. Their results arrive through the store's listeners. Amounts in minor units. */
export interface OwnerMoney {
  /** Starts or continues Stripe's onboarding; `url` works once. null = nothing left to answer. */
  connect(wanted: ConnectBody): Answer<ConnectAnswer>;
  /** Lets the server refresh the account's status from Stripe. */
  refresh(): Answer;
  /** The payment methods at Stripe now. */
  ways(): Answer<readonly OwnMethod[]>;
  /** Domains with wallets. */
  sites(): Answer<readonly Site[]>;
  addSite(domain: string): Answer<Site>;
  /** Needs a sign-in of the last ten minutes, else `api/recent-sign-in-required`. The same `requestId` is the same refund. */
  refund(tipId: string, wanted: RefundBody): Answer<RefundAnswer>;
  moderate(tipId: string, state: ModerationBody['state']): Answer;
  /** Answers a paid tip. `api/reply-not-possible`: its hour for changes is over. */
  reply(tipId: string, text: string): Answer;
  removeReply(tipId: string): Answer;
  /** One answer for the fans of many tips, or without `send` who would be told. The same `requestId` is sent once, and says how far it is. */
  thank(wanted: ThanksBody): Answer<ThanksAnswer>;
  /** Stops a monthly tip: at the end of what is paid, or at once. `api/service-unavailable`: Stripe is away, and the server stops it later. */
  stopMonthly(monthlyId: string, when: StopWhen): Answer;
  /**
   * Stops every running one, as work of the server. `handle` as typed by the owner. Needs a sign-in of the last ten minutes. Answers how many are
   * being stopped.
   */
  stopAllMonthly(when: StopWhen, handle: string): Answer<StopAllAnswer>;
  /** The sums of these days, or of the tax year of today. `api/books-too-long` = ask for a shorter range. */
  books(range: BooksQuery): Answer<BooksAnswer>;
  /** Keeps the first day of the tax year (`04-06`) with the account. */
  keepYearStart(start: string): Answer;
  /** Closes the tax year that begins on this day, for good. */
  closeYear(from: string, zone: string): Answer;
  balance(): Answer<BalanceAnswer>;
  /** A page of payouts; `after` = the `next` of the page before, null = the first page. */
  payouts(after: string | null): Answer<PayoutsAnswer>;
  /** A payout with a page of its lines. */
  payout(payoutId: string, after: string | null): Answer<PayoutAnswer>;
  /** Tips as a file. Needs a sign-in of the last ten minutes. `api/export-too-large`: the file has to be prepared first. */
  exportTips(choice: ExportChoice): Answer<Blob>;
  /** Lets the server prepare a file; `watchExport` shows how far it is. Needs a sign-in of the last ten minutes. */
  prepareExport(choice: ExportChoice): Answer;
  /** A link to the prepared file for a quarter of an hour. Needs a sign-in of the last ten minutes. */
  exportLink(): Answer<ExportLinkAnswer>;
}

/** The payments of a monthly tip, the latest first. */
export const latestFirst = (tips: readonly Tip[]): readonly Tip[] =>
  tips.toSorted((a, b) => (b.cycle?.number ?? 0) - (a.cycle?.number ?? 0));
