import { defaultPreferences } from '@busker/core/account/account-document';
import { paths } from '@busker/core/documents/documents';
import type { TipStatus, TipTextsRequest } from '@busker/core/fan-api/tip-api';
import type { JobId } from '@busker/core/jobs/job-document';
import type { ShippedLanguage } from '@busker/core/locale/language-tags';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { formatBothSums } from '@busker/core/money/fan-money';
import { formatMoney } from '@busker/core/money/money';
import { restrictionOf, rightsIn } from '@busker/core/moderation/standing';
import { isSameFan, type Monthly } from '@busker/core/monthly/monthly';
import { inOrder, isShown, pageAddress, type StoredProfile } from '@busker/core/profile/profile';
import { failedFanSum, refundArrives, refundFailureKind } from '@busker/core/refunds/refund';
import { isNews } from '@busker/core/tip-state/tip-projection';
import { cardBrand, type Tip } from '@busker/core/tip/tip';
import { mayWatch } from '@busker/core/tip/tip-text';
import { paidWithName, statementText } from '@busker/core/payments/methods';
import { pageTexts, receiptTexts, type ReceiptTexts } from '@busker/core/messages/core-texts';
import type { Deps } from '../deps';
import { logUnavailable } from '../log';
import type { Reader } from '../http/routes';
import type { Caller } from '../http/caller';
import { lettersAbout } from '../mail/post-mail';
import { renameKeyOf, renamePlan } from '../monthly/jobs';
import { readMonthly } from '../monthly-pages/manage-monthly';
import { monthlyPart, type MonthlyPart } from '../monthly-pages/manage-section';
import { mayChangeTip } from '../open-tips/change-amount';
import { tooMany } from '../open-tips/new-tip';
import { enqueueEvents } from '../outbox/relay';
import { runJob } from '../queue/job-work';
import { removeFound, stored } from '../store/store';
import type { TipReference } from '../stripe/payments';
import { undoUntil, syncTip, currentTip, tipStatusOf } from '../tips/sync-tip';
import { tipRules } from '../tips/tip-access';
import { withTexts, writeMonthly, writeTip } from '../tips/write-tip';

/** Whether Stripe's page of this tip is waiting for payment, according to the stored tip. */
const hasOpenPage = ({ surface, state, stripe }: Tip): boolean =>
  surface === 'hosted' && state === 'pending' && stripe.checkoutSessionId !== null;

/**
 * The tip after a return from Stripe's page: always synced, however recent the last sync is. A card that polls may have read "unpaid" in the second
 * before the payment, and the returning fan must not read "nothing was charged" first.
 */
export async function returnedTip(deps: Deps, reference: TipReference | undefined): Promise<Tip | undefined> {
  const began = deps.clock.now();
  const tip = await currentTip(deps, reference);
  if (tip === undefined || reference === undefined) return undefined;
  if (!hasOpenPage(tip) || (tip.syncedAt ?? 0) >= began) return tip;
  const [asked] = await deps.limits.count([tipRules(deps.config).returned(tip.tipId)]);
  if ((asked?.left ?? 0) < 0) return tip;
  const synced = await syncTip(deps, reference, { cause: 'poll', eventId: null });
  return synced.ok ? synced.value : tip;
}

/**
 * The URL at which a fan continues an unpaid payment. It is read from Stripe at the click and not stored: the page may be paid by now. Null = there
 * is nothing to pay, and the tip's own page shows the state.
 */
export async function openPaymentPage(
  deps: Deps,
  reference: TipReference | undefined,
): Promise<Result<string | null>> {
  const tip = await currentTip(deps, reference);
  if (tip === undefined || reference === undefined) return fail(problem('tip-not-found'));
  const { accountId, checkoutSessionId } = tip.stripe;
  if (!hasOpenPage(tip) || checkoutSessionId === null) return ok(null);
  const [asked] = await deps.limits.count([tipRules(deps.config).paymentPage(tip.tipId)]);
  if ((asked?.left ?? 0) < 0) return fail(tooMany(asked === undefined ? [] : [asked]));
  const page = await deps.payments.readCheckout(accountId, checkoutSessionId);
  if (page.ok && page.value !== 'closed') return ok(page.value.url);
  if (!page.ok && page.problem.kind === 'unavailable') {
    logUnavailable(deps.log, page.problem);
    return fail(problem('service-unavailable'));
  }
  // It was closed since the last sync: the tip's page must show how it ended.
  await syncTip(deps, reference, { cause: 'poll', eventId: null });
  return ok(null);
}

