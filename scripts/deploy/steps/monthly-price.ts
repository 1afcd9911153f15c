import { monthlyMinInstanceCost } from 'firebase-tools/lib/deploy/functions/pricing.js';
import type { Installation } from '../../installation/installation';

/** The cost of the instances that always run, from the price table of firebase-tools. In a terminal, firebase-tools prompts for the same cost. */
export function monthlyPrice({
  minInstances,
  region,
}: Pick<Installation, 'minInstances' | 'region'>): string {
  const app = { platform: 'gcfv2', region, minInstances, availableMemoryMb: 512, cpu: 1 } as const;
  const price = monthlyMinInstanceCost([app]);
  const instances = minInstances === 1 ? 'one instance' : `${minInstances} instances`;
  return `${instances} of app always run: about ${price.toFixed(2)} US dollars a month, by the table of firebase-tools`;
}
