import { Button, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { unreachable } from '@busker/core/base/result';
import type { Currency } from '@busker/core/money/money';
import type { LinksHealth } from '@busker/core/profile-documents/profile-document';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import type { TipSettings } from '@busker/core/profile/draft';
import { earlierCurrency, inOrder, type StoredProfile } from '@busker/core/profile/profile';
import type { Tip } from '@busker/core/tip/tip';
import { IconAlertTriangle } from '../icons/screen-icons';
import type { TipsView } from '../data/backend';
import { keptText } from '../data/failure';
import { useDraft } from '../draft/draft-provider';
import { useHeldTips, useLinkHealth, useOwned, usePayments, usePublished } from '../session/owner-documents';
import { useOwner } from '../session/session';
import { useText } from '../messages/text';
import { tipAmount } from '../tips/tip-words';
import { useNow } from '../ui/dates';
import { SmallButton } from '../theme/theme';
import styles from './shell.module.css';

/** Why no tips can arrive. */
type Stopped = 'gone' | 'unsupported' | 'restricted';

/** Something that needs the owner. `key` names the case and its state: when the state changes, it is another key. */
type Alarm = { readonly key: string } & (
  | { readonly kind: 'stopped'; readonly why: Stopped }
  | { readonly kind: 'paused'; readonly until: number }
  | { readonly kind: 'deadline'; readonly dueAt: number }
  | { readonly kind: 'dispute'; readonly tip: Tip }
  | { readonly kind: 'currency'; readonly before: Currency; readonly now: Currency }
  | { readonly kind: 'review'; readonly count: number }
  | { readonly kind: 'link'; readonly id: string; readonly label: string }
  | { readonly kind: 'links'; readonly count: number }
);

export interface AlarmSources {
  readonly payments: PaymentsState | null;
  readonly disputed: readonly Tip[];
  /** Whose words wait, the oldest first. */
  readonly held: readonly Tip[];
  readonly published: StoredProfile | null;
  /** The draft's. */
  readonly tips: TipSettings;
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
  const { payments, disputed, held, published, tips, health, now } = sources;
  const stopped = payments === null ? [] : stoppedAlarms(payments, now);
  const dated = [
    ...(payments === null ? [] : deadlineAlarms(payments, now)),
    ...disputeAlarms(disputed, now),
  ];
  const links = published === null ? [] : linkAlarms(published, health);
  const currency = currencyAlarms(tips, published, payments?.currency ?? null);
  const ordered = dated.toSorted((a, b) => dueAt(a) - dueAt(b));
  return [...stopped, ...ordered, ...currency, ...reviewAlarms(held), ...links];
}

/** Until the owner chooses anew, fans see the usual amounts and no goal. */
function currencyAlarms(
  tips: TipSettings,
  published: StoredProfile | null,
  now: Currency | null,
): readonly Alarm[] {
  const before = now && earlierCurrency(tips, published, now);
  return before && now ? [{ kind: 'currency', before, now, key: `currency ${before} ${now}` }] : [];
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

/** A message that arrives later is another reason to look. */
function reviewAlarms(held: readonly Tip[]): readonly Alarm[] {
  const newest = held.at(-1);
  return newest ? [{ kind: 'review', count: held.length, key: `review ${newest.tipId}` }] : [];
}

/** Only links that visitors see, as they were checked. A link that the owner has edited since is checked again. */
function linkAlarms({ links }: StoredProfile, health: LinksHealth['links']): readonly Alarm[] {
  const dead = inOrder(links).flatMap(([id, { url, label, on }]) => {
    const found = health[id];
    const isDead = found?.state === 'gone' || found?.state === 'unreachable';
    if (!on || !isDead || found.url !== url) return [];
    return [{ kind: 'link', id, label, key: `link ${id} ${found.state} ${found.since}` } as const];
  });
  if (dead.length < 2) return dead;
  return [{ kind: 'links', count: dead.length, key: dead.map(({ key }) => key).join(', ') }];
}

function dueAt(alarm: Alarm): number {
  if (alarm.kind === 'deadline') return alarm.dueAt;
  return alarm.kind === 'dispute' ? (alarm.tip.dispute.dueBy ?? Infinity) : Infinity;
}

const asideOf = (uid: string) => keptText(`busker-alarms-aside-${uid}`);

function read(uid: string): readonly string[] {
  const kept = asideOf(uid).readJson();
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
}

/** How many are kept; a new one replaces the oldest. */
const most = 100;

/** The keys of the alarms that this owner has put aside on this device: another device is another place to be reminded. */
function usePutAside(uid: string): readonly [aside: readonly string[], put: (key: string) => void] {
  const [aside, setAside] = useState(() => read(uid));
  const put = (key: string) => {
    const next = [key, ...read(uid)].slice(0, most);
    asideOf(uid).keep(JSON.stringify(next));
    setAside([key, ...aside]);
  };
  return [aside, put];
}

/** More open disputes than this at once are not shown one by one. */
const mostDisputes = 20;

/** Alarms, most urgent first. Data that cannot be read raises none: its own screen reports the failure. */
function useAlarms(): readonly Alarm[] {
  const live = useOwned<TipsView>(['disputed'], (store, watcher) =>
    store.tipRepository.watchDisputed(mostDisputes, watcher),
  );
  const held = useHeldTips();
  const payments = usePayments();
  const published = usePublished();
  const health = useLinkHealth();
  const { tips } = useDraft().draft;
  const now = useNow();
  return useMemo(
    () =>
      alarmsOf({
        payments: payments.kind === 'ready' ? payments.value : null,
        disputed: live.kind === 'ready' ? live.value.tips : [],
        held: held.tips,
        published: published.kind === 'ready' ? published.value : null,
        tips,
        health,
        now,
      }),
    [payments, live, held.tips, published, tips, health, now],
  );
}

/**
 * At the foot of every screen: what needs the owner, and where to do it. One line has the most urgent and counts the others. It lies over the
 * screen, so that nothing moves when it comes or goes.
 */
export function AlarmNotice() {
  const text = useText();
  const { uid } = useOwner();
  const alarms = useAlarms();
  const [aside, putAside] = usePutAside(uid);
  const [all, setAll] = useState(false);
  const isReview = useLocation().pathname === '/money/review';
  const open = alarms.filter(({ key, kind }) => !aside.includes(key) && !(isReview && kind === 'review'));
  const [first] = open;
  if (!first) return null;
  const shown = all ? open : [first];
  const more = open.length - 1;
  return (
    <section
      className={styles.alarms}
      aria-label={text('alarm.label')}
      data-stopped={first.kind === 'stopped' || undefined}
      data-all={all || undefined}
    >
      {shown.map((alarm) => (
        <OneAlarm key={alarm.key} alarm={alarm} onAside={() => putAside(alarm.key)} />
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={styles.moreAlarms ?? ''}
        data-alone={more === 0 || undefined}
        aria-expanded={all}
        onClick={() => setAll(!all)}
      >
        {all ? text('alarm.fewer') : more > 0 ? text('alarm.more', { count: more }) : text('alarm.whole')}
      </Button>
    </section>
  );
}

function OneAlarm({ alarm, onAside }: { readonly alarm: Alarm; readonly onAside: () => void }) {
  const text = useText();
  const words = useAlarmWords()(alarm);
  return (
    <div className={styles.alarm}>
      <IconAlertTriangle size={18} aria-hidden />
      <p role={alarm.kind === 'stopped' ? 'alert' : 'status'}>{words.says}</p>
      <Group gap="xs" wrap="nowrap" className={styles.alarmActs ?? ''}>
        <Button component={Link} to={words.to} size="compact-sm">
          {text(words.step)}
        </Button>
        <SmallButton aria-label={`${text('alarm.aside')}: ${words.says}`} onClick={onAside}>
          {text('alarm.aside')}
        </SmallButton>
      </Group>
    </div>
  );
}

const lead = <S extends string>(says: string, step: S, to: string) => ({ says, step, to });

function useAlarmWords() {
  const text = useText();
  const { formatDate, locale } = useIntl();
  const day = (at: number) => formatDate(at, { dateStyle: 'long' });
  return (alarm: Alarm) => {
    switch (alarm.kind) {
      case 'stopped':
        return lead(text(`alarm.${alarm.why}`), 'alarm.toPayments', '/settings/payments');
      case 'paused': {
        const until = formatDate(alarm.until, { timeStyle: 'short', dateStyle: 'medium' });
        return lead(text('alarm.paused', { until }), 'alarm.toPayments', '/settings/payments');
      }
      case 'deadline': {
        const says = text('alarm.deadline', { date: day(alarm.dueAt) });
        return lead(says, 'alarm.toPayments', '/settings/payments');
      }
      case 'dispute': {
        const { tip } = alarm;
        const amount = tipAmount(tip, locale);
        const said = text(tip.dispute.status === 'inquiry' ? 'alarm.inquiry' : 'alarm.dispute', { amount });
        const due = tip.dispute.dueBy;
        const says = due === null ? said : `${said} ${text('alarm.answerBy', { date: day(due) })}`;
        return lead(says, 'alarm.toTip', `/money/tips?tip=${encodeURIComponent(tip.tipId)}`);
      }
      case 'currency': {
        const names = { before: alarm.before.toUpperCase(), now: alarm.now.toUpperCase() };
        return lead(text('changed.heading', names), 'alarm.toAmounts', '/page/amounts');
      }
      case 'review':
        return lead(text('review.waiting', { count: alarm.count }), 'review.open', '/money/review');
      case 'link':
        return lead(
          text('alarm.link', { label: alarm.label }),
          'alarm.toLink',
          `/page/profile#link-${alarm.id}`,
        );
      case 'links':
        return lead(text('alarm.links', { count: alarm.count }), 'alarm.toLinks', '/page/profile#links');
      default:
        return unreachable(alarm);
    }
  };
}
