import { useIntl } from 'react-intl';
import { currencyCodes, formatMoney, type Currency } from '../../../core/money/money';
import { useText } from '../../messages/text';
import type { MoneySums } from './insight-sums';

/** How this screen formats figures. */
export function useFigures() {
  const intl = useIntl();
  const text = useText();
  const amount = (minorUnits: number, currency: Currency) =>
    formatMoney({ minorUnits, currency }, intl.locale);
  return {
    count: (value: number) => intl.formatNumber(value),
    share: (value: number | null) =>
      value === null
        ? text('insights.noShare')
        : intl.formatNumber(value, { style: 'percent', maximumFractionDigits: 1 }),
    day: (day: string) => intl.formatDate(`${day}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' }),
    amount,
    sums: (money: MoneySums) =>
      intl.formatList(
        currencyCodes.flatMap((currency) => {
          const sum = money[currency];
          return sum ? [amount(sum.received, currency)] : [];
        }),
      ),
  };
}
