import { waitingInstances } from '../../costs/list-prices';
import type { Installation } from '../../installation/installation';

/** The cost of the instances that always run, by list price. In a terminal, firebase-tools prompts for the same cost. */
export function monthlyPrice({
  minInstances,
  region,
}: Pick<Installation, 'minInstances' | 'region'>): string {
  const price = waitingInstances(region, minInstances);
  const instances = minInstances === 1 ? 'one instance' : `${minInstances} instances`;
  return `${instances} of app always run: about ${price.toFixed(2)} US dollars a month, by list price`;
}
