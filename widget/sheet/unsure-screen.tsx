import { languageOf } from '../../core/base/languages';
import type { TipMessages } from '../messages/en-tip';
import type { StartedTip } from '../tip/tip-flow';

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
      <a
        className="tip"
        href={`${host}/t/${tip.tipId}?lang=${languageOf(locale)}#${tip.tipToken}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {messages.receipt}
      </a>
      <button type="button" className="link wide" onClick={onDone}>
        {messages.done}
      </button>
    </div>
  );
}
