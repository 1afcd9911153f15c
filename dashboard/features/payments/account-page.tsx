import type { ReactNode } from 'react';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import { usePayments } from '../../session/owner-documents';
import { useText } from '../../messages/text';
import { Page } from '../../page/page';
import { EmptyPanel, Loaded } from '../../panel/panel';

interface Words {
  readonly title: string;
  readonly text: string;
}

interface Props {
  readonly title: string;
  readonly lead: string;
  /** Said to an owner who has not connected payments. */
  readonly none: Words;
  /** Said to an owner whose account can no longer be asked. */
  readonly gone: Words;
  readonly children: (payments: PaymentsState) => ReactNode;
}

/** A screen about the owner's account at Stripe: it loads the account's state, and leads to Payments where there is no account to ask. */
export function AccountPage({ title, lead, none, gone, children }: Props) {
  const live = usePayments();
  return (
    <Page title={title} lead={lead}>
      <Loaded live={live}>{ofAccount}</Loaded>
    </Page>
  );

  function ofAccount(payments: PaymentsState | null) {
    if (payments === null || (payments.accountId === null && payments.mode !== 'single'))
      return <NoAccount words={none} />;
    return payments.disconnectedAt === null ? children(payments) : <NoAccount words={gone} />;
  }
}

function NoAccount({ words }: { readonly words: Words }) {
  const text = useText();
  return (
    <EmptyPanel title={words.title} text={words.text} to="/settings/payments" act={text('payouts.connect')} />
  );
}
