import { formatMoney } from '../../core/money/money';
import type { FormMessages } from '../messages/en-form';
import type { AmountChoice, AmountRules, ReadAmount } from '../tip/tip-form';
import { Choices } from './choices';
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
      <Choices
        choices={presets.map((value) => ({ value, label: money(value) }))}
        chosen={chosen.by === 'preset' ? chosen.minorUnits : null}
        onChoose={(minorUnits) => onChoose({ by: 'preset', minorUnits })}
      />
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
