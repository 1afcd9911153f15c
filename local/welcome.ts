import { outboxPath } from '@busker/emulator-auth/pages/serve-page';
import type { Busker } from './start';

const address = (text: string): string => text.padEnd(42);

/** The output of `npm start` after the start: the addresses and the state folder. */
export function welcome(
  { app, examples, stripe }: Busker['addresses'],
  { seconds, stateDir }: { readonly seconds: number; readonly stateDir: string },
): string {
  return `
  Dashboard       ${address(app)} sign in as ada@example.com, password busker-demo
  Public page     ${address(`${app}/@ada`)}
  Example sites   ${address(`${examples}/plain-html/`)} Ada's card on another site: send a tip
                  ${address(`${examples}/strict-csp/`)} the same card under a strict content security policy
  Documents       ${address(`${app}/docs/`)} for owners, sites, hosts and developers
  Outbox          ${address(`${app}${outboxPath}`)} emails and text messages that a hosted project would send
  Stripe sandbox  ${address(stripe)} test card 4242 4242 4242 4242, any future date, any CVC

Busker is ready, ${seconds.toFixed(1)} s after its build. Ctrl-C stops it. Its data stays in ${stateDir}.`;
}
