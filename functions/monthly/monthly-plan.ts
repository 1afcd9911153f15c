import * as v from 'valibot';
import type { MonthlyPage, MonthlyTerms, PortalRequest } from '@busker/core/fan-api/monthly-api';
import type { TipRequest } from '@busker/core/fan-api/tip-api';
import { directionOf, isolated, languageOf } from '@busker/core/locale/language-tags';
import { fail, ok, problem, type Problem, type Result } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import type { MonthlySetup } from '@busker/core/money-documents/monthly-document';
import { monthlyTexts, pageTexts, receiptTexts } from '@busker/core/messages/core-texts';
import { intervalAmounts, type Interval, type FeeRule } from '@busker/core/amounts/amount-limits';
import { billingRule } from '@busker/core/fees/fees';
import { notBegun, type Monthly } from '@busker/core/monthly/monthly';
import {
  commitmentWords,
  consentTo,
  offerWords,
  stopAt,
  wordsVersion,
} from '@busker/core/monthly/monthly-words';
import { lookupHandle } from '@busker/core/profile/draft';
import { restrictionOf, rightsIn } from '@busker/core/moderation/standing';
import type { StoredProfile } from '@busker/core/profile/profile';
import type { Tip } from '@busker/core/tip/tip';
import { withoutLink } from '@busker/core/payments/methods';
import type { Deps } from '../deps';
import { logUnavailable } from '../log';
import type { FoundProfile } from '../profiles/published-profile';
import { stored } from '../store/store';
import type {
  OpenCheckout,
  PaymentsFailure,
  PaymentsResult,
  TipOrder,
  MonthlyOrder,
} from '../stripe/payments';
import type { TipTerms } from '../open-tips/new-tip';
import { sessionLifetimeMs, type Gate } from '../tips/tip-access';

type SetupDeps = Pick<Deps, 'store' | 'subscriptions' | 'log' | 'config'>;

/** In the owner's language on the bill and in their reports at Stripe, as the name of the product; in the fan's on the page that they pay on. */
const monthlyTitle = (owner: string, language = 'en'): string =>
  receiptTexts(languageOf(language)).stripeMonthly({
    owner: isolated(owner, directionOf(languageOf(language))),
  });

async function productNameOf({ store }: Pick<Deps, 'store'>, uid: string, handle: string): Promise<string> {
  const profile = await store.read(stored.profile(uid));
  return monthlyTitle(profile?.name ?? `@${handle}`, profile?.language);
}

interface Owner {
  readonly uid: string;
  readonly handle: string;
  /** Null = the server's own account. */
  readonly accountId: string | null;
}

/** What Busker needs on the owner's account for monthly tips: made with the first one, and again after another account was connected. */
async function monthlySetup(deps: SetupDeps, owner: Owner): Promise<Result<MonthlySetup>> {
  const { uid, handle, accountId } = owner;
  const known = await deps.store.read(stored.monthlySetup(uid));
  if (known?.accountId === accountId) return ok(known);
  const name = await productNameOf(deps, uid, handle);
  const made = await deps.subscriptions.makeProduct({ account: accountId, uid, name });
  if (!made.ok) return fail(refusalOf(deps, uid, made.problem));
  const setup: MonthlySetup = {
    v: 1,
    accountId,
    productId: made.value.productId,
    productName: name,
    portal: null,
  };
  // Before the owner can leave: then the portal's login page is the only way to stop that is left to the fans.
  const withPortal = await newPortal(deps, owner, setup);
  // Fans can stop without a portal, so a refusal does not keep them from giving.
  if (!withPortal.ok && withPortal.problem.code === 'service-unavailable') return withPortal;
  return ok(withPortal.ok ? withPortal.value : await keep(deps, uid, setup));
}

/** Makes the portal, or another one when the owner has removed or switched off the last. */
async function newPortal(
  deps: SetupDeps,
  { uid, handle, accountId }: Owner,
  setup: MonthlySetup,
): Promise<Result<MonthlySetup>> {
  const version = (setup.portal?.version ?? 0) + 1;
  const made = await deps.subscriptions.makePortal({
    account: accountId,
    uid,
    version,
    headline: `Tips for @${handle}`,
    returnUrl: `${deps.config.publicOrigin}/@${handle}`,
  });
  if (!made.ok) return fail(refusalOf(deps, uid, made.problem));
  return ok(await keep(deps, uid, { ...setup, portal: { ...made.value, version } }));
}

