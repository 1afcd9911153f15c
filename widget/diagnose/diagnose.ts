import { neededSources, type PaySurface } from '../../core/web/csp';
import { ask } from '../data/http-answer';
import { record, string } from '../data/read-json';
import { attempt } from './attempt';
import type { Diagnosis } from './diagnosis';
import { findCauses } from './find-causes';
import { readFacts } from './read-facts';
import { breaksForm } from './try-styles';

interface Card {
  /** Origin of the Busker server; null when the tag does not say. */
  readonly host: string | null;
  readonly handle: string | null;
  readonly pay: PaySurface;
}

/** Looks at the page that holds this card, prints what it found to the console as a table, and returns it. Leaves nothing behind. */
export async function diagnose(element: HTMLElement, { host, handle, pay }: Card): Promise<Diagnosis> {
  const server = host ?? location.origin;
  const [facts, session] = await Promise.all([
    readFacts(element),
    handle ? askForStripe(server, handle) : null,
  ]);
  // The local stand-in for Stripe lies at an address of its own, which only the server knows.
  const stripe = session?.ok ? new URL(session.value).origin : null;
  const sandbox = stripe && !stripe.endsWith('.stripe.com') ? stripe : undefined;
  const refusal =
    session && !session.ok && session.problem.kind === 'refused' ? [session.problem.detail] : [];
  const page = { host: server, pay, sandbox };
  const paysHere = pay === 'in-page' && handle !== null;
  const stripeJs = (session?.ok ? session.value : null) ?? 'https://js.stripe.com/v3/';
  const refused = paysHere ? await attempt({ needed: neededSources(page), stripeJs }) : [];
  // Where the part with the card form does not load, other findings say why.
  const styles = paysHere && (await breaksForm(element).catch(() => false));
  const violations = [...facts.violations, ...refused];
  const diagnosis = findCauses({ ...facts, violations, breaksForm: styles }, page, refusal);
  print(diagnosis);
  return diagnosis;
}

/** Where Stripe.js lies for this owner's tips; refused where tips cannot be taken from this page. Nothing is created by it. */
const askForStripe = (server: string, handle: string) =>
  ask(
    `${server}/v1/tip-sessions`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ handle }),
      credentials: 'omit',
    },
    (body) => string(record(body)['stripeJs']) || null,
  );

/** For whoever called it in the console: it is the answer, so it is printed in any case. */
function print({ ok, findings, policy, permissions, headersRead }: Diagnosis): void {
  const lines = [
    ok
      ? '<busker-card>: nothing on this page stands in the way.'
      : '<busker-card>: this page stands in the way.',
    ...(headersRead
      ? []
      : ['This page’s headers could not be read: only what the page itself holds was looked at.']),
    `Content-Security-Policy: ${policy}`,
    ...(permissions ? [`Permissions-Policy: ${permissions}`] : []),
  ];
  // oxlint-disable-next-line no-console -- it was asked for there
  console.info(lines.join('\n'));
  // oxlint-disable-next-line no-console
  if (!ok) console.table(findings);
}
