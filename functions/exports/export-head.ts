import { fail, ok, type Result } from '@busker/core/base/result';
import { dayAfter, dayStart } from '@busker/core/locale/zoned-day';
import { collections, paths, type DocumentType } from '@busker/core/documents/documents';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { eventDocument } from '@busker/core/outbox-documents/event-document';
import { isWhole, type ExportChoice } from '@busker/core/account/export-document';
import type { Payout, PayoutLine } from '@busker/core/books/payout';
import {
  feesDocument,
  payoutReadDocument,
  type PayoutRead,
} from '@busker/core/money-documents/stripe-account-document';
import type { FeeLine } from '@busker/core/fees/fees';
import type { Appeal } from '@busker/core/moderation/report';
import { appealDocument } from '@busker/core/moderation/report-document';
import type { Standing } from '@busker/core/moderation/standing';
import type { Deps, Owner } from '../deps';
import { mayReadPayouts } from '../limits/limit-rules';
import { readable, stored, type Found, type Query, type Stored } from '../store/store';
import { payoutsAccount, payoutsProblem } from '../books/payout-routes';
import { feesBetween } from '../books/read-books';
import type { Page, PaymentsFailure, PaymentsResult } from '../stripe/payments';
import {
  movementKey,
  noPayouts,
  type OwnerData,
  type PayoutOf,
  type PayoutsOfMovements,
} from './file-formats';

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

/** They are in memory together. */
const mostListed = 10_000;

/**
 * Reads the documents of one file. One that cannot be read, for example because a later release wrote it, stops nothing: the file names it, and so does the log.
 */
class ExportReader {
  private readonly unreadable = new Set<string>();
  private readonly leftOut: Record<string, number> = {};

  constructor(private readonly deps: Pick<Deps, 'store' | 'log'>) {}

  read<T>(doc: Stored<T>): Promise<T | undefined> {
    const decode = (data: unknown): T | undefined => {
      try {
        return doc.decode(data);
      } catch {
        this.note(doc.path);
        return undefined;
      }
    };
    return this.deps.store.read<T | undefined>({ path: doc.path, encode: () => ({}), decode });
  }

  /** `name`: of the list in the file, which says how many are not in it. */
  async list<T>(
    name: string,
    query: Omit<Query, 'limit'>,
    { decode }: Pick<DocumentType<T>, 'decode'>,
  ): Promise<readonly T[]> {
    const { store } = this.deps;
    const found = await store.find({ ...query, limit: mostListed }, decode);
    if (found.length === mostListed) {
      const { count } = await store.sum(query, []);
      if (count > mostListed) this.leftOut[name] = count - mostListed;
    }
    return found.flatMap(({ path, value }) => {
      if (value.ok) return [value.value];
      this.note(path);
      return [];
    });
  }

  /** What the file says about documents that are not in it. */
  missing(): OwnerData {
    return {
      ...(this.unreadable.size > 0 && { unreadable: [...this.unreadable] }),
      ...(Object.keys(this.leftOut).length > 0 && { leftOut: this.leftOut }),
    };
  }

  private note(path: string): void {
    if (!this.unreadable.has(path)) this.deps.log.tipUnreadable({ path });
    this.unreadable.add(path);
  }
}

async function appealsOf(reader: ExportReader, uid: string) {
  const query = { from: collections.appeals, where: [['uid', '==', uid]] } as const;
  const appeals = await reader.list('appeals', query, appealDocument);
  const own = appeals.filter(({ from }) => from === 'owner');
  return own.toSorted((a, b) => a.madeAt - b.madeAt).map(shownAppeal);
}

/** Without what the name server said last. */
async function ownDomainOf(reader: ExportReader, uid: string) {
  const own = await reader.read(stored.ownDomain(uid));
  if (own === undefined) return null;
  const { v: _v, uid: _uid, seen: _seen, ...domain } = own;
  return domain;
}

/** The events of the last 90 days, newest first. */
const newestEvents = (reader: ExportReader, uid: string) =>
  reader.list('events', { from: paths.events(uid), orderBy: [['at', 'desc']] }, eventDocument);

