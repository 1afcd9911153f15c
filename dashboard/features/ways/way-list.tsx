import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import type { OwnWay } from '../../../core/api/owner-api';
import type { Currency } from '../../../core/money/currency-codes';
import { needsFanCurrency, walletName, wayName, wayOf } from '../../../core/ways/ways';
import { useText } from '../../messages/text';
import { homeOf } from './way-homes';
import styles from './ways.module.css';

interface WayListProps {
  readonly ways: readonly OwnWay[];
  readonly label: string;
  /** The account's; null = not known yet. */
  readonly currency: Currency | null;
}

/** The name of each way, and what an owner should know about it. */
export function WayList({ ways, label, currency }: WayListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {ways.map((way) => (
        <li key={way.type}>
          <WayRow way={way} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

interface WayRowProps extends Pick<WayListProps, 'currency'> {
  readonly way: OwnWay;
}

function WayRow({ way: { type, state }, currency }: WayRowProps) {
  const text = useText();
  const { locale } = useIntl();
  const way = wayOf(type);
  const isFansOwn = state !== 'other-currency' && needsFanCurrency(currency, way ?? null);
  const home = homeOf(type, locale);
  const notes = [
    home && text('ways.home', { countries: home }),
    isFansOwn && text('ways.fanCurrency'),
    way?.deferred === false && !isFansOwn && text('ways.hostedOnly'),
    way?.feeApart === true && text('ways.feeApart'),
  ].filter((note) => typeof note === 'string');
  return (
    <>
      <span className={styles.name}>{wayName(type) ?? walletName(type) ?? text('ways.card')}</span>
      {notes.map((note) => (
        <Text key={note} span size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </>
  );
}
