import { isCurrency, type Currency } from '../../core/money/money';
import { usePayments } from '../data/owner-documents';

/** Smallest amounts by currency, in minor units. A currency without one has no minimum. */
export type Minimum = Readonly<Partial<Record<Currency, number>>>;

/** The owner's currency, and those of amounts that are set. */
export function useMinimumCurrencies(minimum: Minimum): readonly Currency[] {
  const live = usePayments();
  const own = live.kind === 'ready' ? live.value?.currency : undefined;
  return [...new Set([...(own ? [own] : []), ...Object.keys(minimum).filter(isCurrency)])];
}

/** Null and zero mean no minimum. */
export function withMinimum(minimum: Minimum, currency: Currency, amount: number | null): Minimum {
  const { [currency]: _before, ...rest } = minimum;
  return amount === null || amount === 0 ? rest : { ...rest, [currency]: amount };
}
