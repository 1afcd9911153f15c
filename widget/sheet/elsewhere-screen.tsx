import type { TipMessages } from '../messages/en-tip';
import { PayByPhone } from './pay-by-phone';

interface Props {
  readonly messages: TipMessages;
  readonly url: string;
  readonly tab: 'open' | 'blocked';
  /** The fan followed the link. */
  readonly onOpen: () => void;
  readonly onBack: () => void;
}

/** The fan pays in another tab. The link is for browsers that did not open the tab. */
export function ElsewhereScreen({ messages, url, tab, onOpen, onBack }: Props) {
  return (
    <div className="sheet-body">
      <p role="status">{tab === 'open' ? messages.elsewhere : messages.elsewhereBlocked}</p>
      <a className="tip" href={url} target="_blank" rel="noopener" onClick={onOpen}>
        {messages.openPayPage}
      </a>
      <PayByPhone url={url} caption={messages.onAnotherDevice} />
      <button type="button" className="link wide" onClick={onBack}>
        {messages.back}
      </button>
    </div>
  );
}
