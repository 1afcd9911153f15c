import { Button, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { PayoutRow } from './payout-row';
import styles from './payouts.module.css';
import type { PayoutListState } from './use-payouts';

/** The payouts, newest first. The open one is part of the address, so that it survives a reload. */
export function PayoutList({ list }: { readonly list: PayoutListState }) {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const open = query.get('payout');
  const { payouts, reading, failure, hasMore, more, retry } = list;
  if (payouts.length === 0 && reading) return <PanelsSkeleton />;
  if (payouts.length === 0 && failure !== null)
    return (
      <div className={styles.failure}>
        <FailureAlert failure={failure} onRetry={retry} />
      </div>
    );
  return (
    <Panel heading={text('payouts.list')}>
      {payouts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text('payouts.empty')}
        </Text>
      ) : (
        <ul className={styles.list}>
          {payouts.map((payout) => (
            <li key={payout.id}>
              <PayoutRow
                payout={payout}
                isOpen={payout.id === open}
                onToggle={() =>
                  setQuery(payout.id === open ? {} : { payout: payout.id }, {
                    replace: true,
                    preventScrollReset: true,
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      {failure !== null && <FailureAlert failure={failure} onRetry={retry} />}
      {failure === null && hasMore && (
        <Button variant="default" mt="md" loading={reading} onClick={more}>
          {text('payouts.more')}
        </Button>
      )}
    </Panel>
  );
}
