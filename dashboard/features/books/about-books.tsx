import { Anchor, List } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';

/** What each figure means, for owners and the people who do their taxes. */
export function AboutBooks() {
  const text = useText();
  return (
    <Panel heading={text('books.about')}>
      <List size="sm" spacing={4} c="dimmed">
        <List.Item>{text('books.aboutPaid')}</List.Item>
        <List.Item>{text('books.aboutReturns')}</List.Item>
        <List.Item>{text('books.aboutFees')}</List.Item>
        <List.Item>{text('books.aboutCurrencies')}</List.Item>
        <List.Item>{text('books.aboutPending')}</List.Item>
      </List>
      <Anchor component={Link} to="/payments/payouts" size="sm" mt="sm" display="inline-block">
        {text('payouts.open')}
      </Anchor>
    </Panel>
  );
}
