import { useEffect, useRef } from 'react';
import { languageOf } from '../../core/base/languages';
import type { TipMessages } from '../messages/en-tip';
import type { Stage } from '../tip/tip-flow';
import { UndoTip } from './undo-tip';
import { useOwnId } from './use-own-id';

interface Props {
  readonly messages: TipMessages;
  readonly locale: string;
  readonly stage: Extract<Stage, { readonly at: 'thanked' }>;
  readonly name: string;
  readonly money: (minorUnits: number) => string;
  /** The owner's text; may be empty. */
  readonly thanks: string;
  readonly onUndo: () => void;
  readonly onDone: () => void;
}

export function ThanksScreen({ messages, locale, stage, name, money, thanks, onUndo, onDone }: Props) {
  const id = useOwnId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { tip, status, undo } = stage;
  const amount = tip ? money(tip.figures.total) : '';
  const isUndone = undo.at === 'done' && !status?.refundFailure;
  const isOnItsWay = status?.status === 'processing';
  const sentence = tip
    ? (isOnItsWay ? messages.onItsWay : messages.wentThrough)(amount, name)
    : messages.tipWentThrough(name);
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
      <UndoTip
        messages={messages}
        locale={locale}
        status={status}
        undo={undo}
        amount={amount}
        name={name}
        money={money}
        onUndo={onUndo}
      />
      {tip && status?.receiptUrl && (
        <a
          className="other-ways"
          href={`${status.receiptUrl}?lang=${languageOf(locale)}#${tip.tipToken}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {messages.receipt}
        </a>
      )}
      <button type="button" className="link wide" onClick={onDone}>
        {messages.done}
      </button>
    </div>
  );
}
