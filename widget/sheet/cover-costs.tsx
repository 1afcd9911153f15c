interface Props {
  /** What it adds and what the owner then keeps, about. The card's fee is assumed: the way to pay is not chosen yet. */
  readonly text: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function CoverCosts({ text, checked, onChange }: Props) {
  return (
    <label className="choice">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{text}</span>
    </label>
  );
}
