import { hostedOrigins, type AllowedOrigins } from '../../core/web/route-headers';
import type { AppConfig } from '../config';

/** Which other origins our pages may speak to: Stripe's, or the sandbox that stands in for it. */
export function allowedOriginsOf({ mode, stripeJs }: AppConfig): AllowedOrigins {
  if (mode !== 'sandbox') return hostedOrigins;
  const sandbox = [new URL(stripeJs).origin];
  const payment = { script: sandbox, frame: sandbox, connect: sandbox, image: sandbox };
  return { ...hostedOrigins, payment, checkout: sandbox };
}
