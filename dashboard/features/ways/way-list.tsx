import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import type { OwnWay } from '../../../core/api/ways-api';
import { walletName, wayName } from '../../../core/ways/way-name';
import { wayOf } from '../../../core/ways/ways';
import { useText } from '../../messages/text';
import { homeOf } from './way-homes';
import styles from './ways.module.css';

/** The name of each way, and what an owner should know about it. */
export function WayList({ ways, label }: { readonly ways: readonly OwnWay[]; readonly label: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {ways.map(({ type }) => (
        <li key={type}>
          <WayRow type={type} />
        </li>
      ))}
    </ul>
  );
}

function WayRow({ type }: Pick<OwnWay, 'type'>) {
  const text = useText();
  const { locale } = useIntl();
  const way = wayOf(type);
  const home = homeOf(type, locale);
  const notes = [
    home && text('ways.home', { countries: home }),
    way?.deferred === false && text('ways.hostedOnly'),
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
