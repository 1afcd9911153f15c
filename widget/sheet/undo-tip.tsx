import { useEffect, useRef } from 'react';
import type { TipStatus } from '../../core/api/tip-api';
import type { TipMessages } from '../messages/en-tip';
import type { Undo } from '../tip/tip-flow';
import { refusalText } from './notice-text';
import { clockTime, useCountdown } from './use-countdown';

interface Props {
  readonly messages: TipMessages;
  readonly locale: string;
  readonly status: TipStatus | null;
  readonly undo: Undo;
  /** The refunded amount, formatted. */
  readonly amount: string;
  readonly name: string;
  readonly money: (minorUnits: number) => string;
  readonly onUndo: () => void;
}

/** The longest undo window that an owner can set. */
const window = 10 * 60_000;

export function UndoTip({ messages, locale, status, undo, amount, name, money, onUndo }: Props) {
  const left = useCountdown(status?.undoUntil ?? null, window);
  const failure = status?.refundFailure;
  if (failure) {
    const { refundFailed, refundWhy, refundAsk } = messages;
    return (
      <p className="fault" role="alert">
        {`${refundFailed(money(failure.amount), name)} ${refundWhy[failure.why]} ${refundAsk(name)}`}
      </p>
    );
  }
  if (undo.at === 'done') return <Outcome text={messages.undone(amount)} />;
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

/** Takes the focus, because the focused button has been removed. */
function Outcome({ text }: { readonly text: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
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
