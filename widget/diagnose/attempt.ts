import type { NeededSources } from '../../core/web/csp';

/** Milliseconds that a frame may take to be refused. */
const patience = 2_000;

interface Wanted {
  readonly needed: NeededSources;
  /** Where Stripe.js lies; its address exists at the origin that frames come from, too. */
  readonly stripeJs: string;
}

/**
 * Asks the browser for what the card form loads, and returns `directive address` of everything that a policy of this page refused. Headers
 * may be unreadable, or differ from those that this page came with. Nothing runs: a preload is not executed, a question is taken back at
 * once, and the frame shows the script as text.
 */
export async function attempt({ needed, stripeJs }: Wanted): Promise<readonly string[]> {
  const refused: string[] = [];
  const note = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'enforce') return;
    // There, scripts that a trusted script adds may come from anywhere; a preload may not.
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

/** Of the others the card itself has fetched something already. A pattern is no address to try. */
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
      // What was refused is told in a task of its own.
      setTimeout(resolve);
    };
    const timer = setTimeout(end, patience);
    element.onload = end;
    // Without this word Chromium complains of its own viewer of text.
    element.setAttribute('sandbox', 'allow-scripts');
    element.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden';
    element.src = address;
    document.body.append(element);
  });
}
