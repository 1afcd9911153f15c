import { useEffect, useState } from 'react';
import type { MonthlyTerms } from '@busker/core/fan-api/monthly-api';
import { formatFanSum } from '@busker/core/money/fan-money';
import type { SeenTip } from '../data/backend';
import { isMinorUnits, pick, record, string } from '../server/http-answer';
import type { TipMessages } from '../messages/en-tip';
import { refusalText } from '../messages/notice-text';
import type { TipStage } from '../tip/tip-flow';
import { ReceiptLink } from './receipt-link';
import { useFocusOnceShown } from './use-focus-kept';
import { useOwnId } from './use-own-id';

/** A refund that failed. `amount`: in minor units of the tip's currency. */
interface RefundFailure {
  readonly amount: number;
  readonly why: 'unknown' | 'card-closed' | 'bank-refused' | 'disputed' | 'no-funds';
  /** The same in the fan's own currency, not read yet. */
  readonly presented: unknown;
}

/** Why the latest refund failed; null = none did. A kind of a newer server is unknown. */
export function refundFailureOf(status: SeenTip | null): RefundFailure | null {
  const { amount, why, presented } = record(status?.refundFailure);
  if (!isMinorUnits(amount)) return null;
  return {
    amount,
    why: pick(why, ['unknown', 'card-closed', 'bank-refused', 'disputed', 'no-funds']),
    presented,
  };
}

/** `¥812 ($5.00)`, where `own` is `$5.00`; `own` alone for a fan who pays in the tip's currency. `presented`: as the server sent it. */
function bothSums(presented: unknown, own: string, locale: string): string {
  const { amount, currency } = record(presented);
  // Other codes make Intl throw.
  if (!isMinorUnits(amount) || !/^[a-z]{3}$/.test(string(currency))) return own;
  return `${formatFanSum({ amount, currency: string(currency) }, locale)} (${own})`;
}

/** Milliseconds until a time, updated every second; 0 afterwards. Never more than `most`, because the device's clock may be wrong. */
function useCountdown(until: number | null, most: number): number {
  const left = () => (until === null ? 0 : Math.max(0, Math.min(until - Date.now(), most)));
  const [shown, setShown] = useState(left);
  useEffect(() => {
    const count = () => setShown(left());
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
    // `left` depends only on `until` and `most`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [until, most]);
  return shown;
}

/** "9:05", in the language's digits. */
function clockTime(milliseconds: number, locale: string): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  const digits = (value: number, least: number) =>
    new Intl.NumberFormat(locale, { minimumIntegerDigits: least }).format(value);
  return `${digits(Math.floor(seconds / 60), 1)}:${digits(seconds % 60, 2)}`;
}

type OfferWords = MonthlyTerms['offers'][number]['words'];

interface Props {
  readonly messages: TipMessages;
  readonly locale: string;
  readonly stage: Extract<TipStage, { readonly at: 'thanked' }>;
  readonly name: string;
  readonly money: (minorUnits: number) => string;
  /** The session's terms for the period that the fan has chosen; undefined for a single tip. */
  readonly words?: OfferWords | undefined;
  readonly howToStop?: string | undefined;
  /** The owner's text; may be empty. */
  readonly thanks: string;
  readonly onUndo: () => void;
  readonly onDone: () => void;
}

export function ThanksScreen(props: Props) {
  const { messages, locale, stage, name, money, words, howToStop, thanks, onDone } = props;
  const id = useOwnId();
  const heading = useFocusOnceShown<HTMLHeadingElement>();
  const { tip, status, undo } = stage;
  const amount = tip ? bothSums(status?.presented, money(tip.figures.total), locale) : '';
  const isUndone = undo.at === 'done' && !refundFailureOf(status);
  const single = tip ? messages.wentThrough(amount, name) : messages.tipWentThrough(name);
  const sentence = words ? `${words.thanks.join(amount)} ${words.next}` : single;
  return (
    <div className="sheet-body thanks" part="thanks">
      {!isUndone && (
        <>
          <svg className="tick" viewBox="0 0 24 24" aria-hidden="true">
            <path className="line" d="m6 12.5 4 4 8-9" />
          </svg>
          {/* The outcome is spoken: with the heading, or as a status for screen readers that miss the focus because the focused element was
              removed at the same time (Orca 43). */}
          <h3 ref={heading} className="sheet-title" aria-describedby={id} tabIndex={-1}>
            {messages.thankYou}
          </h3>
          <p id={id} role="status">
            {sentence}
          </p>
        </>
      )}
      {thanks && !isUndone && (
        <blockquote className="owner-thanks" dir="auto">
          {thanks}
        </blockquote>
      )}
      <UndoTip {...props} amount={amount} />
      {tip && status?.receiptUrl && (
        <ReceiptLink
          label={words ? (howToStop ?? messages.receipt) : messages.receipt}
          locale={locale}
          address={status.receiptUrl}
          tipToken={tip.tipToken}
          className="other-ways"
        />
      )}
      <button type="button" className="link wide" onClick={onDone}>
        {messages.done}
      </button>
    </div>
  );
}

/** Milliseconds: `undoWindowMs` in functions/tips/sync-tip.ts. */
const longestWindow = 10 * 60_000;

/** `amount`: the formatted amount that is refunded. */
function UndoTip({
  messages,
  locale,
  stage,
  amount,
  name,
  money,
  onUndo,
}: Props & { readonly amount: string }) {
  const { status, undo } = stage;
  const left = useCountdown(status?.undoUntil ?? null, longestWindow);
  const failure = refundFailureOf(status);
  if (failure) {
    const { refundFailed, refundWhy, refundAsk } = messages;
    const sum = bothSums(failure.presented, money(failure.amount), locale);
    return (
      <p className="fault" role="alert">
        {`${refundFailed(sum, name)} ${refundWhy[failure.why]} ${refundAsk(name)}`}
      </p>
    );
  }
  if (undo.at === 'done') return <Outcome text={undoneText(messages, locale, amount, status)} />;
  if (undo.at === 'asking') return <Outcome text={messages.undoing} />;
  return (
    <>
      {undo.at === 'refused' && (
        <p className="fault" role="alert">
          {refusedText(undo.code, messages)}
        </p>
      )}
      {left > 0 && (undo.at === 'offered' || !isFinal(undo.code)) && (
        <div className="undo">
          <button type="button" className="other-ways" onClick={onUndo}>
            {messages.undo}
          </button>
          <span className="note" role="timer">
            {messages.undoUntil(clockTime(left, locale))}
          </span>
        </div>
      )}
    </>
  );
}

/** Most banks give the money back in a few days; some ways have a longer limit, which the server knows. */
function undoneText(messages: TipMessages, locale: string, amount: string, status: SeenTip | null): string {
  const days = status?.refundDays;
  if (!days) return messages.undone(amount);
  const time = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return messages.undoneSlowly(amount, time.format(days));
}

/** The focused button has been removed. */
function Outcome({ text }: { readonly text: string }) {
  const place = useFocusOnceShown<HTMLParagraphElement>();
  return (
    <p ref={place} role="status" tabIndex={-1}>
      {text}
    </p>
  );
}

const isFinal = (code: string) => code === 'undo-unavailable' || code === 'undo-failed';

function refusedText(code: string, messages: TipMessages): string {
  if (isFinal(code)) return refusalText('undo-unavailable', messages);
  return code === 'unreachable' ? messages.undoLost : messages.undoFailed;
}
