import { Button, Loader, Text, Title } from '@mantine/core';
import { useIntl } from 'react-intl';
import { formatMoney } from '@busker/core/money/money';
import type { OverlayAlert, OwnOverlay } from '@busker/core/overlay/overlay';
import { waitsForOwner } from '@busker/core/overlay/tip-alert';
import { useText } from '../../messages/text';
import { useBackend } from '../../session/session';
import { Moment } from '../../ui/dates';
import { Loaded, Tag } from '../../panel/panel';
import styles from './stream.module.css';
import { useAct, useAlerts } from './use-overlay';
import { Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

const mostListed = 20;

/** The alerts of the last 24 hours. Those that wait for the owner come with a button that shows them. */
export function AlertList({ own }: { readonly own: OwnOverlay }) {
  const text = useText();
  const live = useAlerts(own.key);
  return (
    <div>
      <Title order={3} size="h4">
        {text('stream.latest')}
      </Title>
      <Loaded live={live} waiting={<Loader size="sm" mt="sm" />}>
        {(alerts) => <Alerts own={own} alerts={alerts.filter(({ kind }) => kind === 'tip')} />}
      </Loaded>
    </div>
  );
}

interface AlertsProps {
  readonly own: OwnOverlay;
  readonly alerts: readonly OverlayAlert[];
}

function Alerts({ own, alerts }: AlertsProps) {
  const text = useText();
  if (alerts.length === 0) {
    return <Quiet mt={4}>{text('stream.noAlerts')}</Quiet>;
  }
  return (
    <ul className={styles.alerts}>
      {alerts.slice(0, mostListed).map((alert) => (
        <AlertRow key={alert.id} alert={alert} isWaiting={waitsForOwner(alert, own.settings.words)} />
      ))}
    </ul>
  );
}

interface AlertRowProps {
  readonly alert: OverlayAlert;
  readonly isWaiting: boolean;
}

function AlertRow({ alert, isWaiting }: AlertRowProps) {
  const text = useText();
  const { locale } = useIntl();
  const { overlay } = useBackend();
  const { busy, act } = useAct();
  const { id: tipId, amount, currency, message, at } = alert;
  const name = alert.name ?? text('stream.somebody');
  const money =
    amount === null ? text('tips.amountHidden') : formatMoney({ minorUnits: amount, currency }, locale);
  const wanted = isWaiting ? 'approve' : 'again';
  return (
    <li>
      <div className={styles.words}>
        <Small>
          <b>{money}</b> <bdi>{name}</bdi>{' '}
          <Text span size="xs" c="dimmed">
            <Moment at={at} />
          </Text>{' '}
          {isWaiting && <Tag tone="warn">{text('stream.waits')}</Tag>}
        </Small>
        {message !== null && <Quiet dir="auto">{message}</Quiet>}
      </div>
      <Button
        size="xs"
        variant={isWaiting ? 'filled' : 'default'}
        aria-label={text('stream.which', { act: text(`stream.${wanted}`), name, amount: money })}
        loading={busy !== null}
        onClick={() => act(wanted, () => overlay.act({ act: isWaiting ? 'show' : 'again', tipId }))}
      >
        {text(`stream.${wanted}`)}
      </Button>
    </li>
  );
}
