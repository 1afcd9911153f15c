import type { FormMessages } from '../messages/en-form';
import { refusalText } from '../tip/notice-text';

interface Props {
  readonly messages: FormMessages;
  readonly code: string;
  readonly tipUrl: string;
  readonly onAgain: () => void;
}

/** Problems that only the owner can solve. */
const final: ReadonlySet<string> = new Set([
  'tips-off',
  'payments-not-ready',
  'profile-not-found',
  'site-not-allowed',
]);

/** The last way to pay: a link to the tip page. */
export function FailedScreen({ messages, code, tipUrl, onAgain }: Props) {
  const canTry = !final.has(code);
  return (
    <div className="sheet-body">
      <p role="alert">{refusalText(code, messages)}</p>
      {canTry && (
        <button type="button" className="tip" onClick={onAgain}>
          {messages.tryAgain}
        </button>
      )}
      {tipUrl && canTry && (
        <a className="other-ways" href={tipUrl} target="_blank" rel="noopener">
          {messages.otherWays}
        </a>
      )}
    </div>
  );
}