/** A receipt as texts: `GET /v1/tips/{tipId}/receipt` with the tip's token. */
export interface Receipt {
  readonly language: ShippedLanguage;
  readonly heading: string;
  readonly sentence: string;
  /** Label and value of each line. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** The URL of the profile, which may be on the owner's own domain, and its handle; null once it is gone. */
  readonly profileUrl: string | null;
  readonly handle: string | null;
  /** The owner's note after a tip; '' = there is none, or the tip is not paid. */
  readonly thanks: string;
  /** The owner's answer; null = there is none. */
  readonly reply: { readonly heading: string; readonly text: string } | null;
  /** The fan can wait for an answer; `key`: the host's public key for push, null = it has none. Null = there is an answer, or none will come. */
  readonly watch: {
    readonly key: string | null;
    readonly offer: string;
    readonly on: string;
    /** The label of the field for a mail address; null = the host sends no mails. */
    readonly mail: string | null;
  } | null;
  /** The person to contact about this tip. */
  readonly ask: string;
  /** The first address for mail among the owner's links; null = they show none. */
  readonly contact: string | null;
  /** Epoch milliseconds; null = cannot be undone (any more). */
  readonly undoUntil: number | null;
  /** The server's clock, since the fan's own may be wrong by minutes. */
  readonly now: number;
  readonly name: string;
  readonly message: string;
  /** The choices of what others see, with the words of the first, which name the owner. */
  readonly onlyFor: string;
  readonly privateMessage: boolean;
  readonly hideAmount: boolean;
  readonly anonymous: boolean;
  /** The monthly tip whose first payment this is; null = it is a tip of its own, or a later payment. */
  readonly monthly: MonthlyPart | null;
  /** Stripe's page is still open and unpaid. */
  readonly payable: boolean;
  /** The payment is not decided yet: reload in a moment. */
  readonly waiting: boolean;
  /** This answer comes from a fresh read of Stripe. */
  readonly fresh: boolean;
}

const isWaiting = ({ state }: Tip) => state === 'pending' || state === 'processing';

const paidAt = (time: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(time);

/** The amount, and by when it arrives where the payment method has a limit of its own. */
function comingBack(tip: Tip, amount: string, { language, locale }: Reader): string {
  const days = refundArrives(tip);
  if (days === null) return amount;
  const time = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return receiptTexts(language).backWithin({ amount, time: time.format(days) });
}

/** What Stripe gave to the card's network, else what the payment method shows for a payment that has succeeded. */
const statementOf = ({ stripe, payment }: Tip): string | null =>
  stripe.statement ?? (payment.succeededAt === null ? null : statementText(stripe.paymentMethodType));

function rowsOf(tip: Tip, reader: Reader): Receipt['rows'] {
  const { language, locale } = reader;
  const { rows: labels, cardEnding } = receiptTexts(language);
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency: tip.currency }, locale);
  const { succeededAt, presented } = tip.payment;
  const both = (amount: number | undefined, minorUnits: number) => {
    const own = amount === undefined || presented === undefined ? undefined : { ...presented, amount };
    return formatBothSums(own, { minorUnits, currency: tip.currency }, locale);
  };
  const { refunded, pending, presented: back } = tip.refund;
  const { brand, last4 } = tip.stripe;
  const method = paidWithName(tip.stripe);
  const statement = statementOf(tip);
  const rows: (readonly [string, string] | null)[] = [
    [labels.tip, money(tip.tipAmount)],
    tip.coverAmount > 0 ? [labels.covered, money(tip.coverAmount)] : null,
    [labels.total, both(presented?.amount, tip.amount)],
    refunded > 0 ? [labels.givenBack, both(back?.refunded, refunded)] : null,
    pending > 0 ? [labels.comingBack, comingBack(tip, both(back?.pending, pending), reader)] : null,
    brand !== null && last4 !== null ? [labels.card, cardEnding({ brand: cardBrand(brand), last4 })] : null,
    method === null ? null : [labels.paidWith, method],
    statement === null ? null : [labels.statement, statement],
    succeededAt === null ? null : [labels.paidOn, paidAt(succeededAt, locale)],
    [labels.number, tip.tipId],
  ];
  return rows.filter((row) => row !== null);
}

const stateWords = (texts: ReceiptTexts, { state }: Tip, owner: string) => ({
  heading: texts.states[state].heading,
  sentence: texts.states[state].sentence({ owner }),
});

