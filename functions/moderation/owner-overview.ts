import { paths } from '../../core/documents/documents';
import { decodeTip } from '../../core/documents/tip-document';
import { picturesOf } from '../../core/documents/profile-document';
import type { PaymentsState } from '../../core/money/payments-state';
import { restrictionOf, type ModerationRole, type Standing } from '../../core/profile/standing';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { Deps } from '../deps';
import { readable, stored } from '../store/stored';
import { stoppable } from '../tips/end-open-payments';

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
  const open = await store.find(query, (data) => readable(from, decodeTip(data)));
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
