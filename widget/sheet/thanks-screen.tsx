import { useEffect, useRef } from 'react';
import type { TipMessages } from '../messages/en-tip';
import type { Stage } from '../tip/tip-flow';

interface Props {
  readonly messages: TipMessages;
  readonly stage: Extract<Stage, { readonly at: 'thanked' }>;
  readonly name: string;
  /** What was charged, formatted. */
  readonly amount: string;
  /** The owner's own words; may be empty. */
  readonly thanks: string;
  readonly onDone: () => void;
}

export function ThanksScreen({ messages, stage, name, amount, thanks, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isOnItsWay = stage.status?.status === 'processing';
  return (
    <div className="sheet-body thanks" part="thanks">
      <svg className="tick" viewBox="0 0 24 24" aria-hidden="true">
        <path className="line" d="m6 12.5 4 4 8-9" />
      </svg>
      <h3 ref={heading} className="sheet-title" tabIndex={-1}>
        {messages.thankYou}
      </h3>
      <p>{isOnItsWay ? messages.onItsWay(amount, name) : messages.wentThrough(amount, name)}</p>
      {thanks && <blockquote className="owner-thanks">{thanks}</blockquote>}
      {stage.status?.receiptUrl && (
        <a className="other-ways" href={stage.status.receiptUrl} target="_blank" rel="noopener">
          {messages.receipt}
        </a>
      )}
      <button type="button" className="link wide" onClick={onDone}>
        {messages.done}
      </button>
    </div>
  );
}
