import { Alert, Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { refundReasons, type RefundAnswer, type RefundBody } from '@busker/core/dashboard-api/owner-api';
import { formatMoney, type Currency } from '@busker/core/money/money';
import { formatFanSum } from '@busker/core/money/fan-money';
import { refundArrives } from '@busker/core/refunds/refund';
import { type Tip } from '@busker/core/tip/tip';
import { methodName } from '@busker/core/payments/methods';
import { isSilence, type Failure } from '../../data/failure';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { tipGiver } from '../../tips/tip-words';
import { AmountField } from '../../form/amount-field';
import { useReauthentication } from '../../sign-in-fields/use-reauthentication';
import { useDays } from '../../ui/dates';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert, Trouble } from '../../feedback/failure-alert';
import { useToast } from '../../feedback/toast';
import { Fact } from '../../panel/panel';
import { takeFocus } from '../../ui/focus';
import { PlainButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import styles from './tips.module.css';

interface RefundFormProps {
  readonly currency: Currency;
  /** Minor units. */
  readonly left: number;
  /** The most likely reason. */
  readonly because: RefundBody['reason'];
  /** What the refund of this amount does. */
  readonly effects: (amount: number) => ReactNode;
  /** The form is kept and not shown while the dialog asks who it is. */
  readonly hidden: boolean;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly onCancel: () => void;
  readonly onSend: (wanted: Pick<RefundBody, 'amount' | 'reason'>) => void;
}

const isReason = (given: string): given is RefundBody['reason'] =>
  (refundReasons as readonly string[]).includes(given);

function RefundForm({
  currency,
  left,
  because,
  effects,
  hidden,
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
    <form onSubmit={submit} hidden={hidden}>
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
        {effects(wanted ?? left)}
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end">
          <PlainButton disabled={busy} onClick={onCancel}>
            {text('refund.cancel')}
          </PlainButton>
          <Button type="submit" color="red" loading={busy} disabled={wanted === null}>
            {wanted === null ? text('refund.open') : text('refund.submit', { amount: format(wanted) })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** How the money of a refund goes back: to the card, or the way it came. */
interface WayBack {
  /** Before the refund. */
  readonly note: string;
  /** At which rate, where the fan paid in the own currency. */
  readonly rate: string | null;
  /** The text for an answer. `amount`: as the reader writes it. */
  readonly done: (status: RefundAnswer['status'], amount: string) => string;
}

function useWayBack(tip: Tip): WayBack {
  const text = useText();
  const days = useDays();
  const { locale } = useIntl();
  const method = methodName(tip.stripe.paymentMethodType);
  const arrives = refundArrives(tip);
  const done: WayBack['done'] = (status, amount) =>
    status === 'succeeded' && method !== null
      ? text('refund.doneWay', { amount, way: method })
      : text(`refund.done.${status}`, { amount });
  const { presented } = tip.payment;
  const amount = presented && formatFanSum(presented, locale);
  const rate = amount === undefined ? null : text('refund.fanCurrency', { amount });
  if (method === null) return { note: text('refund.note'), rate, done };
  if (arrives === null) return { note: text('refund.noteWay', { way: method }), rate, done };
  return { note: text('refund.noteSlow', { way: method, time: days(arrives) }), rate, done };
}

interface EffectsProps {
  readonly tip: Tip;
  /** Minor units. */
  readonly amount: number;
  readonly back: WayBack;
}

/** What the fan sees, what the owner loses, and how the money goes back. */
function Effects({ tip, amount, back }: EffectsProps) {
  const text = useText();
  const { locale } = useIntl();
  const { currency, fan, fees, refund } = tip;
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  const isBooked = fees.stripe !== null && fees.settlementCurrency === currency;
  const fee = isBooked ? (fees.stripe ?? 0) : fees.estimated;
  const isWhole = refund.refunded + refund.pending + amount >= tip.amount;
  const hasWords = fan.name !== null || fan.message !== null;
  return (
    <>
      <dl className={styles.effects}>
        <Fact name={text('refund.fanSees', { name: tipGiver(tip, text) })}>
          {text('refund.fanSeesText', { amount: format(amount) })}{' '}
          {isWhole && hasWords && text('refund.wallEnds')}
        </Fact>
        <Fact name={text('refund.youLose')}>
          {fee === 0
            ? text('refund.keepsFee')
            : text(isBooked ? 'refund.fee' : 'refund.feeAbout', { fee: format(fee) })}
        </Fact>
      </dl>
      {[back.note, back.rate].map((note) => note !== null && <Quiet key={note}>{note}</Quiet>)}
    </>
  );
}

interface SentRefund {
  readonly body: RefundBody;
  /** Minor units: the amount that `null` stood for. */
  readonly amount: number;
}

const sent = new Map<string, SentRefund>();

/**
 * Refunds without an answer, by tip. Kept when the dialog closes, so that another attempt is the same refund. Lost with the page; the
 * tip then shows the result.
 */
const unansweredRefunds = {
  of: (tipId: string): SentRefund | null => sent.get(tipId) ?? null,
  keep: (tipId: string, refund: SentRefund): void => void sent.set(tipId, refund),
  forget: (tipId: string): void => void sent.delete(tipId),
};

type Step =
  | { readonly kind: 'asking'; readonly failure: Failure | null }
  | { readonly kind: 'busy'; readonly refund: SentRefund; readonly again: boolean }
  | { readonly kind: 'unanswered'; readonly refund: SentRefund }
  | { readonly kind: 'failed'; readonly says: string };

interface RefundDialogProps {
  readonly tip: Tip;
  /** Minor units. */
  readonly left: number;
  readonly onClose: () => void;
}

/** A full or partial refund. If the server needs a recent sign-in, the same dialog asks for it and continues. */
export function RefundDialog({ tip, left, onClose }: RefundDialogProps) {
  const text = useText();
  const { locale } = useIntl();
  const back = useWayBack(tip);
  const { money } = useBackend();
  const { notify } = useToast();
  const { run, form, cancel } = useReauthentication();
  const { tipId, currency } = tip;
  // One id per refund, kept over all attempts.
  const [requestId] = useState(() => crypto.randomUUID());
  const [step, setStep] = useState<Step>(() => {
    const refund = unansweredRefunds.of(tipId);
    return refund ? { kind: 'unanswered', refund } : { kind: 'asking', failure: null };
  });
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  const busy = step.kind === 'busy';
  // The dialog stays until the answer or the time-out, which takes seconds. Who does not want to prove who they are goes back to the form.
  const close = () => {
    if (form !== null) cancel();
    else if (!busy) onClose();
  };

  const send = async (refund: SentRefund, again: boolean) => {
    setStep({ kind: 'busy', refund, again });
    unansweredRefunds.keep(tipId, refund);
    const answer = await run(() => money.refund(tipId, refund.body));
    if (!answer.ok && isSilence(answer.problem)) return setStep({ kind: 'unanswered', refund });
    unansweredRefunds.forget(tipId);
    if (!answer.ok) return setStep({ kind: 'asking', failure: answer.problem });
    const { status, amount } = answer.value;
    const says = back.done(status, format(amount));
    if (status === 'failed') return setStep({ kind: 'failed', says });
    // The tip shows the refund, so nothing is left to confirm.
    onClose();
    notify(says);
  };
  const silent = step.kind === 'unanswered' || (step.kind === 'busy' && step.again) ? step.refund : null;

  return (
    <Dialog open onClose={close} title={text('refund.title')}>
      {form !== null && step.kind === 'busy' && (
        <Stack gap="md">
          <Text fw={650}>{text('refund.submit', { amount: format(step.refund.amount) })}</Text>
          {form}
        </Stack>
      )}
      {step.kind === 'failed' && (
        <Stack>
          <Alert role="alert" color="red">
            {step.says}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={onClose} ref={takeFocus} data-autofocus>
              {text('refund.close')}
            </Button>
          </Group>
        </Stack>
      )}
      {silent && form === null && (
        <Stack gap="md">
          <Trouble says={text('refund.unanswered', { amount: format(silent.amount) })} />
          <Group justify="flex-end">
            <PlainButton disabled={busy} onClick={close}>
              {text('dialog.close')}
            </PlainButton>
            <Button loading={busy} ref={takeFocus} data-autofocus onClick={() => void send(silent, true)}>
              {text('refund.askAgain')}
            </Button>
          </Group>
        </Stack>
      )}
      {!silent && step.kind !== 'failed' && (
        <RefundForm
          currency={currency}
          left={left}
          because={tip.warning?.actionable ? 'fraudulent' : 'requested_by_customer'}
          effects={(amount) => <Effects tip={tip} amount={amount} back={back} />}
          hidden={form !== null}
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
