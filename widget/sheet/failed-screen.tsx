import type { FormMessages } from '../messages/en-form';
import { refusalText } from './notice-text';

interface Props {
  readonly messages: FormMessages;
  readonly code: string;
  readonly tipUrl: string;
  readonly onAgain: () => void;
}

/** Codes where another try cannot help: only the owner can change this. */
const final: ReadonlySet<string> = new Set([
  'tips-off',
  'payments-not-ready',
  'profile-not-found',
  'site-not-allowed',
]);

/** The last rung: a plain link to the tip page, which needs nothing of this one. */
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
