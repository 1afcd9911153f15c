import type { NeededSources } from '../../core/web/csp';

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
