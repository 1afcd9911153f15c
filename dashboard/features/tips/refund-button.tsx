import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { refundableUntil } from '../../../core/tip/refund';
import type { Tip } from '../../../core/tip/tip';
import { wayName, wayOf } from '../../../core/ways/ways';
import { useText } from '../../messages/text';
import { useDays } from '../../shared/use-days';
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
  const days = useDays();
  const { paymentMethodType: type } = tip.stripe;
  const date = intl.formatDate(until, { dateStyle: 'medium' });
  const time = days(wayOf(type)?.refundDays ?? 0);
  return (
    <Text size="sm" c="dimmed">
      {text('refund.tooLate', { way: wayName(type) ?? '', time, date })}
    </Text>
  );
}
