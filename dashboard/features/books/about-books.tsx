import { Anchor, List } from '@mantine/core';
import { Link } from 'react-router';
import { useIntl } from 'react-intl';
import { feeApartName } from '../../../core/tip/fee-apart';
import { useText } from '../../messages/text';
import { TimeZoneField } from '../../shared/time-zone';
import { Panel } from '../../ui/panel';
import styles from './books.module.css';

/** What each figure means, for owners and the people who do their taxes. `feesApart`: what has a fee of its own that is not in the books. */
export function AboutBooks({ feesApart }: { readonly feesApart: readonly string[] }) {
  const text = useText();
  const { formatList } = useIntl();
  const apart = feesApart.flatMap((type) => feeApartName(type) ?? []);
  return (
    <Panel heading={text('books.about')}>
      <List size="sm" spacing={4} c="dimmed">
        <List.Item>{text('books.aboutPaid')}</List.Item>
        <List.Item>{text('books.aboutReturns')}</List.Item>
        <List.Item>{text('books.aboutFees')}</List.Item>
        {apart.length > 0 && <List.Item>{text('books.ownFeeApart', { way: formatList(apart) })}</List.Item>}
        <List.Item>{text('books.aboutCurrencies')}</List.Item>
        <List.Item>{text('books.aboutPending')}</List.Item>
      </List>
      <div className={styles.onScreen}>
        <Anchor component={Link} to="/payments/payouts" size="sm" mt="sm" display="inline-block">
          {text('payouts.open')}
        </Anchor>
        <TimeZoneField label={text('insights.zone')} />
      </div>
    </Panel>
  );
}
