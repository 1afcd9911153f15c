import { listPrices } from '../../scripts/costs/list-prices';
import type { StoreCounts } from './counted-store';

const days = 30;

/** What a day's use of the store, and its requests to functions, cost in a month, in US dollars. */
export const monthlyCost = ({ read, written }: StoreCounts, requests: number): number =>
  days * (read * listPrices.read + written * listPrices.written + requests * listPrices.request);
