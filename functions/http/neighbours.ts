import { hostedNeighbours, type Neighbours } from '../../core/web/route-headers';
import type { AppConfig } from '../config';

/** Which other origins our pages may speak to: Stripe's, or the sandbox that stands in for it. */
export function neighboursOf({ mode, stripeJs }: AppConfig): Neighbours {
  if (mode !== 'sandbox') return hostedNeighbours;
  const sandbox = [new URL(stripeJs).origin];
  const payment = { script: sandbox, frame: sandbox, connect: sandbox, image: sandbox };
  return { ...hostedNeighbours, payment, checkout: sandbox };
}
