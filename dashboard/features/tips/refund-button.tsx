import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { RefundDialog } from './refund-dialog';
import { refundable } from './refundable';

export function RefundButton({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const left = refundable(tip);
  if (left === 0 && !open) {
    return tip.dispute.status === 'open' ? (
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