/** Two requests at once write the same: Stripe returns one product and one portal for both. */
async function keep({ store }: SetupDeps, uid: string, setup: MonthlySetup): Promise<MonthlySetup> {
  await store.commit([], (writes) => writes.write(stored.monthlySetup(uid), setup));
  return setup;
}

function refusalOf({ log }: Pick<Deps, 'log'>, uid: string, failure: PaymentsFailure): Problem {
  if (failure.kind === 'gone') return problem('payments-not-ready');
  if (failure.kind === 'unavailable') {
    logUnavailable(log, failure);
    return problem('service-unavailable');
  }
  log.paymentRefused({ tipId: uid, code: `monthly:${failure.code}`, stripeRequestId: failure.requestId });
  return problem('monthly-unavailable');
}

/**
 * Gives the product of an owner's monthly tips the name of their handle, in their language: it stands on the bill of every renewal. A failure is logged and fails nothing:
 * the next publication, or the next monthly tip that begins, tries it again.
 */
export async function followHandle(
  deps: Pick<Deps, 'store' | 'subscriptions' | 'log'>,
  uid: string,
  handle: string,
): Promise<void> {
  const setup = await deps.store.read(stored.monthlySetup(uid));
  if (setup === undefined) return;
  const productName = await productNameOf(deps, uid, handle);
  if (setup.productName === productName) return;
  const { accountId, productId } = setup;
  const renamed = await deps.subscriptions.renameProduct(accountId, productId, productName);
  if (!renamed.ok) {
    // The owner has disconnected the account or removed the product: there is nothing to rename.
    if (renamed.problem.kind !== 'gone') refusalOf(deps, uid, renamed.problem);
    return;
  }
  await deps.store.transaction(async (tx) => {
    const current = await tx.read(stored.monthlySetup(uid));
    if (current?.productId === productId) tx.write(stored.monthlySetup(uid), { ...current, productName });
  });
}

type Tips = StoredProfile['tips'];

const withBilling = (rule: FeeRule | null): FeeRule | null => (rule === null ? null : billingRule(rule));

/** The terms of one period: the interval's amounts, and Stripe's fee for recurring payments. */
export function periodTerms(terms: TipTerms, tips: Tips, every: Interval): TipTerms {
  return {
    ...terms,
    amounts: intervalAmounts(terms.payments.currency, tips, every, tips.monthly.presets[every]),
    fees: withBilling(terms.fees),
    cover: withBilling(terms.cover),
  };
}

/** What the sheet needs to offer monthly tips, in one language; null = the owner does not offer them. `at`: when the fan begins to read. */
export function monthlyTerms(
  terms: TipTerms,
  { name, tips }: Pick<StoredProfile, 'name' | 'tips'>,
  language: string,
  at: number,
): MonthlyTerms | null {
  if (!tips.monthly.on) return null;
  const fees = withBilling(terms.cover);
  const { howOften, once, everyMonth, everyYear } = pageTexts(languageOf(language));
  const { messageOnce, howToStop, changed, unavailable } = monthlyTexts(languageOf(language));
  return {
    wordsVersion,
    labels: { question: howOften, once, messageOnce, howToStop, changed, unavailable },
    fees: fees === null ? null : { ...fees },
    offers: tips.monthly.intervals.map((every) => {
      const { limits, presets } = periodTerms(terms, tips, every).amounts;
      const words = offerWords({ every, owner: name, at }, language);
      const { terms: parts, button, thanks } = words;
      return {
        every,
        label: every === 'month' ? everyMonth : everyYear,
        limits: { ...limits },
        presets: [...presets],
        words: { ...words, terms: [...parts], button: [...button], thanks: [...thanks] },
      };
    }),
  };
}

/** A request for a monthly tip that the owner's offer allows. */
interface MonthlyPlan {
  readonly every: Interval;
  readonly terms: TipTerms;
  readonly consent: Monthly['consent'];
  readonly productId: string;
  readonly link: boolean;
}

interface Asked {
  readonly gate: Gate;
  readonly found: FoundProfile;
  readonly terms: TipTerms;
}

/** Only these renew without the fan: banks' pages would mail an invoice each month. */
const renewing = ['card', 'link'];

