import { ok, type Result } from '../../core/base/result';
import { dayAfter, dayStart } from '../../core/locale/zoned-day';
import { paths } from '../../core/documents/documents';
import { eventDocument } from '../../core/outbox-documents/event-document';
import { isWhole, type ExportChoice } from '../../core/account/export-document';
import { feesDocument } from '../../core/money-documents/stripe-account-document';
import type { FeeLine } from '../../core/fees/fee-lines';
import type { OutboxEvent } from '../../core/outbox/outbox-event';
import type { Appeal } from '../../core/moderation/report';
import type { Deps, Owner } from '../deps';
import { ownAppeals } from '../reports/decisions';
import { readable, stored } from '../store/store';
import { payoutsOfMovements, type PayoutsOfMovements } from '../books/payout-routes';
import { feesBetween } from '../books/read-books';
import type { OwnerData } from './file-formats';

/** An objection without the people who decided. */
function shownAppeal({
  answer,
  v: _v,
  from: _from,
  uid: _uid,
  decidedBy: _by,
  decidedByUid: _byUid,
  reportId: _report,
  ...appeal
}: Appeal) {
  if (answer === null) return { ...appeal, answer };
  const { outcome, text, at } = answer;
  return { ...appeal, answer: { outcome, text, at } };
}

async function appealsOf(deps: Pick<Deps, 'store'>, uid: string) {
  const appeals = await ownAppeals(deps, uid);
  return appeals.toSorted((a, b) => a.madeAt - b.madeAt).map(shownAppeal);
}

/** They are in memory together. */
const mostEvents = 10_000;

/** The events of the last 90 days, newest first. */
async function newestEvents({ store }: Pick<Deps, 'store'>, uid: string): Promise<readonly OutboxEvent[]> {
  const from = paths.events(uid);
  const query = { from, orderBy: [['at', 'desc']], limit: mostEvents } as const;
  const found = await store.find(query, (data) => readable(from, eventDocument.decode(data)));
  return found.map(({ value }) => value);
}

/** A document has the lines of a month. */
const mostMonths = 1000;

/** Stripe's bookings apart from the tips, oldest first. */
async function feesOf({ store }: Pick<Deps, 'store'>, uid: string) {
  const from = paths.allFees(uid);
  const found = await store.find({ from, orderBy: [['month', 'asc']], limit: mostMonths }, (data) =>
    readable(from, feesDocument.decode(data)),
  );
  return found.flatMap(({ value: { accountId, livemode, lines } }) =>
    lines.map((line) => ({ accountId, livemode, ...line })),
  );
}

/** Everything that is stored about and by an owner, apart from the tips. The credentials of channels are left out. */
async function ownerData(
  deps: Pick<Deps, 'store'>,
  { uid, email }: Pick<Owner, 'uid' | 'email'>,
): Promise<OwnerData> {
  const [profile, draft, payments, preferences, books] = (
    await deps.store.readVersioned([
      stored.profile(uid),
      stored.draft(uid),
      stored.payments(uid),
      stored.preferences(uid),
      stored.books(uid),
    ])
  ).map(({ value }) => value ?? null);
  return {
    account: { uid, email },
    profile,
    draft,
    payments,
    preferences,
    books,
    sessions: (await deps.store.read(stored.sessions(uid)))?.sessions ?? [],
    appeals: await appealsOf(deps, uid),
    channels: (await deps.store.read(stored.channels(uid))) ?? null,
    overlay: (await deps.store.read(stored.ownOverlay(uid)))?.settings ?? null,
    events: await newestEvents(deps, uid),
    fees: await feesOf(deps, uid),
  };
}

/** What a file has before its tips: everything else of the owner, or for some of the tips the filter that chose them. */
export async function exportHead(
  deps: Pick<Deps, 'store'>,
  owner: Pick<Owner, 'uid' | 'email'>,
  choice: ExportChoice,
): Promise<OwnerData> {
  if (isWhole(choice)) return ownerData(deps, owner);
  const { state, from, until, zone, placement, search } = choice;
  return { filter: { state, from, until, zone, placement, search } };
}

/**
 * What Stripe booked apart from the tips in the days of a file for bookkeeping. Such a fee belongs to no single tip: a file of some tips has none. The
 * books read them from Stripe when they are looked at.
 */
export async function exportFees(
  deps: Pick<Deps, 'store' | 'config'>,
  uid: string,
  choice: ExportChoice,
): Promise<readonly FeeLine[]> {
  const { format, from, until } = choice;
  if (format !== 'bookkeeping' || !isWhole({ ...choice, from: '', until: '' })) return [];
  return feesBetween(deps, uid, { from: from || '1971-01-01', until: until || '9998-12-31' });
}

/** The payouts of the movements in a file for bookkeeping, read from Stripe. */
export async function exportPayouts(
  deps: Pick<Deps, 'store' | 'config' | 'log' | 'payouts' | 'clock'>,
  uid: string,
  { format, from, until, zone }: ExportChoice,
): Promise<Result<PayoutsOfMovements>> {
  if (format !== 'bookkeeping') return ok(new Map());
  return payoutsOfMovements(deps, uid, {
    from: from === '' ? 0 : dayStart(from, zone),
    until: until === '' ? deps.clock.now() : dayStart(dayAfter(until), zone),
  });
}
