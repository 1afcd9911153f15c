import type { FormMessages } from '../messages/en-form';
import { isSendable, type TipForm } from '../tip/tip-form';
import { TextField } from './text-field';

interface Props {
  readonly messages: FormMessages;
  readonly name: string;
  /** The page where anybody can report this profile. */
  readonly reportUrl: string;
  readonly form: TipForm;
  readonly onEdit: (change: Partial<TipForm>) => void;
}

/** Receipt, anonymity, and three lines on who sees what, before the fan pays. Stripe's page asks for the address of a monthly tip itself. */
export function PrivacyPanel({ messages, name, reportUrl, form, onEdit }: Props) {
  const isFaulty = !isSendable(form.receiptEmail);
  return (
    <details className="privacy">
      <summary>{messages.privacy}</summary>
      {form.every === 'once' && (
        <TextField
          label={messages.receiptEmail}
          value={form.receiptEmail}
          onChange={(receiptEmail) => onEdit({ receiptEmail })}
          fault={isFaulty ? messages.notAnEmail : null}
          faultWaits
          inputMode="email"
          autoComplete="email"
        />
      )}
      <label className="choice">
        <input
          type="checkbox"
          checked={form.anonymous}
          onChange={(event) => onEdit({ anonymous: event.currentTarget.checked })}
        />
        <span>{messages.anonymous}</span>
      </label>
      <p className="field-label">{messages.whoSeesWhat}</p>
      <ul className="who-sees note">
        <li>{messages.ownerSees(name)}</li>
        <li>{form.anonymous ? messages.publicSeesNothing : messages.publicSees(name)}</li>
        <li>{messages.stripeSees}</li>
      </ul>
      <p className="note">
        <a href={reportUrl} target="_blank" rel="noopener">
          {messages.report}
        </a>
      </p>
    </details>
  );
}
