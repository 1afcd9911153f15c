import { Anchor, List } from '@mantine/core';
import { Link } from 'react-router';
import { useIntl } from 'react-intl';
import type { Currency } from '../../../core/money/currency-codes';
import { wayName } from '../../../core/ways/way-name';
import { worksIn } from '../../../core/ways/ways-for';
import { ways } from '../../../core/ways/ways';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';

/** Ways to pay with a fee that is not in the books, because Stripe books it apart from the payments. */
const apartIn = (currencies: readonly Currency[]): readonly string[] =>
  ways
    .filter((way) => way.feeApart && currencies.some((currency) => worksIn(currency, way)))
    .flatMap(({ type }) => wayName(type) ?? []);

/** What each figure means, for owners and the people who do their taxes. `currencies`: of the tips in the books. */
export function AboutBooks({ currencies }: { readonly currencies: readonly Currency[] }) {
  const text = useText();
  const { formatList } = useIntl();
  const apart = apartIn(currencies);
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
      <Anchor component={Link} to="/payments/payouts" size="sm" mt="sm" display="inline-block">
        {text('payouts.open')}
      </Anchor>
    </Panel>
  );
}
