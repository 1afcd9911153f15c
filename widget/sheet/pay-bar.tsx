import type { SheetMessages } from '../messages/en-tip';
import { whyHosted, type Doing, type TipFlow } from '../tip/tip-flow';
import { offerOf } from '../tip/tip-form';
import { noticeText } from '../messages/notice-text';

export interface PayBarEvent {
  readonly preventDefault: () => void;
  /** The pressed control. */
  readonly currentTarget: Element;
}

interface Props {
  readonly messages: SheetMessages;
  readonly flow: TipFlow;
  /** The total, formatted; null without a valid amount. */
  readonly total: string | null;
  readonly tipUrl: string;
  readonly onPay: (event: PayBarEvent) => void;
  readonly onElsewhere: (event: PayBarEvent) => void;
}

/** The foot of the sheet: the notice, why the fan pays elsewhere, the pay button, and the link to other ways to pay. */
export function PayBar({ messages, flow, total, tipUrl, onPay, onElsewhere }: Props) {
  const { stage, notice, form, session } = flow;
  const why = whyHosted(flow);
  const words = offerOf(session, form.every)?.words;
  const isBusy = stage.at === 'confirming';
  return (
    <footer className="pay-bar">
      {notice && (
        <p className="fault notice" role="alert">
          {noticeText(notice, messages, session?.monthly?.labels)}
        </p>
      )}
      {why && <p className="note">{messages.whyElsewhere[why]}</p>}
      {words && total !== null && (
        <p className="note">
          <strong>{words.terms.join(total)}</strong> {words.next} {words.stop}
        </p>
      )}
      <p className="note progress" role="status">
        {stage.at === 'confirming' ? progressText(stage.doing, messages) : ''}
      </p>
      <button
        type="submit"
        className="tip pay"
        part="pay-button"
        onClick={onPay}
        aria-disabled={isBusy || total === null || stage.at === 'starting'}
        aria-busy={isBusy}
      >
        {total === null ? messages.chooseAmount : (words?.button.join(total) ?? messages.pay(total))}
      </button>
      {tipUrl && !isBusy && !why && (
        <a
          className="other-ways"
          href={tipUrl}
          target="_blank"
          rel="noopener"
          // Without an amount the link opens the tip page, where the fan can choose one.
          onClick={total === null ? undefined : onElsewhere}
        >
          {messages.otherWays}
        </a>
      )}
    </footer>
  );
}

function progressText(doing: Doing, messages: SheetMessages): string {
  if (doing === 'confirming') return messages.withYourBank ?? messages.paying;
  return doing === 'checking' ? messages.checking : messages.paying;
}
