import { hostedOrigins, type AllowedOrigins } from '../../core/web/route-headers';
import type { AppConfig } from '../config';

/** The other origins that our pages may contact: Stripe's, or the sandbox's emulator. */
export function allowedOriginsOf({ mode, stripeJs }: AppConfig): AllowedOrigins {
  if (mode !== 'sandbox') return hostedOrigins;
  const sandbox = [new URL(stripeJs).origin];
  const payment = { script: sandbox, frame: sandbox, connect: sandbox, image: sandbox };
  return { ...hostedOrigins, payment, checkout: sandbox };
}
