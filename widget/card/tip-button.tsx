import type { CardMessages } from '../messages/en';

interface Props {
  readonly messages: CardMessages;
  readonly onTip: () => void;
  readonly onIntent?: () => void;
  readonly busy?: boolean;
}

/** `onIntent`: the fan points at it, touches it or tabs to it, so the sheet may be fetched ahead of the tap. */
export function TipButton({ messages, onTip, onIntent, busy = false }: Props) {
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
      {messages.sendTip}
    </button>
  );
}