/** If the latest refund failed, the receipt shows that instead of "paid": where the money is, why, and what to do. */
function failedRefund(tip: Tip, reader: Reader, owner: string) {
  const { state, currency, refund } = tip;
  const { failure } = refund;
  if (failure === undefined || (state !== 'paid' && state !== 'partially_refunded')) return undefined;
  const texts = receiptTexts(reader.language);
  const amount = formatBothSums(failedFanSum(tip), { minorUnits: failure.amount, currency }, reader.locale);
  const why = texts.refundWhy[refundFailureKind(failure.reason)];
  const sentence = [texts.refundFailed({ amount, name: owner }), why, texts.refundAsk({ name: owner })].join(
    ' ',
  );
  return { heading: texts.refundFailedTitle, sentence };
}

/** An owner whose profile the host does not show reaches nobody, here either. */
async function ownersWords(
  { store, clock }: Deps,
  { ownerUid, reply }: Tip,
  heading: string,
  given: Pick<Receipt, 'thanks' | 'contact'>,
): Promise<Pick<Receipt, 'thanks' | 'contact' | 'reply'>> {
  if (reply === null && given.thanks === '' && given.contact === null) return { ...given, reply };
  const restriction = restrictionOf(await store.read(stored.standing(ownerUid)), clock.now());
  if (!rightsIn(restriction).shown) return { thanks: '', contact: null, reply: null };
  return { ...given, reply: reply === null ? null : { heading, text: reply.text } };
}

function mailOf({ links }: StoredProfile, now: number): string | null {
  const shown = inOrder(links).find(([, link]) => isShown(link, now) && /^mailto:/i.test(link.url));
  return shown?.[1].url ?? null;
}

/** The key of the first payment is the key of the monthly tip. */
async function monthlyOf(
  deps: Deps,
  { ownerUid: uid, cycle, tipId }: Tip,
  reader: Reader,
): Promise<MonthlyPart | null> {
  if (cycle?.monthlyId !== tipId) return null;
  const view = await readMonthly(deps, { uid, tipId });
  return view.ok ? monthlyPart(view.value, reader) : null;
}

/** The current receipt of a tip. `readerFor` gets the owner's language, which is used when the reader requests none. */
export async function readReceipt(
  deps: Deps,
  reference: TipReference | undefined,
  readerFor: (own: string | undefined) => Reader,
  look: (deps: Deps, reference: TipReference | undefined) => Promise<Tip | undefined> = currentTip,
): Promise<Result<Receipt>> {
  const began = deps.clock.now();
  const tip = await look(deps, reference);
  if (tip === undefined) return fail(problem('tip-not-found'));
  const now = deps.clock.now();
  const profile = await deps.store.read(stored.profile(tip.ownerUid));
  const owner = profile?.name ?? `@${tip.handle}`;
  const reader = readerFor(profile?.language);
  const texts = receiptTexts(reader.language);
  const failedBack = failedRefund(tip, reader, owner);
  const { heading, sentence } = failedBack ?? stateWords(texts, tip, owner);
  const thanks = tip.state === 'paid' && failedBack === undefined ? (profile?.tips.thanks ?? '') : '';
  const contact = profile === undefined ? null : mailOf(profile, now);
  return ok({
    language: reader.language,
    heading,
    sentence,
    ...(await ownersWords(deps, tip, texts.reply({ owner }), { thanks, contact })),
    watch: mayWatch(tip)
      ? {
          key: deps.config.push?.publicKey ?? null,
          offer: texts.watch.offer({ owner }),
          on: texts.watch.on({ owner }),
          mail: deps.config.mails === 'smtp' ? texts.mailOffer({ owner }) : null,
        }
      : null,
    ask: texts.ask({ owner }),
    payable: hasOpenPage(tip),
    waiting: isWaiting(tip),
    fresh: (tip.syncedAt ?? 0) >= began,
    rows: rowsOf(tip, reader),
    profileUrl: profile === undefined ? null : pageAddress(profile, deps.config.publicOrigin),
    handle: profile?.handle ?? null,
    undoUntil: await undoUntil(deps.store, tip, now),
    now,
    monthly: await monthlyOf(deps, tip, reader),
    name: tip.fan.name ?? '',
    message: tip.fan.message ?? '',
    onlyFor: pageTexts(reader.language).onlyFor({ name: owner }),
    privateMessage: tip.fan.privateMessage ?? false,
    hideAmount: tip.fan.hidesAmount ?? false,
    anonymous: tip.fan.anonymous,
  });
}