/** When the fan began to read the words, which came with the session. */
export const readAt = ({ expiresAt }: Gate): number => expiresAt - sessionLifetimeMs;

/** Whether the owner takes tips of this interval. */
export const isOffered = ({ tips }: Pick<StoredProfile, 'tips'>, every: Interval): boolean =>
  tips.monthly.on && tips.monthly.intervals.includes(every);

/** The plan of a request; null = the fan gives once. */
export async function monthlyPlan(
  deps: Deps,
  request: TipRequest,
  { gate, found, terms }: Asked,
): Promise<Result<MonthlyPlan | null>> {
  const { every = 'once' } = request;
  if (every === 'once') return ok(null);
  const { profile } = found;
  if (!isOffered(profile, every)) return fail(problem('monthly-unavailable'));
  if (request.surface !== 'hosted')
    return fail(
      problem('invalid-fields', {
        fields: { surface: 'A monthly tip begins on Stripe’s page: use hosted.' },
      }),
    );
  const offered = periodTerms(terms, profile.tips, every);
  const at = readAt(gate);
  const { currency, accountId, linkPayments: link } = terms.payments;
  const commitment = { amount: request.total, currency, every, owner: profile.name, at };
  const language = request.language ?? 'en';
  if (request.wordsVersion !== wordsVersion)
    return fail(
      problem('words-changed', { figures: { ...commitmentWords(commitment, language), wordsVersion } }),
    );
  const setup = await monthlySetup(deps, { uid: gate.uid, handle: profile.handle, accountId });
  if (!setup.ok) return setup;
  await followHandle(deps, gate.uid, profile.handle);
  const { productId } = setup.value;
  return ok({ every, terms: offered, consent: consentTo(commitment, language), productId, link });
}

/** The first tip of a monthly tip, paid on a page that takes only what renews by itself. */
export const firstTip = (tip: Tip, { link }: MonthlyPlan): Tip => ({
  ...tip,
  ways: withoutLink(renewing, link),
  cycle: { monthlyId: tip.tipId, number: 1, invoiceId: null, subscriptionId: null, period: null },
});

const publicFan = ({ name, anonymous, hidesAmount }: Tip['fan']): Monthly['fan'] => ({
  name,
  anonymous,
  ...(hidesAmount && { hidesAmount }),
});

/** The monthly tip of its first tip, before the fan has paid. */
export function newMonthly({ every, consent, productId, terms }: MonthlyPlan, tip: Tip): Monthly {
  const { tipId, ownerUid, handle, livemode, currency, amount, tipAmount, coverAmount, createdAt } = tip;
  return {
    v: 1,
    rev: 1,
    monthlyId: tipId,
    ownerUid,
    handle,
    livemode,
    mode: tip.mode,
    currency,
    every,
    amount,
    tipAmount,
    coverAmount,
    shareBps: tip.applicationFee > 0 ? terms.shareBps : 0,
    consent,
    amountConsents: [],
    fan: publicFan(tip.fan),
    source: tip.source,
    stripe: {
      accountId: tip.stripe.accountId,
      checkoutSessionId: null,
      subscriptionId: null,
      itemId: null,
      customerId: null,
      productId,
      latestInvoiceId: null,
    },
    ...notBegun,
    requestHash: tip.requestHash,
    createdAt,
    updatedAt: createdAt,
    syncedAt: null,
  };
}

type Flow = PortalRequest['flow'];

/** Where Stripe mails a fan a link to the portal; null = no portal was made. It works after the owner has left this server. */
export async function portalLogin(
  { store }: Pick<Deps, 'store'>,
  { ownerUid, stripe }: { readonly ownerUid: string; readonly stripe: Pick<Monthly['stripe'], 'accountId'> },
): Promise<string | null> {
  const setup = await store.read(stored.monthlySetup(ownerUid));
  return setup?.accountId === stripe.accountId ? (setup.portal?.loginUrl ?? null) : null;
}

/**
 * Stripe's portal for this fan. Its address is short-lived and is not stored. Where the owner has removed the portal's configuration at Stripe, another
 * one is made.
 */
