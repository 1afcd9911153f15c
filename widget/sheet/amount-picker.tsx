import { useOwnId } from './use-own-id';
import { formatMoney } from '../../core/money/money';
import type { FormMessages } from '../messages/en-form';
import type { AmountChoice, AmountRules, ReadAmount } from '../tip/tip-form';
import { currencySign } from './currency-sign';
import { TextField } from './text-field';

interface Props {
  readonly messages: FormMessages;
  readonly rules: AmountRules;
  readonly chosen: AmountChoice;
  readonly read: ReadAmount;
  readonly onChoose: (amount: AmountChoice) => void;
}

/** Preset amounts, and a field for any other. Both set one amount; the last change counts. */
export function AmountPicker({ messages, rules, chosen, read, onChoose }: Props) {
  const group = useOwnId();
  const { currency, locale, limits, presets } = rules;
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  const range = [money(limits.min), money(limits.max)] as const;
  const isTyped = chosen.by === 'typed';
  let fault = null;
  if (isTyped && read.at === 'fault')
    fault = messages.amountFault[read.fault](...range, money(presets[0] ?? limits.min));
  // A wallet's button was pressed without an amount.
  else if (isTyped && read.at === 'none') fault = messages.chooseAmount;
  return (
    <fieldset className="amounts" part="amount">
      <legend className="field-label">{messages.amount}</legend>
      <div className="presets">
        {presets.map((minorUnits) => (
          <label key={minorUnits} className="preset">
            <input
              type="radio"
              name={group}
              checked={chosen.by === 'preset' && chosen.minorUnits === minorUnits}
              onChange={() => onChoose({ by: 'preset', minorUnits })}
            />
            <span>{money(minorUnits)}</span>
          </label>
        ))}
      </div>
      <TextField
        label={messages.otherAmount}
        value={isTyped ? chosen.text : ''}
        onChange={(text) => onChoose(text.trim() ? { by: 'typed', text } : { by: 'none' })}
        before={currencySign(currency, locale)}
        hint={isTyped ? messages.range(...range) : null}
        fault={fault}
        inputMode="decimal"
        autoComplete="off"
      />
    </fieldset>
  );
}
