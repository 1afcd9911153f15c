import type { ReactNode } from 'react';
import { useOwnId } from './use-own-id';

interface Props<T> {
  readonly choices: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly chosen: T | null;
  readonly onChoose: (value: T) => void;
}

/** A row of radio buttons that look like buttons. */
export function Choices<T extends string | number>({ choices, chosen, onChoose }: Props<T>) {
  const group = useOwnId();
  return (
    <div className="presets">
      {choices.map(({ value, label }) => (
        <label key={value} className="preset">
          <input type="radio" name={group} checked={chosen === value} onChange={() => onChoose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
