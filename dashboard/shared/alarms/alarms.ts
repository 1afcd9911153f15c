import type { LinksHealth } from '../../../core/documents/profile-document';
import type { PaymentsState } from '../../../core/money/payments-state';
import { inOrder } from '../../../core/profile/public-view';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import type { Tip } from '../../../core/tip/tip';

/** Why no tips can arrive. */
type Stopped = 'gone' | 'unsupported' | 'restricted';

/** Something that needs the owner. `key` names the case and its state: when the state changes, it is another key. */
export type Alarm = { readonly key: string } & (
  | { readonly kind: 'stopped'; readonly why: Stopped }
  | { readonly kind: 'paused'; readonly until: number }
  | { readonly kind: 'deadline'; readonly dueAt: number }
  | { readonly kind: 'dispute'; readonly tip: Tip }
  | { readonly kind: 'link'; readonly id: string; readonly label: string }
);

export interface AlarmSources {
  readonly payments: PaymentsState | null;
  readonly disputed: readonly Tip[];
  readonly published: StoredProfile | null;
  readonly health: LinksHealth['links'];
  readonly now: number;
}

const day = 86_400_000;
/** From when on a deadline of Stripe is near. */
const nearDays = 14;
/** From when on it is urgent, and shown again to an owner who has put it aside. */
const urgentDays = 3;

/** Everything that needs the owner, most urgent first. */
export function alarmsOf(sources: AlarmSources): readonly Alarm[] {
  const { payments, disputed, published, health, now } = sources;
  const stopped = payments === null ? [] : stoppedAlarms(payments, now);
  const dated = [
    ...(payments === null ? [] : deadlineAlarms(payments, now)),
    ...disputeAlarms(disputed, now),
  ];
  const links = published === null ? [] : linkAlarms(published, health);
  return [...stopped, ...dated.toSorted((a, b) => dueAt(a) - dueAt(b)), ...links];
}

function stoppedAlarms(payments: PaymentsState, now: number): readonly Alarm[] {
  const { cardPayments, disconnectedAt, pausedUntil, requirements } = payments;
  if (disconnectedAt !== null) return [{ kind: 'stopped', why: 'gone', key: `gone ${disconnectedAt}` }];
  if (cardPayments === 'restricted' || cardPayments === 'unsupported')
    return [
      { kind: 'stopped', why: cardPayments, key: [cardPayments, ...requirements.toSorted()].join(' ') },
    ];
  if (cardPayments === 'active' && pausedUntil !== null && pausedUntil > now)
    return [{ kind: 'paused', until: pausedUntil, key: `paused ${pausedUntil}` }];
  return [];
}

const stage = (dueBy: number, now: number) => (dueBy - now <= urgentDays * day ? 'urgent' : 'near');

/** A restricted account is past its deadline and has an alarm of its own. */
function deadlineAlarms(payments: PaymentsState, now: number): readonly Alarm[] {
  const { cardPayments, disconnectedAt, requirements, requirementsDueAt: due } = payments;
  if (cardPayments !== 'active' || disconnectedAt !== null || requirements.length === 0) return [];
  if (due === null || due - now > nearDays * day) return [];
  return [{ kind: 'deadline', dueAt: due, key: `deadline ${due} ${stage(due, now)}` }];
}

function disputeAlarms(tips: readonly Tip[], now: number): readonly Alarm[] {
  return tips
    .filter(({ dispute }) => dispute.status === 'open' || dispute.status === 'inquiry')
    .map((tip) => {
      const { status, dueBy } = tip.dispute;
      const when = dueBy === null ? 'undated' : `${dueBy} ${stage(dueBy, now)}`;
      return { kind: 'dispute', tip, key: `dispute ${tip.tipId} ${status} ${when}` } as const;
    });
}

/** Only links that visitors see, as they were checked. A link that the owner has edited since is checked again. */
function linkAlarms({ links }: StoredProfile, health: LinksHealth['links']): readonly Alarm[] {
  return inOrder(links).flatMap(([id, { url, label, on }]) => {
    const found = health[id];
    const isDead = found?.state === 'gone' || found?.state === 'unreachable';
    if (!on || !isDead || found.url !== url) return [];
    return [{ kind: 'link', id, label, key: `link ${id} ${found.state} ${found.since}` } as const];
  });
}

function dueAt(alarm: Alarm): number {
  if (alarm.kind === 'deadline') return alarm.dueAt;
  return alarm.kind === 'dispute' ? (alarm.tip.dispute.dueBy ?? Infinity) : Infinity;
}
