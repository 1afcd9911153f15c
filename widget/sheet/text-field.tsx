import { useState } from 'react';
import { useOwnId } from './use-own-id';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | null;
  readonly fault?: string | null;
  /** The fault is shown only once the field was left with something in it: half an address is not a wrong one yet. */
  readonly faultWaits?: boolean;
  readonly before?: string;
  readonly rows?: number;
  readonly part?: string;
  readonly inputMode?: 'decimal' | 'text' | 'email';
  readonly autoComplete?: string;
}

const ignore = () => undefined;

/** One labelled field: a line, or with `rows` several. A fault is announced and tied to the field. */
export function TextField({ label, value, onChange, hint, fault, faultWaits, before, rows, ...rest }: Props) {
  const id = useOwnId();
  const [wasLeft, setLeft] = useState(false);
  const shownFault = faultWaits && !wasLeft ? null : fault;
  const note = shownFault ?? hint;
  const field = {
    ...rest,
    id,
    className: 'field-input',
    value,
    'aria-invalid': Boolean(shownFault),
    ...(note ? { 'aria-describedby': `${id}-note` } : {}),
    // React wants to see an `onChange` on a field with a value; in the shipped build it is the browser's own, when the field is left.
    onChange: ignore,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
    onBlur: () => setLeft(value !== ''),
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <span className="field-box">
        {before && (
          <span className="field-before" aria-hidden="true">
            {before}
          </span>
        )}
        {rows ? <textarea {...field} rows={rows} /> : <input {...field} type="text" />}
      </span>
      {note && (
        <p
          id={`${id}-note`}
          className={shownFault ? 'fault' : 'note'}
          {...(shownFault ? { role: 'alert' } : {})}
        >
          {note}
        </p>
      )}
    </div>
  );
}
