import type { TipMessages } from '../messages/en-tip';
import type { TipFlow } from '../tip/tip-flow';
import { noticeText } from './notice-text';

interface Props {
  readonly messages: TipMessages;
  readonly flow: TipFlow;
  /** The total, formatted; null while no amount is chosen. */
  readonly total: string | null;
  readonly otherWaysUrl: string;
}

/** What stands at the sheet's foot: what went wrong, the pay button, and the way round it. */
export function PayBar({ messages, flow, total, otherWaysUrl }: Props) {
  const { stage, notice, way } = flow;
  const busy = stage.at === 'confirming';
  return (
    <footer className="pay-bar">
      {notice && (
        <p className="fault notice" role="alert">
          {noticeText(notice, messages)}
        </p>
      )}
      <p className="note progress" role="status">
        {stage.at === 'confirming' ? progressText(stage.doing, messages) : ''}
      </p>
      {way.by === 'card-form' && (
        <button
          type="submit"
          className="tip pay"
          part="pay-button"
          aria-disabled={busy || total === null || stage.at === 'starting'}
          aria-busy={busy}
        >
          {total === null ? messages.chooseAmount : messages.pay(total)}
        </button>
      )}
      {otherWaysUrl && !busy && (
        <a
          className={way.by === 'hosted' ? 'tip' : 'other-ways'}
          href={otherWaysUrl}
          target="_blank"
          rel="noopener"
        >
          {messages.otherWays}
        </a>
      )}
    </footer>
  );
}

function progressText(doing: 'sending' | 'confirming' | 'checking', messages: TipMessages): string {
  if (doing === 'sending') return messages.paying;
  return doing === 'confirming' ? messages.withYourBank : messages.checking;
}
