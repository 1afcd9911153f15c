import { useState } from 'react';
import { useOwnId } from './use-own-id';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | null | undefined;
  readonly fault?: string | null;
  /** The error is shown only after the fan has left the field: an unfinished address is not an error yet. */
  readonly faultWaits?: boolean;
  readonly before?: string;
  readonly rows?: number;
  readonly part?: string;
  readonly inputMode?: 'decimal' | 'text' | 'email';
  readonly autoComplete?: string;
}

const ignore = () => undefined;

/** A field with a label: one line, or several with `rows`. An error is announced and tied to the field. */
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
    // React requires `onChange` for a field with a value. In the shipped build it is the browser's event, which fires on blur.
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
