import type { TipMessages } from '../messages/en-tip';
import type { TipStage } from '../tip/tip-flow';
import { ReceiptLink } from './receipt-link';
import { useFocusOnceShown } from './use-focus-kept';
import { useOwnId } from './use-own-id';

interface Props {
  readonly messages: TipMessages;
  readonly locale: string;
  readonly stage: Extract<TipStage, { readonly at: 'on-its-way' }>;
  readonly name: string;
  readonly money: (minorUnits: number) => string;
  readonly onDone: () => void;
}

/** The bank tells later whether it pays. No thanks yet, and nothing that invites to pay again. */
export function OnItsWayScreen({ messages, locale, stage, name, money, onDone }: Props) {
  const id = useOwnId();
  const heading = useFocusOnceShown<HTMLHeadingElement>();
  const { tip, status } = stage;
  return (
    <div className="sheet-body thanks">
      <h3 ref={heading} className="sheet-title" aria-describedby={id} tabIndex={-1}>
        {messages.onItsWay}
      </h3>
      <p id={id} role="status">
        {messages.onItsWayWhy(money(tip.figures.total), name)}
      </p>
      {status?.receiptUrl && (
        <ReceiptLink
          label={messages.receipt}
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
