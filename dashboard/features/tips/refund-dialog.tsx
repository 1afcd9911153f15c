import { Alert, Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { formatMoney } from '../../../core/money';
import { refundReasons, type RefundAnswer, type RefundBody } from '../../../core/owner-api';
import type { Tip } from '../../../core/tip';
import type { Failure } from '../../failure';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { FailureAlert } from '../../ui/failure-alert';
import { useBackend } from '../../use-backend';
import { useConfirmed } from '../account/use-confirmed';
import { AmountField } from '../payments/amount-field';

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'done'; readonly answer: RefundAnswer };

interface RefundDialogProps {
  readonly tip: Tip;
  /** Minor units. */
  readonly left: number;
  readonly requestId: string;
  readonly onClose: () => void;
}

const isReason = (given: string): given is RefundBody['reason'] =>
  (refundReasons as readonly string[]).includes(given);

/** All or a part back. The server wants a sign-in of the last minutes: then it is asked for here, and nothing is lost. */
export function RefundDialog({ tip, left, requestId, onClose }: RefundDialogProps) {
  const text = useText();
  const { locale } = useIntl();
  const { money } = useBackend();
  const { run, dialog } = useConfirmed();
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const [part, setPart] = useState<'all' | 'part'>('all');
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState<RefundBody['reason']>('requested_by_customer');
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency: tip.currency }, locale);
  const wanted = part === 'all' ? left : amount;

  const send = async () => {
    setStep({ kind: 'busy' });
    const given = part === 'all' ? null : amount;
    const answer = await run(() => money.refund(tip.tipId, { requestId, amount: given, reason }));
    setStep(answer.ok ? { kind: 'done', answer: answer.value } : { kind: 'failed', failure: answer.problem });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== null) void send();
  };

  return (
    <Dialog open onClose={onClose} title={text('refund.title')}>
      {step.kind === 'done' && (
        <Done answer={step.answer} amount={format(step.answer.amount)} onClose={onClose} />
      )}
      {dialog}
      {step.kind !== 'done' && (
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
                currency={tip.currency}
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
              onChange={(event) =>
                isReason(event.currentTarget.value) && setReason(event.currentTarget.value)
              }
              data={refundReasons.map((value) => ({ value, label: text(`refund.reason.${value}`) }))}
            />
            <Text size="sm" c="dimmed">
              {text('refund.note')}
            </Text>
            {step.kind === 'failed' && <FailureAlert failure={step.failure} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {text('refund.cancel')}
              </Button>
              <Button type="submit" color="red" loading={step.kind === 'busy'} disabled={wanted === null}>
                {wanted === null ? text('refund.open') : text('refund.submit', { amount: format(wanted) })}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

interface DoneProps {
  readonly answer: RefundAnswer;
  readonly amount: string;
  readonly onClose: () => void;
}

function Done({ answer, amount, onClose }: DoneProps) {
  const text = useText();
  const failed = answer.status === 'failed';
  return (
    <Stack>
      <Alert role={failed ? 'alert' : 'status'} color={failed ? 'red' : 'evergreen'}>
        {text(`refund.done.${answer.status}`, { amount })}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {text('refund.close')}
        </Button>
      </Group>
    </Stack>
  );
}
