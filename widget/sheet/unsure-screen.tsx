import type { TipMessages } from '../messages/en-tip';
import type { StartedTip } from '../tip/tip-flow';
import { ReceiptLink } from './receipt-link';

interface Props {
  readonly messages: TipMessages;
  readonly locale: string;
  readonly tip: StartedTip;
  /** Origin of the server, for the receipt. */
  readonly host: string;
  readonly onDone: () => void;
}

/** It is unknown whether the card was charged. There is no Pay button, so that nobody pays twice; the receipt shows the outcome. */
export function UnsureScreen({ messages, locale, tip, host, onDone }: Props) {
  return (
    <div className="sheet-body">
      <p role="alert">{messages.unsure}</p>
      <ReceiptLink
        label={messages.receipt}
        locale={locale}
        address={`${host}/t/${tip.tipId}`}
        tipToken={tip.tipToken}
        className="tip"
      />
      <button type="button" className="link wide" onClick={onDone}>
        {messages.done}
      </button>
    </div>
  );
}