/** The monthly tips, as they are stored. */
async function monthlyOf(reader: ExportReader, uid: string) {
  const found = await reader.list('monthly', { from: paths.monthlies(uid) }, monthlyDocument);
  return found.map(({ requestHash: _hash, ...monthly }) => monthly);
}

/** Stripe's bookings apart from the tips, oldest first. A document has the lines of a month. */
async function feesOf(reader: ExportReader, uid: string) {
  const query = { from: paths.allFees(uid), orderBy: [['month', 'asc']] } as const;
  const found = await reader.list('fees', query, feesDocument);
  return found.flatMap(({ accountId, livemode, lines }) =>
    lines.map((line) => ({ accountId, livemode, ...line })),
  );
}

/** What the host has decided about the page, without the people who decided. */
function shownStanding(standing: Standing | undefined) {
  if (standing === undefined) return null;
  const { state, scope, reason, since, until } = standing;
  return { state, scope, reason, since, until };
}

/**
 * Everything that is stored about and by an owner, apart from the tips. The test beside it names what is left out of all that is stored, and why: the
 * credentials of channels, for example, and Stripe's lists of what is in payouts.
 */
async function ownerData(
  deps: Pick<Deps, 'store' | 'log'>,
  { uid, email }: Pick<Owner, 'uid' | 'email'>,
): Promise<OwnerData> {
  const reader = new ExportReader(deps);
  const ofOwner = <T>(doc: (uid: string) => Stored<T>) => reader.read(doc(uid));
  const data = {
    account: { uid, email },
    profile: (await ofOwner(stored.profile)) ?? null,
    draft: (await ofOwner(stored.draft)) ?? null,
    payments: (await ofOwner(stored.payments)) ?? null,
    preferences: (await ofOwner(stored.preferences)) ?? null,
    books: (await ofOwner(stored.books)) ?? null,
    standing: shownStanding(await ofOwner(stored.standing)),
    sessions: (await ofOwner(stored.sessions))?.sessions ?? [],
    signInMethods: (await ofOwner(stored.knownMethods))?.methods ?? [],
    termsSeen: (await ofOwner(stored.seenTerms)) ?? null,
    appeals: await appealsOf(reader, uid),
    channels: (await ofOwner(stored.channels)) ?? null,
    domain: await ownDomainOf(reader, uid),
    overlay: (await ofOwner(stored.ownOverlay))?.settings ?? null,
    walletSites: (await ofOwner(stored.walletSites))?.domains ?? [],
    linkHealth: (await ofOwner(stored.linkHealth))?.links ?? {},
    thanks: (await ofOwner(stored.thanks))?.runs ?? [],
    monthlySetup: (await ofOwner(stored.monthlySetup)) ?? null,
    monthly: await monthlyOf(reader, uid),
    events: await newestEvents(reader, uid),
    fees: await feesOf(reader, uid),
  };
  return { ...data, ...reader.missing() };
}

