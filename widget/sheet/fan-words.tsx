import { tipTextLimits } from '../../core/tip/tip';
import type { FormMessages } from '../messages/en-form';
import { charactersLeft, type TipForm } from '../tip/tip-form';
import { TextField } from './text-field';

interface Props {
  readonly messages: FormMessages;
  readonly form: TipForm;
  /** What is said of the message while no other hint is needed. */
  readonly messageHint?: string | null | undefined;
  readonly onEdit: (change: Partial<TipForm>) => void;
}

/** The counter is shown from this many characters left. */
const counterFrom = 60;

/** Name and message. A text that is too long is never cut; the fan shortens it. */
export function FanWords({ messages, form, messageHint, onEdit }: Props) {
  const nameLeft = charactersLeft(form.name, 'name');
  const messageLeft = charactersLeft(form.message, 'message');
  return (
    <>
      <TextField
        label={messages.yourName}
        value={form.name}
        onChange={(name) => onEdit({ name })}
        fault={nameLeft < 0 ? messages.tooLong(tipTextLimits.name) : null}
        autoComplete="name"
      />
      <TextField
        label={messages.message}
        value={form.message}
        onChange={(message) => onEdit({ message })}
        hint={messageLeft <= counterFrom ? messages.charactersLeft(messageLeft) : messageHint}
        fault={messageLeft < 0 ? messages.tooLong(tipTextLimits.message) : null}
        rows={2}
        part="message"
      />
    </>
  );
}
