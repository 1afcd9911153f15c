import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { refundableUntil } from '../../../core/tip/refund-window';
import type { Tip } from '../../../core/tip/tip';
import { wayName } from '../../../core/ways/way-name';
import { useText } from '../../messages/text';
import { RefundDialog } from './refund-dialog';
import { refundable } from './refundable';

export function RefundButton({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [now] = useState(() => Date.now());
  const left = refundable(tip);
  const until = refundableUntil(tip);
  if (left === 0 && !open) {
    return tip.dispute.status === 'open' ? (
      <Text size="sm" c="dimmed">
        {text('refund.disputed')}
      </Text>
    ) : null;
  }
  if (until !== null && now > until && !open) return <TooLate tip={tip} until={until} />;
  return (
    <>
      <div>
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {text('refund.open')}
        </Button>
      </div>
      {open && <RefundDialog tip={tip} left={left} onClose={() => setOpen(false)} />}
    </>
  );
}

function TooLate({ tip, until }: { readonly tip: Tip; readonly until: number }) {
  const text = useText();
  const intl = useIntl();
  const date = intl.formatDate(until, { dateStyle: 'medium' });
  return (
    <Text size="sm" c="dimmed">
      {text('refund.tooLate', { way: wayName(tip.stripe.paymentMethodType) ?? '', date })}
    </Text>
  );
}