/** What a file has before its tips: everything else of the owner, or for some of the tips the filter that chose them. */
export async function exportHead(
  deps: Pick<Deps, 'store' | 'log'>,
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

const day = 24 * 60 * 60_000;
/** Milliseconds after a movement in which its payout is looked for. */
const longestWait = 100 * day;
/** Payouts of one file, the latest: eight years of daily ones. */
const mostPayouts = 2000;
const listedOnAPage = 100;
/** How many payouts are read at once. */
const together = 5;
/** Characters of what is in payouts that are in memory together. */
const mostMovements = 20_000_000;
/** Characters. A document may have a mebibyte; a page adds some thousands. Of a payout of more than some 20,000 lines the rest is not read. */
const longestMovements = 900_000;

/** `more`: these requests were not enough, and the next may be made after so many milliseconds. */
type Followed =
  | { readonly kind: 'known'; readonly unread: number; readonly unreadUntil: number | null }
  | { readonly kind: 'more'; readonly waitMs: number };

/** No request is left: of this file, or of the owner's for some time. */
interface Spent {
  readonly kind: 'spent';
  readonly waitMs: number;
}
type Asked<T> = Result<T, PaymentsFailure | Spent>;
type Ask = <T>(call: () => Promise<PaymentsResult<T>>) => Promise<Asked<T>>;

/** Counts each request to Stripe among those that the owner may make about payouts. */
function counted(deps: Pick<Deps, 'limits' | 'config'>, uid: string, most: number): Ask {
  let left = most;
  return async (call) => {
    left -= 1;
    if (left < 0) return fail({ kind: 'spent', waitMs: 0 });
    const allowed = await mayReadPayouts(deps, uid);
    if (allowed.ok) return call();
    return fail({ kind: 'spent', waitMs: Number(allowed.problem.figures?.['retryAfterSeconds']) * 1000 });
  };
}

/** The time in which the payouts of a file were made. */
const madeIn = ({ from, until, zone }: ExportChoice, now: number) => ({
  from: from === '' ? 0 : dayStart(from, zone),
  until: (until === '' ? now : dayStart(dayAfter(until), zone)) + longestWait,
});

/** Lines with which money comes back, and the line that took it. */
const returning: Partial<Record<PayoutLine['kind'], 'refund' | 'dispute'>> = {
  'dispute-returned': 'dispute',
  'refund-failed': 'refund',
};

/** A page of a payout's lines, as the store has it. */
const movementsIn = (lines: readonly PayoutLine[]): string =>
  lines
    .map(({ id, kind, paymentIntentId, bookedAt }) => {
      const of = returning[kind] ?? kind;
      const isOfPayment = of === 'tip' || of === 'refund' || of === 'dispute';
      const key = movementKey(isOfPayment ? of : 'other', isOfPayment ? (paymentIntentId ?? id) : id);
      return `${key} ${bookedAt}\n`;
    })
    .join('');

const isTooLong = ({ movements }: Pick<PayoutRead, 'movements'>): boolean =>
  movements.length > longestMovements;

type PayoutDeps = Pick<Deps, 'store' | 'config' | 'log' | 'payouts' | 'clock' | 'limits'>;

/**
 * Before a file for bookkeeping is written: asks Stripe which payouts there are in its time, and what is in those that were not read before, the latest
 * first. `most`: requests to Stripe. While Stripe does not answer there is nothing to tell; a server that may not ask tells nothing about payouts.
 */
export async function followPayouts(
  deps: PayoutDeps,
  uid: string,
  choice: ExportChoice,
  most: number,
): Promise<Result<Followed>> {
  const nothing = { kind: 'known', unread: 0, unreadUntil: null } as const;
  if (choice.format !== 'bookkeeping') return ok(nothing);
  const account = await payoutsAccount(deps, uid);
  if (!account.ok) return ok(nothing);
  const followed = await followAccount(deps, uid, account.value, choice, counted(deps, uid, most));
  if (followed.ok) return followed;
  if (followed.problem.kind === 'spent') return ok({ kind: 'more', waitMs: followed.problem.waitMs });
  const why = payoutsProblem(deps, followed.problem);
  return why.code === 'payouts-unavailable' ? fail(why) : ok(nothing);
}

async function followAccount(
  deps: PayoutDeps,
  uid: string,
  account: string | null,
  choice: ExportChoice,
  ask: Ask,
): Promise<Asked<Followed>> {
  const { from, until } = madeIn(choice, deps.clock.now());
  const isAsked = ({ contents, createdAt }: Payout) =>
    contents === 'listed' && createdAt >= from && createdAt <= until;
  const listed: Payout[] = [];
  let after: string | null = null;
  do {
    const start: string | null = after;
    const page: Asked<Page<Payout>> = await ask(() =>
      deps.payouts.listPayouts(account, start, listedOnAPage),
    );
    if (!page.ok) return page;
    listed.push(...page.value.items.filter(isAsked));
    after = (page.value.items.at(-1)?.createdAt ?? 0) < from ? null : page.value.next;
  } while (after !== null && listed.length <= mostPayouts);
  const unread = listed.slice(mostPayouts);
  for (let start = 0; start < mostPayouts && start < listed.length; start += together) {
    const some = listed.slice(start, Math.min(start + together, mostPayouts));
    const before = await deps.store.readAll(some.map(({ id }) => stored.payoutRead(uid, id)));
    const read = await Promise.all(
      some.map((payout, at) => readLines(deps, uid, account, payout, before[at], ask)),
    );
    for (const [at, each] of read.entries()) {
      if (!each.ok) return each;
      const payout = some[at];
      if (each.value.next !== null && payout !== undefined) unread.push(payout);
    }
  }
  const times = unread.map(({ createdAt }) => createdAt);
  return ok({
    kind: 'known',
    unread: unread.length,
    unreadUntil: times.length > 0 ? Math.max(...times) : null,
  });
}

/** Reads on where the last page ended, and stores each page: what was read once is never asked for again. */
async function readLines(
  deps: PayoutDeps,
  uid: string,
  account: string | null,
  { id, createdAt, status, ...payout }: Payout,
  before: PayoutRead | undefined,
  ask: Ask,
): Promise<Asked<PayoutRead>> {
  const arrivesAt = status === 'failed' || status === 'canceled' ? null : payout.arrivesAt;
  // The day on which it reaches the bank was an estimate before, and it may have failed since.
  if (before !== undefined && before.arrivesAt !== arrivesAt)
    await keepRead(deps, uid, { ...before, arrivesAt });
  let read = before;
  while (read === undefined || (read.next !== null && !isTooLong(read))) {
    const { next, movements }: Pick<PayoutRead, 'next' | 'movements'> = read ?? { next: null, movements: '' };
    const page = await ask(() => deps.payouts.listLines(account, id, next));
    if (!page.ok) return page;
    read = {
      v: 1,
      payoutId: id,
      createdAt,
      arrivesAt,
      readAt: deps.clock.now(),
      next: page.value.next,
      movements: movements + movementsIn(page.value.items),
    };
    await keepRead(deps, uid, read);
  }
  return ok(read);
}

const keepRead = ({ store }: Pick<Deps, 'store'>, uid: string, read: PayoutRead) =>
  store.transaction(async (tx) => {
    const isGone = (await tx.read(stored.deletion(uid))) !== undefined;
    if (!isGone) tx.write(stored.payoutRead(uid, read.payoutId), read);
  });

/**
 * The payouts of the movements in a file for bookkeeping, as `followPayouts` has stored them until `readAt`. A file that is written in parts gives the same
 * time for each part.
 */
export async function exportPayouts(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  uid: string,
  choice: ExportChoice,
  { readAt, unreadUntil }: { readonly readAt: number; readonly unreadUntil: number | null },
): Promise<PayoutsOfMovements> {
  if (choice.format !== 'bookkeeping') return noPayouts;
  const { from, until } = madeIn(choice, clock.now());
  const of = new Map<string, PayoutOf[]>();
  const known = (since: number | null): PayoutsOfMovements => {
    for (const all of of.values()) all.reverse();
    return { of, unreadUntil: since };
  };
  let length = 0;
  let after: string | null = null;
  for (let page = 0; page < mostPayouts; page += listedOnAPage) {
    const found: readonly Found<PayoutRead>[] = await store.find(
      {
        from: paths.payoutsRead(uid),
        where: [
          ['createdAt', '>=', new Date(from)],
          ['createdAt', '<=', new Date(until)],
        ],
        orderBy: [['createdAt', 'desc']],
        limit: listedOnAPage,
        after,
      },
      (data) => readable(paths.payoutsRead(uid), payoutReadDocument.decode(data)),
    );
    for (const { value } of found) {
      if (value.readAt > readAt) continue;
      length += value.movements.length;
      if (length > mostMovements) return known(Math.max(value.createdAt, unreadUntil ?? value.createdAt));
      for (const [key, paidOut] of movementsOf(value)) {
        const others = of.get(key);
        if (others === undefined) of.set(key, [paidOut]);
        else others.push(paidOut);
      }
    }
    after = found.at(-1)?.path ?? null;
    if (found.length < listedOnAPage) break;
  }
  return known(unreadUntil);
}

const movementsOf = ({ payoutId, arrivesAt, movements }: PayoutRead) =>
  movements
    .split('\n')
    .slice(0, -1)
    .map((line): readonly [string, PayoutOf] => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), { id: payoutId, arrivesAt, bookedAt: Number(line.slice(end + 1)) }];
    });