export async function openPortal(
  deps: Deps,
  monthly: Monthly,
  flow: Flow,
): Promise<Result<MonthlyPage, Problem | PaymentsFailure>> {
  const owner = { uid: monthly.ownerUid, handle: monthly.handle, accountId: monthly.stripe.accountId };
  let setup = await monthlySetup(deps, owner);
  for (let tries = 0; tries < 2 && setup.ok; tries += 1) {
    const opened = await visit(deps, monthly, setup.value, flow);
    if (!opened.ok) return opened;
    if (opened.value !== 'no-portal') return ok(opened.value);
    setup = await newPortal(deps, owner, setup.value);
  }
  return setup.ok ? fail(problem('monthly-unavailable')) : setup;
}

async function visit(
  { subscriptions, config }: Deps,
  { handle, stripe }: Monthly,
  { portal }: MonthlySetup,
  flow: Flow,
): Promise<PaymentsResult<MonthlyPage | 'no-portal'>> {
  const { accountId: account, customerId } = stripe;
  if (customerId === null) return fail({ kind: 'gone' });
  if (portal === null) return ok('no-portal');
  const returnUrl = `${config.publicOrigin}/@${handle}`;
  return subscriptions.openPortal({
    account,
    configurationId: portal.configurationId,
    customerId,
    returnUrl,
    flow,
  });
}

export interface MonthlyOwner {
  readonly uid: string;
  readonly handle: string;
  /** The name, as far as it is public. */
  readonly owner: string;
  /** The language of the profile. */
  readonly own: string | undefined;
  /** The monthly tips about which Stripe answers us. `part`: not those of an account that was disconnected. `none`: the account now is disconnected. */
  readonly reach: 'all' | 'part' | 'none';
  /** Where Stripe mails fans a link to its own page; null = unknown. */
  readonly portalLogin: string | null;
}

/**
 * The owner whose fans end monthly tips without their link, by a handle or an earlier one. A profile that was taken down or restricted still has such fans.
 */
export async function monthlyOwner(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  asked: string | undefined,
): Promise<MonthlyOwner | undefined> {
  const handle = v.safeParse(lookupHandle, asked);
  const claim = handle.success ? await store.read(stored.handle(handle.output)) : undefined;
  if (claim?.state !== 'live') return undefined;
  const { uid } = claim;
  const [profile, standing, payments] = await Promise.all([
    store.read(stored.profile(uid)),
    store.read(stored.standing(uid)),
    store.read(stored.payments(uid)),
  ]);
  const isShown = rightsIn(restrictionOf(standing, clock.now())).shown;
  const name = profile !== undefined && isShown ? profile.name : `@${claim.handle}`;
  const accountId = payments?.accountId ?? null;
  return {
    uid,
    handle: profile?.handle ?? claim.handle,
    owner: name,
    own: profile?.language,
    reach: (payments?.disconnectedAt ?? null) === null ? await reachOf(store, uid) : 'none',
    portalLogin: await portalLogin({ store }, { ownerUid: uid, stripe: { accountId } }),
  };
}

/** The marks of functions/monthly/jobs.ts. The same for every fan, so that it identifies none. */
async function reachOf(store: Deps['store'], uid: string): Promise<MonthlyOwner['reach']> {
  const where = [['elsewhere.since', '>', new Date(0)]] as const;
  const marked = await store.find({ from: paths.monthlies(uid), where, limit: 1 }, () => null);
  return marked.length > 0 ? 'part' : 'all';
}

/** Stripe's page of a monthly tip. Everything comes from the stored documents, so that a repeated call sends the same parameters. */
export async function openMonthlyPage(
  { store, subscriptions, config }: Pick<Deps, 'store' | 'subscriptions' | 'config'>,
  { ownerUid, tipId, handle, pageName = `@${handle}` }: Tip,
  order: TipOrder,
  page: Pick<MonthlyOrder, 'returnUrl' | 'expiresAt'>,
): Promise<PaymentsResult<OpenCheckout>> {
  const monthly = await store.read(stored.monthly(ownerUid, tipId));
  if (monthly === undefined) return fail({ kind: 'gone' });
  const { every, shareBps, consent, stripe } = monthly;
  const footer = stopAt(`${config.publicOrigin}/@${handle}/monthly`, consent.language);
  return subscriptions.openPage({
    ...order,
    ...page,
    every,
    shareBps,
    productId: stripe.productId,
    description: monthlyTitle(pageName, consent.language),
    message: `${consent.words} ${footer}`,
    footer,
  });
}
