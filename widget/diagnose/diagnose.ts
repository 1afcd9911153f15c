import { neededSources } from '../../core/web/csp';
import { ask } from '../data/http-answer';
import { record, string } from '../data/read-json';
import { readSettings } from '../element/attributes';
import { attempt } from './attempt';
import type { Diagnosis } from './diagnosis';
import { findCauses } from './find-causes';
import { readFacts } from './read-facts';
import { breaksForm } from './try-styles';

/** Examines the page around this card, prints a table of its findings to the console, and returns them. It leaves no trace in the page. `defaultHost`: for a tag without `host`. */
export async function diagnose(element: HTMLElement, defaultHost: string | null): Promise<Diagnosis> {
  const { host: own, profile: handle, pay } = readSettings((name) => element.getAttribute(name));
  const host = own ?? defaultHost;
  const server = host ?? location.origin;
  const [facts, session] = await Promise.all([
    readFacts(element, host),
    handle && host ? askForStripe(host, handle) : null,
  ]);
  // Only the server knows the address of the local Stripe emulator.
  const stripe = session?.ok ? new URL(session.value).origin : null;
  const sandbox = stripe && !stripe.endsWith('.stripe.com') ? stripe : undefined;
  const refusal =
    session && !session.ok && session.problem.kind === 'refused' ? [session.problem.detail] : [];
  const page = { host: server, pay: pay ?? 'in-page', sandbox };
  const paysHere = pay !== 'hosted' && handle !== null && host !== null;
  const stripeJs = (session?.ok ? session.value : null) ?? 'https://js.stripe.com/v3/';
  const refused = paysHere ? await attempt({ needed: neededSources(page), stripeJs }) : [];
  // If the pay step cannot be loaded, other findings say why.
  const styles = paysHere && (await breaksForm(element).catch(() => false));
  const violations = [...facts.violations, ...refused];
  const diagnosis = findCauses({ ...facts, violations, breaksForm: styles }, page, refusal);
  print(diagnosis);
  return diagnosis;
}

/** The address of Stripe.js for this owner's tips. The server refuses it if this page cannot take tips. Nothing is created. */
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

/** The caller asked for this answer, so it is always printed. */
function print({ ok, findings, policy, permissions, headersRead }: Diagnosis): void {
  const lines = [
    ok ? '<busker-card>: this page blocks nothing.' : '<busker-card>: this page blocks the card.',
    ...(headersRead ? [] : ['This page’s headers could not be read: only the document itself was checked.']),
    `Content-Security-Policy: ${policy}`,
    ...(permissions ? [`Permissions-Policy: ${permissions}`] : []),
  ];
  // oxlint-disable-next-line no-console -- the caller asked for this output
  console.info(lines.join('\n'));
  // oxlint-disable-next-line no-console
  if (!ok) console.table(findings);
}
