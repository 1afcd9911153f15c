import { Anchor, Skeleton, Text, Title } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { shownState, tipTime } from '../../../core/tip/tip-filter';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { tipAmount } from '../../shared/tips/tip-texts';
import { useLive } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';
import { FailureAlert } from '../../ui/failure-alert';
import { useChargeDate } from './use-charge-date';
import styles from './supporters.module.css';

/** Every payment of a monthly tip; each leads to its details. */
export function SupporterPayments({ monthlyId }: { readonly monthlyId: string }) {
  const text = useText();
  const store = useStore();
  const { uid } = useOwner();
  const { locale } = useIntl();
  const date = useChargeDate();
  const live = useLive<readonly Tip[]>(['payments-of', uid, monthlyId], (watcher) =>
    store.supporters.watchPayments(monthlyId, watcher),
  );
  return (
    <section>
      <Title order={3} size="h5">
        {text('supporters.payments')}
      </Title>
      {live.kind === 'loading' && <Skeleton height={60} radius="md" mt={8} />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {live.kind === 'ready' && (
        <ul className={styles.payments}>
          {live.value.map((tip) => (
            <li key={tip.tipId}>
              <Anchor component={Link} to={`/tips?state=all&tip=${encodeURIComponent(tip.tipId)}`} size="sm">
                {date(tipTime(tip))}
              </Anchor>
              <Text size="sm" c="dimmed" span>
                {text(`tips.state.${shownState(tip)}`)}
              </Text>
              <span>{tipAmount(tip, locale)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
