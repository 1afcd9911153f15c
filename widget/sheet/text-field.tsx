import { useOwnId } from './use-own-id';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | null;
  readonly fault?: string | null;
  readonly before?: string;
  readonly rows?: number;
  readonly part?: string;
  readonly inputMode?: 'decimal' | 'text' | 'email';
  readonly autoComplete?: string;
}

const ignore = () => undefined;

/** One labelled field: a line, or with `rows` several. A fault is announced and tied to the field. */
export function TextField({ label, value, onChange, hint, fault, before, rows, ...rest }: Props) {
  const id = useOwnId();
  const note = fault ?? hint;
  const field = {
    ...rest,
    id,
    className: 'field-input',
    value,
    'aria-invalid': Boolean(fault),
    ...(note ? { 'aria-describedby': `${id}-note` } : {}),
    // React wants to see an `onChange` on a field with a value; Preact's is the browser's, which comes when the field is left.
    onChange: ignore,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
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
        <p id={`${id}-note`} className={fault ? 'fault' : 'note'} {...(fault ? { role: 'alert' } : {})}>
          {note}
        </p>
      )}
    </div>
  );
}
