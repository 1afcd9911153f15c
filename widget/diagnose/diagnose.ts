import {
  neededSources,
  permissionsLine,
  policyDirectives,
  policyLine,
  type HostPage,
  type NeededSources,
  type PolicyDirective,
} from '@busker/core/web/csp';
import { ask, record, string } from '../server/http-answer';
import { readSettings } from '../attributes/attributes';
import type { Diagnosis, Finding } from './diagnosis';
import { hasNonce, keptOut, type Policy } from './policy';
import { lineOfText, readFacts, type PageFacts } from './read-facts';

/** How long a refusal of a frame may take, in milliseconds. */
const patience = 2_000;

interface Wanted {
  readonly needed: NeededSources;
  /** Where Stripe.js is. Frames of the same origin are tried with this address too. */
  readonly stripeJs: string;
}

/**
 * Tries everything that the card form loads, and returns `directive address` for each request that a policy of this page refused. The policy's
 * headers may be unreadable, or not those of this page. Nothing runs: a preload is not executed, the request is aborted, and the frame shows the
 * script as text.
 */
export async function attempt({ needed, stripeJs }: Wanted): Promise<readonly string[]> {
  const refused: string[] = [];
  const note = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'enforce') return;
    // With 'strict-dynamic', a trusted script may add scripts of any origin, but not preload them.
    const { effectiveDirective: directive, blockedURI, originalPolicy } = event;
    if (directive.startsWith('script-src') && originalPolicy.includes("'strict-dynamic'")) return;
    refused.push(`${directive} ${blockedURI}`);
  };
  document.addEventListener('securitypolicyviolation', note);
  const origin = new URL(stripeJs).origin;
  preload('script', stripeJs);
  for (const source of needed['connect-src']) if (isStripe(source, origin)) question(`${source}/v3/`);
  await frame(stripeJs);
  document.removeEventListener('securitypolicyviolation', note);
  return refused;
}

/** The card itself has already loaded something from the others. A pattern cannot be requested. */
const isStripe = (source: string, origin: string): boolean =>
  !source.includes('*') && (source === origin || source.endsWith('.stripe.com'));

function preload(as: string, href: string): void {
  const link = Object.assign(document.createElement('link'), { rel: 'preload', as, href });
  document.head.append(link);
  link.remove();
}

function question(address: string): void {
  const stop = new AbortController();
  fetch(address, { mode: 'no-cors', credentials: 'omit', signal: stop.signal }).catch(() => undefined);
  stop.abort();
}

function frame(address: string): Promise<void> {
  return new Promise((resolve) => {
    const element = document.createElement('iframe');
    const end = () => {
      clearTimeout(timer);
      element.remove();
      // The browser reports refusals in a later task.
      setTimeout(resolve);
    };
    const timer = setTimeout(end, patience);
    element.onload = end;
    // Without `allow-scripts` Chromium logs an error of its own text viewer.
    element.setAttribute('sandbox', 'allow-scripts');
    element.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden';
    element.src = address;
    document.body.append(element);
  });
}

const hosted = 'pay="hosted" on the tag (tips are then paid on Stripe’s own page)';

/** The problems that these facts show, each with the line that fixes it. */
export function findCauses(facts: PageFacts, page: HostPage, refusals: readonly string[]): Diagnosis {
  const findings = [
    ...policyFindings(facts, page),
    ...(page.pay !== 'hosted' ? paymentFindings(facts, page) : []),
    ...frameFindings(facts),
    ...softwareFindings(facts),
    ...refusals.map((text): Finding => ({
      cause: 'server',
      blocks: text,
      mend: 'Dashboard, Embed: allowed sites',
    })),
  ];
  return {
    ok: findings.length === 0,
    findings,
    policy: policyLine(page),
    permissions: permissionsLine(page),
    headersRead: facts.headersRead,
  };
}

const uses = {
  'script-src': 'the card’s parts and the card form',
  'connect-src': 'the profile, tips and payments',
  'img-src': 'pictures and icons',
  'frame-src': 'the card form, the bank’s confirmation, and the check against robots',
} as const;

function policyFindings({ policies, origin, violations }: PageFacts, page: HostPage): readonly Finding[] {
  const needed = neededSources(page);
  // The card loads its chunks with the nonce of its own script.
  const wanted = (policy: Policy, directive: PolicyDirective) =>
    directive === 'script-src' && hasNonce(policy)
      ? needed[directive].filter((source) => source !== page.host)
      : needed[directive];
  return policyDirectives.flatMap((directive) => {
    const blocked = violations
      .filter((violation) => violation.startsWith(directive))
      .flatMap((violation) => needed[directive].filter((source) => violation.includes(` ${source}`)));
    const missing = new Set([
      ...policies.flatMap((policy) => keptOut(policy, directive, wanted(policy, directive), origin)),
      ...blocked,
    ]);
    if (missing.size === 0) return [];
    const mend = `Content-Security-Policy: add to ${directive}: ${[...missing].join(' ')}`;
    return [{ cause: 'content-security-policy', blocks: uses[directive], mend } as const];
  });
}

