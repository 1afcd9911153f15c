import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { formatMoney } from '../../../core/money/money';
import type { RefundAnswer } from '../../../core/api/owner-api';
import type { Tip } from '../../../core/tip/tip';
import type { Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { Trouble } from '../../ui/failure-alert';
import { takeFocus } from '../../ui/take-focus';
import { isSilence } from '../../data/silence';
import { useBackend } from '../../data/session';
import { useReauthentication } from '../../shared/reauthentication/use-reauthentication';
import { RefundForm } from './refund-form';
import { useWayBack } from './use-way-back';
import { unansweredRefunds, type SentRefund } from './unanswered-refunds';

type Step =
  | { readonly kind: 'asking'; readonly failure: Failure | null }
  | { readonly kind: 'busy'; readonly refund: SentRefund; readonly again: boolean }
  | { readonly kind: 'unanswered'; readonly refund: SentRefund }
  | { readonly kind: 'done'; readonly answer: RefundAnswer };

interface RefundDialogProps {
  readonly tip: Tip;
  /** Minor units. */
  readonly left: number;
  readonly onClose: () => void;
}

/** A full or partial refund. The server needs a recent sign-in: the dialog asks for it and continues. */
export function RefundDialog({ tip, left, onClose }: RefundDialogProps) {
  const text = useText();
  const { locale } = useIntl();
  const back = useWayBack(tip);
  const { money } = useBackend();
  const { run, dialog } = useReauthentication();
  const { tipId, currency } = tip;
  // One id per refund, kept over all attempts.
  const [requestId] = useState(() => crypto.randomUUID());
  const [step, setStep] = useState<Step>(() => {
    const refund = unansweredRefunds.of(tipId);
    return refund ? { kind: 'unanswered', refund } : { kind: 'asking', failure: null };
  });
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  const busy = step.kind === 'busy';
  // The dialog stays until the answer or the time-out, which takes seconds.
  const close = () => !busy && onClose();

  const send = async (refund: SentRefund, again: boolean) => {
    setStep({ kind: 'busy', refund, again });
    unansweredRefunds.keep(tipId, refund);
    const answer = await run(() => money.refund(tipId, refund.body));
    if (!answer.ok && isSilence(answer.problem)) return setStep({ kind: 'unanswered', refund });
    unansweredRefunds.forget(tipId);
    setStep(answer.ok ? { kind: 'done', answer: answer.value } : { kind: 'asking', failure: answer.problem });
  };
  const silent = step.kind === 'unanswered' || (step.kind === 'busy' && step.again) ? step.refund : null;

  return (
    <Dialog open onClose={close} title={text('refund.title')}>
      {dialog}
      {step.kind === 'done' && (
        <Done
          answer={step.answer}
          says={back.done(step.answer.status, format(step.answer.amount))}
          onClose={onClose}
        />
      )}
      {silent && (
        <Stack gap="md">
          <Trouble says={text('refund.unanswered', { amount: format(silent.amount) })} />
          <Group justify="flex-end">
            <Button variant="default" disabled={busy} onClick={close}>
              {text('dialog.close')}
            </Button>
            <Button loading={busy} ref={takeFocus} data-autofocus onClick={() => void send(silent, true)}>
              {text('refund.askAgain')}
            </Button>
          </Group>
        </Stack>
      )}
      {!silent && step.kind !== 'done' && (
        <RefundForm
          currency={currency}
          left={left}
          because={tip.warning?.actionable ? 'fraudulent' : 'requested_by_customer'}
          notes={back.rate === null ? [back.note] : [back.note, back.rate]}
          busy={busy}
          failure={step.kind === 'asking' ? step.failure : null}
          onCancel={close}
          onSend={({ amount, reason }) =>
            void send({ body: { requestId, amount, reason }, amount: amount ?? left }, false)
          }
        />
      )}
    </Dialog>
  );
}

interface DoneProps {
  readonly answer: RefundAnswer;
  readonly says: string;
  readonly onClose: () => void;
}

function Done({ answer, says, onClose }: DoneProps) {
  const text = useText();
  const failed = answer.status === 'failed';
  return (
    <Stack>
      <Alert role={failed ? 'alert' : 'status'} color={failed ? 'red' : 'evergreen'}>
        {says}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onClose} ref={takeFocus} data-autofocus>
          {text('refund.close')}
        </Button>
      </Group>
    </Stack>
  );
}
