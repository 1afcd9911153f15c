import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import type { Currency } from '../../../core/money/currency-codes';
import { formatMoney } from '../../../core/money/money';
import { refundReasons, type RefundBody } from '../../../core/api/owner-api';
import type { Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { AmountField } from '../../shared/amount-field/amount-field';

interface RefundFormProps {
  readonly currency: Currency;
  /** Minor units. */
  readonly left: number;
  /** The most likely reason. */
  readonly because: RefundBody['reason'];
  /** How the money goes back, and by when. */
  readonly notes: readonly string[];
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly onCancel: () => void;
  readonly onSend: (wanted: Pick<RefundBody, 'amount' | 'reason'>) => void;
}

const isReason = (given: string): given is RefundBody['reason'] =>
  (refundReasons as readonly string[]).includes(given);

/** The amount and the reason of a refund. */
export function RefundForm({
  currency,
  left,
  because,
  notes,
  busy,
  failure,
  onCancel,
  onSend,
}: RefundFormProps) {
  const text = useText();
  const { locale } = useIntl();
  const [part, setPart] = useState<'all' | 'part'>('all');
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState(because);
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  const wanted = part === 'all' ? left : amount;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== null && !busy) onSend({ amount: part === 'all' ? null : amount, reason });
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Radio.Group
          label={text('refund.howMuch')}
          value={part}
          onChange={(value) => setPart(value === 'all' ? 'all' : 'part')}
        >
          <Stack gap={8} mt={6}>
            <Radio value="all" label={text('refund.all', { amount: format(left) })} />
            <Radio value="part" label={text('refund.part')} />
          </Stack>
        </Radio.Group>
        {part === 'part' && (
          <AmountField
            label={text('refund.amount')}
            currency={currency}
            value={amount}
            check={(given) => {
              if (given < 1) return text('amounts.wrong.empty');
              return given > left ? text('refund.tooMuch', { amount: format(left) }) : null;
            }}
            onChange={setAmount}
          />
        )}
        <NativeSelect
          label={text('refund.reason')}
          value={reason}
          onChange={(event) => isReason(event.currentTarget.value) && setReason(event.currentTarget.value)}
          data={refundReasons.map((value) => ({ value, label: text(`refund.reason.${value}`) }))}
        />
        {notes.map((note) => (
          <Text key={note} size="sm" c="dimmed">
            {note}
          </Text>
        ))}
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {text('refund.cancel')}
          </Button>
          <Button type="submit" color="red" loading={busy} disabled={wanted === null}>
            {wanted === null ? text('refund.open') : text('refund.submit', { amount: format(wanted) })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
