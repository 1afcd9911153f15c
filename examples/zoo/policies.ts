import { busker, embed, runs, stripe, type Oddity } from './oddity';

const csp = (policy: string) => ({ 'Content-Security-Policy': policy });
const withNonce = `<script nonce="zoo" type="module" async src="${embed}"></script>`;
const blocked = { hosted: 'blocked' } as const;

/** Odd headers, of the page itself. */
export const policies = {
  'policy-with-exact-lines': {
    ends: 'in-page',
    headers: csp(
      `default-src 'self'; script-src ${busker} ${stripe}; connect-src ${busker} ${stripe}; img-src ${busker} ${stripe}; frame-src ${busker} ${stripe}; style-src-attr 'unsafe-inline'`,
    ),
  },
  'policy-strict-dynamic': {
    ends: 'in-page',
    headers: csp(`script-src 'nonce-zoo' 'strict-dynamic'; object-src 'none'; base-uri 'none'`),
    script: withNonce,
  },
  'policy-nonce-alone': { ends: blocked, headers: csp(`script-src 'nonce-zoo'`), script: withNonce },
  'policy-no-frames': { ends: blocked, headers: csp(`frame-src 'none'`) },
  'policy-in-the-page': {
    ends: blocked,
    head: `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`,
  },
  'policy-no-inline-styles': { ends: 'in-page', headers: csp(`style-src 'self'`) },
  'policy-no-forms': { ends: 'in-page', headers: csp(`form-action 'none'`) },
  'policy-no-scripts-at-all': { ends: 'links', headers: csp(`script-src 'none'`) },
  'policy-no-requests': { ends: 'links', headers: csp(`connect-src 'none'`) },
  'policy-no-other-scripts': { ends: 'links', headers: csp(`script-src 'self'`) },
  'policy-no-pictures': { ends: 'in-page', headers: csp(`img-src 'none'`) },
  'policy-only-reported': {
    ends: 'in-page',
    headers: { 'Content-Security-Policy-Report-Only': `default-src 'none'` },
  },
  'policy-sandboxes-the-page': {
    ends: 'in-page',
    headers: csp('sandbox allow-scripts allow-same-origin allow-forms allow-popups'),
  },
  'trusted-types-enforced': {
    ends: blocked,
    inWebKit: {
      ends: 'links',
      because:
        'WebKit checks the integrity of a chunk only in a script element, and this page lets nobody set its address',
    },
    headers: csp(`require-trusted-types-for 'script'; trusted-types 'none'`),
  },
  'trusted-types-with-a-default': {
    ends: 'in-page',
    headers: csp(`require-trusted-types-for 'script'`),
    head: runs(
      `trustedTypes.createPolicy('default', { createScriptURL: (u) => u, createHTML: (h) => h, createScript: (s) => s })`,
    ),
  },
  'no-payment-permission': { ends: 'in-page', headers: { 'Permissions-Policy': 'payment=()' } },
  'isolated-from-other-sites': {
    ends: blocked,
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
  'no-referrer': { ends: 'in-page', headers: { 'Referrer-Policy': 'no-referrer' } },
  'opener-of-same-origin': { ends: 'in-page', headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } },
} as const satisfies Readonly<Record<string, Oddity>>;
