import type { FormMessages } from '../messages/en-form';

interface Props {
  readonly messages: FormMessages;
  readonly name: string;
  /** The additional amount, formatted. */
  readonly amount: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function CoverCosts({ messages, name, amount, checked, onChange }: Props) {
  return (
    <label className="choice">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {messages.coverCosts(amount)}
        <span className="note">{messages.coverCostsWhy(name)}</span>
      </span>
    </label>
  );
}
