import { Text } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { payoutFailure, type Payout, type PayoutStatus } from '../../../core/money/payout';
import { useText } from '../../messages/text';
import { Tag, type Tone } from '../../ui/tag';
import { useAmounts } from '../../shared/use-amounts';
import { PayoutContents } from './payout-contents';
import styles from './payouts.module.css';

const tones: Readonly<Record<PayoutStatus, Tone>> = {
  pending: 'plain',
  in_transit: 'plain',
  paid: 'good',
  failed: 'bad',
  canceled: 'plain',
};

interface PayoutRowProps {
  readonly payout: Payout;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One payout: when, how much and in which state. Pressed, it shows what is in it. A failure says its reason and the next step at once. */
export function PayoutRow({ payout, isOpen, onToggle }: PayoutRowProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const { booked: amount } = useAmounts();
  const contents = useId();
  const { status, arrivesAt, failureCode } = payout;
  const open = status === 'pending' || status === 'in_transit';
  const date = formatDate(arrivesAt, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? contents : undefined}
        onClick={onToggle}
      >
        <span className={styles.date}>{open ? text('payouts.expected', { date }) : date}</span>
        <Tag tone={tones[status]}>{text(`payouts.status.${status}`)}</Tag>
        <span className={styles.amount}>{amount(payout.amount, payout.currency)}</span>
        <IconChevronDown size={18} aria-hidden className={styles.chevron ?? ''} />
      </button>
      {status === 'failed' && (
        <Text size="sm" className={styles.reason ?? ''}>
          {`${text(`payouts.failure.${payoutFailure(failureCode)}`)} ${text('payouts.failedStep')}`}
        </Text>
      )}
      {isOpen && (
        <div id={contents} className={styles.contents}>
          <PayoutContents payout={payout} />
        </div>
      )}
    </>
  );
}
