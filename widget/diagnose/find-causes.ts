import {
  neededSources,
  permissionsLine,
  policyDirectives,
  policyLine,
  type HostPage,
  type PolicyDirective,
} from '../../core/web/csp';
import type { Diagnosis, Finding } from './diagnosis';
import { hasNonce, keptOut, type Policy } from './policy';
import type { PageFacts } from './read-facts';

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
  if (facts.jumps)
    found.push({
      cause: 'no-height',
      blocks: `nothing, but what is below the card jumps once by ${facts.jumps.taken - facts.jumps.reserved} px, when it is drawn`,
      mend: `<busker-card style="display:block;min-height:${facts.jumps.taken}px">`,
    });
  if (facts.morphing)
    found.push({
      cause: 'morphing-page',
      blocks: `an open tip sheet, each time ${facts.morphing.name} renders the page again`,
      mend: `<div ${facts.morphing.keeps}> around the card`,
    });
  return found;
}