interface Changed {
  readonly before: Tip;
  readonly after: Tip;
  /** The job that gives the new name to the other payments of a monthly tip. */
  readonly job: JobId | null;
}

const erased = { cause: 'erase', eventId: null } as const;

const hasWords = ({ fan: { name, message } }: Tip): boolean => name !== null || message !== null;

/**
 * The fan edits or erases name and message, or changes what others see of them, at any time. The texts are cleaned and moderated like the first time. A
 * missing field stays unchanged. The name of a monthly tip, and whether others see it and the amount, change with it, and then in each of its payments.
 */
export async function changeTexts(
  deps: Deps,
  reference: TipReference | undefined,
  wanted: TipTextsRequest,
  caller: Caller,
): Promise<Result<TipStatus>> {
  if (reference === undefined) return fail(problem('tip-not-found'));
  const { uid, tipId } = reference;
  const docs = [stored.tip(uid, tipId), stored.profile(uid), stored.preferences(uid)] as const;
  const [seen, profileSeen, preferences] = await deps.store.readVersioned(docs);
  const { keepTipsYears } = preferences.value ?? defaultPreferences;
  if (seen.value === undefined) return fail(problem('tip-not-found'));
  const after = withTexts(seen.value, profileSeen.value, wanted, keepTipsYears);
  if (!after.ok) return after;
  const { cycle } = seen.value;
  const monthlyDoc = cycle === undefined ? undefined : stored.monthly(uid, cycle.monthlyId);
  const monthlySeen = monthlyDoc && (await deps.store.read(monthlyDoc));
  const erasesAll = wanted.name === null && wanted.message === null;
  const takeBackLetters = () => removeFound(deps.store, lettersAbout([tipId]));
  if (!isNews(seen.value, after.value) && renamed(monthlySeen, wanted, after.value) === null) {
    // The process may have ended right after the texts were erased.
    if (erasesAll) await takeBackLetters();
    return ok(await tipStatusOf(deps, seen.value));
  }
  const admitted = await mayChangeTip(deps, tipId, caller);
  if (!admitted.ok) return admitted;
  const changed = await deps.store.transaction(async (tx): Promise<Result<Changed>> => {
    const tip = await tx.read(docs[0]);
    if (tip === undefined) return fail(problem('tip-not-found'));
    const next = withTexts(tip, await tx.read(docs[1]), wanted, keepTipsYears);
    const monthly = monthlyDoc && (await tx.read(monthlyDoc));
    if (!next.ok) return next;
    // Erasing everything also removes the browsers and addresses that wait for an answer. Who never wrote anything may still wait.
    if (hasWords(tip) && !hasWords(next.value)) tx.remove(paths.tipWatch(tipId));
    const now = deps.clock.now();
    const written = isNews(tip, next.value) ? writeTip(tx, tip, next.value, erased, now) : tip;
    const other = renamed(monthly, wanted, next.value);
    if (other === null) return ok({ before: tip, after: written, job: null });
    writeMonthly(tx, monthly, other, erased, now);
    const job = deps.jobs.wantIn(tx, 'rename-fan', renameKeyOf(other));
    return ok({ before: tip, after: written, job });
  });
  if (!changed.ok) return changed;
  const { before, after: written, job } = changed.value;
  if (erasesAll || (hasWords(before) && !hasWords(written))) await takeBackLetters();
  // Words on a stream must go at once, not with the next sweep.
  await enqueueEvents(deps, before, written);
  // The fan's next page finds the new name everywhere. If the process ends before that, `tick` finds the job.
  if (job !== null) await runJob(deps, job, renamePlan);
  return ok(await tipStatusOf(deps, written));
}

/** The monthly tip with the fan's new name, or with another choice of what others see; null = it stays. The texts of its first payment may be erased already, so a name that nobody gave says nothing. */
function renamed(monthly: Monthly | undefined, wanted: TipTextsRequest, tip: Tip): Monthly | null {
  if (monthly === undefined) return null;
  const name = wanted.name === undefined ? monthly.fan.name : tip.fan.name;
  const anonymous = wanted.anonymous === undefined ? monthly.fan.anonymous : tip.fan.anonymous;
  const { hidesAmount } = wanted.hideAmount === undefined ? monthly.fan : tip.fan;
  const fan: Monthly['fan'] = { name, anonymous, ...(hidesAmount && { hidesAmount }) };
  return isSameFan(fan, monthly.fan) ? null : { ...monthly, fan };
}
