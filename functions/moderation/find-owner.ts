import { readDocumentId } from '@busker/core/text/text';
import { collections, paths } from '@busker/core/documents/documents';
import { picturesOf } from '@busker/core/profile-documents/profile-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import { normaliseHandle } from '@busker/core/profile/draft';
import { restrictionOf, type ModerationRole, type Standing } from '@busker/core/moderation/standing';
import type { StoredProfile } from '@busker/core/profile/profile';
import type { Deps } from '../deps';
import { readable, stored } from '../store/store';
import { stoppable } from '../open-tips/change-amount';

interface FoundOwner {
  readonly uid: string;
  readonly by: 'uid' | 'handle' | 'email' | 'account' | 'tip';
}

/**
 * The owner that a text names: an email address, a handle (current, earlier or retired, with or without `@`), a uid, a Stripe account, or the number
 * of a tip. Undefined = nobody.
 */
export async function findOwner(
  deps: Pick<Deps, 'store' | 'users'>,
  text: string,
): Promise<FoundOwner | undefined> {
  const named = text.trim();
  if (/^[^@\s]+@[^@\s]+$/.test(named)) return found('email', (await deps.users.find({ email: named }))?.uid);
  if (named.startsWith('acct_')) return found('account', await ownerOfAccount(deps, named));
  return (
    found('handle', await ownerOfHandle(deps, named)) ??
    found('uid', await ownerOfUid(deps, named)) ??
    found('tip', await ownerOfTip(deps, named))
  );
}

const found = (by: FoundOwner['by'], uid: string | undefined): FoundOwner | undefined =>
  uid === undefined ? undefined : { uid, by };

async function ownerOfAccount(
  { store }: Pick<Deps, 'store'>,
  accountId: string,
): Promise<string | undefined> {
  const id = readDocumentId(accountId);
  return id === undefined ? undefined : (await store.read(stored.stripeAccount(id)))?.uid;
}

async function ownerOfHandle({ store }: Pick<Deps, 'store'>, text: string): Promise<string | undefined> {
  const handle = readDocumentId(normaliseHandle(text.replace(/^@/, '')));
  return handle === undefined ? undefined : (await store.read(stored.handle(handle)))?.uid;
}

/** Somebody who signed in, or who left data or a standing behind. */
async function ownerOfUid(
  { store, users }: Pick<Deps, 'store' | 'users'>,
  text: string,
): Promise<string | undefined> {
  const uid = readDocumentId(text);
  if (uid === undefined) return undefined;
  const [profile, draft, standing, ledger] = await store.readVersioned([
    stored.profile(uid),
    stored.draft(uid),
    stored.standing(uid),
    stored.ledger(uid),
  ]);
  const left = [profile, draft, standing, ledger].some(({ value }) => value !== undefined);
  return left || (await users.find({ uid })) !== undefined ? uid : undefined;
}

async function ownerOfTip({ store }: Pick<Deps, 'store'>, tipId: string): Promise<string | undefined> {
  const query = { from: collections.tips, group: true, where: [['tipId', '==', tipId]], limit: 1 } as const;
  const tips = await store.find(query, (data) => readable(collections.tips, tipDocument.decode(data)));
  return tips[0]?.value.ownerUid;
}

/** The data of an owner that a host sees before a decision. */
export interface OwnerOverview {
  readonly uid: string;
  readonly email: string | null;
  readonly role: ModerationRole | null;
  readonly profile: StoredProfile | null;
  /** `/img/…` of each published picture. */
  readonly pictures: readonly string[];
  readonly payments: PaymentsState | null;
  /** The restriction that applies now; null = none. */
  readonly restriction: Standing | null;
  /** Payments that a suspension would end. */
  readonly openPayments: number;
  readonly deletedAt: number | null;
}

const mostCounted = 500;

export async function ownerOverview(
  { store, users, clock }: Pick<Deps, 'store' | 'users' | 'clock'>,
  uid: string,
): Promise<OwnerOverview> {
  const [profile, payments, standing, deletion] = await store.readVersioned([
    stored.profile(uid),
    stored.payments(uid),
    stored.standing(uid),
    stored.deletion(uid),
  ]);
  const user = await users.find({ uid });
  const from = paths.tips(uid);
  const query = { from, where: [['payment.status', 'in', stoppable]], limit: mostCounted } as const;
  const open = await store.find(query, (data) => readable(from, tipDocument.decode(data)));
  return {
    uid,
    email: user?.email ?? null,
    role: user?.role ?? null,
    profile: profile.value ?? null,
    pictures:
      profile.value === undefined ? [] : picturesOf(profile.value).map(({ sha256 }) => `/img/${sha256}`),
    payments: payments.value ?? null,
    restriction: restrictionOf(standing.value, clock.now()),
    openPayments: open.length,
    deletedAt: deletion.value?.deletedAt ?? null,
  };
}
