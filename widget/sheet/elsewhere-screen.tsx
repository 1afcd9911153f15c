import { useChunk } from '../hooks/use-chunk';
import type { TipMessages } from '../messages/en-tip';

interface Props {
  readonly url: string;
  /** "Or pay on another device:" */
  readonly caption: string;
}

const load = () => import('../qr/qr-path');

/** A link as a QR code for another device. Hidden from screen readers, because the same link is beside it. */
function PayByPhone({ url, caption }: Props) {
  const chunk = useChunk(load, true);
  if (chunk.at !== 'ready') return null;
  const { size, path } = chunk.part.qrPath(url);
  return (
    <figure className="qr">
      <figcaption className="note">{caption}</figcaption>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <path d={path} />
      </svg>
    </figure>
  );
}

interface ElsewhereScreenProps {
  readonly messages: TipMessages;
  readonly url: string;
  readonly tab: 'open' | 'blocked';
  /** The fan followed the link. */
  readonly onOpen: () => void;
  readonly onBack: () => void;
}

/** The fan pays in another tab. The link is for browsers that did not open the tab. */
export function ElsewhereScreen({ messages, url, tab, onOpen, onBack }: ElsewhereScreenProps) {
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
