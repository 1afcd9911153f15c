import { Anchor } from '@mantine/core';
import { useText } from '../../messages/text';
import { AccountPage } from '../../shared/account-page';
import { BalancePanel } from './balance-panel';
import { PayoutList } from './payout-list';
import { usePayoutList } from './use-payouts';

/** The owner's balance at Stripe, and every payout with what is in it. */
export function PayoutsScreen() {
  const text = useText();
  return (
    <AccountPage
      title={text('payouts.title')}
      lead={text('payouts.lead')}
      none={{ title: text('payouts.noneTitle'), text: text('payouts.noneText') }}
      gone={{ title: text('payouts.goneTitle'), text: text('payouts.goneText') }}
    >
      {({ accountId, livemode }) => <Payouts account={accountId ?? 'own'} livemode={livemode} />}
    </AccountPage>
  );
}

interface PayoutsProps {
  readonly account: string;
  readonly livemode: boolean;
}

function Payouts({ account, livemode }: PayoutsProps) {
  const text = useText();
  const list = usePayoutList(account);
  const coming = list.payouts.filter(({ status }) => status === 'pending' || status === 'in_transit').at(-1);
  return (
    <>
      <BalancePanel account={account} coming={coming ?? null} />
      <PayoutList list={list} />
      {livemode && (
        <Anchor href="https://dashboard.stripe.com/payouts" target="_blank" rel="noreferrer" size="sm">
          {text('payouts.atStripe')}
        </Anchor>
      )}
    </>
  );
}
