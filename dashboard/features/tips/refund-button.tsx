import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { isTestTip } from '../../../core/tip/test-tip';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { RefundDialog } from './refund-dialog';

/** What can still be refunded, in minor units; zero while the bank decides. */
export function refundable(tip: Tip): number {
  const disputed = tip.dispute.status === 'open' || tip.dispute.status === 'lost';
  if (tip.payment.status !== 'succeeded' || disputed || isTestTip(tip)) return 0;
  return Math.max(0, tip.amount - tip.refund.refunded - tip.refund.pending);
}

export function RefundButton({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const left = refundable(tip);
  const disputed = tip.dispute.status === 'open' || tip.dispute.status === 'lost';
  if (left === 0 && !open) {
    return disputed ? (
      <Text size="sm" c="dimmed">
        {text('refund.disputed')}
      </Text>
    ) : null;
  }
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
