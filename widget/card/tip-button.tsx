import type { CardMessages } from '../messages/en';

interface Props {
  readonly texts: CardMessages;
  /** Where tips are paid if there is no server for a tip sheet. */
  readonly href: string | null;
  readonly busy: boolean;
  readonly onTip: () => void;
  /** The fan hovers, touches or focuses the button: time to fetch the sheet. */
  readonly onIntent: () => void;
}

export function TipButton({ texts, href, busy, onTip, onIntent }: Props) {
  if (href)
    return (
      <a className="tip" part="tip-button" href={href} target="_blank" rel="noopener">
        {texts.sendTip}
      </a>
    );
  return (
    <button
      type="button"
      className="tip"
      part="tip-button"
      aria-haspopup="dialog"
      aria-busy={busy}
      onClick={onTip}
      onPointerEnter={onIntent}
      onPointerDown={onIntent}
      onFocus={onIntent}
    >
      {texts.sendTip}
    </button>
  );
}