function paymentFindings(facts: PageFacts, page: HostPage): readonly Finding[] {
  const found: Finding[] = [];
  const form = 'the card form in this page';
  if (facts.mayPay(page.sandbox ?? 'https://js.stripe.com') === false)
    found.push({
      cause: 'permissions-policy',
      blocks: 'Apple Pay and Google Pay',
      mend: `Permissions-Policy: ${permissionsLine(page) ?? ''}; on a frame around this page: allow="payment"`,
    });
  if (facts.trustedTypes)
    found.push({
      cause: 'trusted-types',
      blocks: form,
      mend: `${hosted}, or no require-trusted-types-for 'script' on this page: Stripe’s loader needs a plain script address`,
    });
  if (facts.otherStripe)
    found.push({
      cause: 'other-stripe-version',
      blocks: form,
      mend: `${hosted}, or load https://js.stripe.com/endive/stripe.js in place of this page’s Stripe.js`,
    });
  if (facts.breaksForm)
    found.push({
      cause: 'page-styles',
      blocks: form,
      mend: `${hosted}, or keep this page’s styles for frames away from the card: iframe:not(busker-card *) { … }`,
    });
  if (facts.hasNoAddress)
    found.push({
      cause: 'no-address',
      blocks: form,
      mend: `${hosted}, or give the frame around this page an address of its own: <iframe src="…"> in place of srcdoc or blob:`,
    });
  if (facts.inShadowRoot)
    found.push({
      cause: 'foreign-shadow-root',
      blocks: form,
      mend: `${hosted}, or move <busker-card> out of the other element’s shadow root (into a slot): Stripe refuses shadow roots`,
    });
  return found;
}

function frameFindings({ sandboxLacks }: PageFacts): readonly Finding[] {
  if (!sandboxLacks || sandboxLacks.length === 0) return [];
  return [
    {
      cause: 'sandboxed-frame',
      blocks: 'links and payment pages in a new tab, and the card form',
      mend: `<iframe sandbox="… ${sandboxLacks.join(' ')}">`,
    },
  ];
}

function softwareFindings(facts: PageFacts): readonly Finding[] {
  const found: Finding[] = [];
  const script = (server: string) => `<script type="module" async src="${server}/embed/v1.js"></script>`;
  if (facts.missesHost)
    found.push({
      cause: 'no-host',
      blocks: 'the profile and tips',
      mend: '<busker-card host="https://…" profile="…">: the npm package knows no server',
    });
  if (facts.copiedFrom !== null)
    found.push({
      cause: 'copied-script',
      blocks: 'the profile, tips, and every newer version of the card',
      mend: `${script(facts.copiedFrom)} in place of the copy on this site`,
    });
  if (facts.optimiser !== null)
    found.push({
      cause: 'rewritten-script',
      blocks: 'the card until a visitor touches the page, or for good',
      mend: `${facts.optimiser}: leave out every script whose address contains /embed/ of the Busker server`,
    });
  if (facts.recorders.length > 0)
    found.push({
      cause: 'session-recorder',
      blocks: 'nothing, but it may store what fans type',
      mend: `${facts.recorders.join(', ')}: mask or leave out busker-card`,
    });
  if (facts.jumps) found.push(jump(facts.jumps));
  if (facts.morphing)
    found.push({
      cause: 'morphing-page',
      blocks: `an open tip sheet, each time ${facts.morphing.name} renders the page again`,
      mend: `<div ${facts.morphing.keeps}> around the card`,
    });
  return found;
}

/** The supporters' wall is in no height that is reserved, because it grows with each tip: then it alone moves the page. */
function jump({ reserved, taken, wall }: NonNullable<PageFacts['jumps']>): Finding {
  const height = `<busker-card style="display:block;min-height:${taken}px">`;
  const ofCard = Math.round(taken - reserved - wall);
  const ofWall = `by ${Math.round(wall)} px when the list of supporters arrives`;
  if (wall > 0 && ofCard <= lineOfText)
    return {
      cause: 'wall-height',
      blocks: `nothing, but what is below the card moves once ${ofWall}`,
      mend: `${height}, which is right until the list grows, or nothing below the card`,
    };
  return {
    cause: 'no-height',
    blocks: `nothing, but what is below the card jumps once by ${ofCard} px, when it is drawn${wall > 0 ? `, and ${ofWall}` : ''}`,
    mend: height,
  };
}

/** The styles that Stripe's own elements set. */
const guarded = 'display:block!important;position:relative!important;opacity:1!important;margin:0!important';
const framed = `${guarded};border:0!important;width:100%!important;min-width:100%!important;height:200px`;

/**
 * Whether this page's styles break the card form. An open form is tested itself; otherwise an empty frame is inserted in its place and removed before
 * the browser paints.
 */
export async function breaksForm(element: HTMLElement): Promise<boolean> {
  const shadow = element.shadowRoot;
  if (!shadow) return false;
  // Through the sheet's chunk, so that the build makes no further chunk that both share.
  const { loadPayStep } = await import('../sheet/tip-sheet');
  const { isDeformed } = await loadPayStep();
  const opened = element.querySelector<HTMLElement>(':scope > [slot="busker-pay"]');
  if (opened) return isDeformed(opened);
  // As much of the window as the sheet leaves to what it holds.
  const port = document.createElement('div');
  const around = innerHeight > 480 ? 240 : 120;
  port.style.cssText = `all:initial;position:fixed;inset:0 auto auto 0;width:320px;max-height:calc(100% - ${around}px);overflow:auto`;
  const box = port.appendChild(document.createElement('div'));
  box.style.cssText = 'all:initial;display:block;height:200px';
  box.append(Object.assign(document.createElement('slot'), { name: 'busker-try' }));
  const place = Object.assign(document.createElement('div'), {
    slot: 'busker-try',
    className: 'StripeElement',
  });
  // The same styles as in the sheet, which override every rule of the page.
  place.style.cssText = 'all:initial!important;display:block!important;visibility:inherit!important';
  const wrap = Object.assign(document.createElement('div'), { className: '__PrivateStripeElement' });
  wrap.style.cssText = guarded;
  const frame = document.createElement('iframe');
  frame.style.cssText = framed;
  wrap.append(frame);
  place.append(wrap);
  shadow.append(port);
  element.append(place);
  if (typeof port.showPopover === 'function') {
    port.popover = 'manual';
    port.showPopover();
  }
  const broken = isDeformed(place);
  place.remove();
  port.remove();
  return broken;
}

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
