import { Button, Group } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { unreachable } from '../../core/base/result';
import { useText } from '../messages/text';
import type { Alarm } from '../shared/alarms/alarms';
import { usePutAside } from '../shared/alarms/put-aside';
import { useAlarms } from '../shared/alarms/use-alarms';
import { tipAmount } from '../shared/tips/tip-texts';
import { useOwner } from '../data/session';
import styles from './shell.module.css';

/** On every screen: what needs the owner, and where to do it. The most urgent is shown, the others are counted. */
export function AlarmNotice() {
  const text = useText();
  const { uid } = useOwner();
  const alarms = useAlarms();
  const [aside, putAside] = usePutAside(uid);
  const [all, setAll] = useState(false);
  const open = alarms.filter(({ key }) => !aside.includes(key));
  const [first] = open;
  if (!first) return null;
  const shown = all ? open : [first];
  const more = open.length - 1;
  return (
    <section
      className={styles.alarms}
      aria-label={text('alarm.label')}
      data-stopped={first.kind === 'stopped' || undefined}
    >
      {shown.map((alarm) => (
        <OneAlarm key={alarm.key} alarm={alarm} onAside={() => putAside(alarm.key)} />
      ))}
      {more > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={styles.moreAlarms ?? ''}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? text('alarm.fewer') : text('alarm.more', { count: more })}
        </Button>
      )}
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
      <Group gap="xs">
        <Button component={Link} to={words.to} size="compact-sm">
          {text(words.step)}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${text('alarm.aside')}: ${words.says}`}
          onClick={onAside}
        >
          {text('alarm.aside')}
        </Button>
      </Group>
    </div>
  );
}

function useAlarmWords() {
  const text = useText();
  const { formatDate, locale } = useIntl();
  const day = (at: number) => formatDate(at, { dateStyle: 'long' });
  return (alarm: Alarm) => {
    switch (alarm.kind) {
      case 'stopped':
        return { says: text(`alarm.${alarm.why}`), step: 'alarm.toPayments', to: '/payments' } as const;
      case 'paused': {
        const until = formatDate(alarm.until, { timeStyle: 'short', dateStyle: 'medium' });
        return { says: text('alarm.paused', { until }), step: 'alarm.toPayments', to: '/payments' } as const;
      }
      case 'deadline':
        return {
          says: text('alarm.deadline', { date: day(alarm.dueAt) }),
          step: 'alarm.toPayments',
          to: '/payments',
        } as const;
      case 'dispute': {
        const { tip } = alarm;
        const amount = tipAmount(tip, locale);
        const said = text(tip.dispute.status === 'inquiry' ? 'alarm.inquiry' : 'alarm.dispute', { amount });
        const due = tip.dispute.dueBy;
        return {
          says: due === null ? said : `${said} ${text('alarm.answerBy', { date: day(due) })}`,
          step: 'alarm.toTip',
          to: `/tips?tip=${encodeURIComponent(tip.tipId)}`,
        } as const;
      }
      case 'link':
        return {
          says: text('alarm.link', { label: alarm.label }),
          step: 'alarm.toLink',
          to: `/profile#link-${alarm.id}`,
        } as const;
      default:
        return unreachable(alarm);
    }
  };
}
