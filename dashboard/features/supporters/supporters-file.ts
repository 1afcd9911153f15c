import Papa from 'papaparse';
import { withoutFormula } from '@busker/core/text/text';
import { tableTime } from '@busker/core/locale/zoned-day';
import { byteOrderMark, decimalMarks, tableFormat } from '@busker/core/account/export-document';
import { tableAmount } from '@busker/core/money/money';
import { isElsewhere } from '@busker/core/monthly/monthly-projection';
import type { Monthly } from '@busker/core/monthly/monthly';
import { usualTable } from '../../exports/export-file';

type Cell = (monthly: Monthly, decimal: '.' | ',') => string;

const columns: Readonly<Record<string, Cell>> = {
  id: ({ monthlyId }) => monthlyId,
  name: ({ fan }) => fan.name ?? '',
  public: ({ fan }) => (fan.anonymous ? 'no' : 'yes'),
  state: (monthly) => (isElsewhere(monthly) ? 'unknown' : monthly.state),
  every: ({ every }) => every,
  currency: ({ currency }) => currency,
  amount: ({ amount, currency }, decimal) => tableAmount(amount, currency, decimal),
  since: ({ startedAt }) => tableTime(startedAt),
  payments: ({ paidCycles }) => String(paidCycles),
  last_payment: ({ lastPaidAt }) => tableTime(lastPaidAt),
  next_charge: (monthly) => tableTime(isElsewhere(monthly) ? null : monthly.nextChargeAt),
  ends: (monthly) => tableTime(isElsewhere(monthly) ? null : monthly.endingAt),
  ended: ({ endedAt }) => tableTime(endedAt),
  reason: ({ endReason }) => endReason ?? '',
  subscription: ({ stripe }) => stripe.subscriptionId ?? '',
  customer: ({ stripe }) => stripe.customerId ?? '',
};

/** A table of supporters as Excel of this language writes it. A cell that a spreadsheet would run as a formula becomes text. */
export function supportersTable(supporters: readonly Monthly[], locale: string): string {
  const { separator, decimal } = usualTable(locale);
  const mark = decimalMarks[decimal];
  const rows = supporters.map((one) => Object.values(columns).map((cell) => withoutFormula(cell(one, mark))));
  return byteOrderMark + Papa.unparse([Object.keys(columns), ...rows], tableFormat(separator));
}
