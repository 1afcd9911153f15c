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

const frame = (address: string, more = '') =>
  `<iframe title="Support us" src="${address}" style="width: 100%; height: 680px" ${more}></iframe>`;

/** A frame that a script fills with the markup of the page with the card. */
const filled = (address: string, fill: string) =>
  `<iframe title="Support us" id="filled" style="width: 100%; height: 680px"></iframe>
   <script>fetch('${address}').then((answer) => answer.text()).then((html) => {
     const frame = document.getElementById('filled'); ${fill} })</script>`;

/** The page with the card is shown in a frame of another page, or the card lies in another component. */
export const frames = {
  'frame-of-the-same-site': { ends: 'in-page', frame: (address) => frame(address) },
  'frame-of-another-site': {
    ends: 'in-page',
    needsScripts: true,
    frame: (address) =>
      `<div id="elsewhere"></div><script>elsewhere.innerHTML = ${JSON.stringify(frame('ADDRESS'))}
        .replace('ADDRESS', 'http://zoo.localhost:' + location.port + '${address}')</script>`,
  },
  'frame-that-waits': { ends: 'in-page', frame: (address) => frame(address, 'loading="lazy"') },
  'frame-with-a-sandbox': {
    ends: 'in-page',
    frame: (address) => frame(address, 'sandbox="allow-scripts allow-same-origin allow-forms allow-popups"'),
  },
  'frame-without-an-origin': {
    ends: { hosted: 'blocked' },
    frame: (address) => frame(address, 'sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"'),
  },
  'frame-written-in-an-attribute': {
    ends: { hosted: 'no-address' },
    needsScripts: true,
    frame: (address) => filled(address, 'frame.srcdoc = html'),
  },
  'frame-of-a-blob': {
    ends: { hosted: 'no-address' },
    needsScripts: true,
    frame: (address) =>
      filled(address, `frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }))`),
  },
  'frame-written-by-a-script': {
    ends: 'in-page',
    needsScripts: true,
    frame: (address) =>
      filled(address, 'const inner = frame.contentDocument; inner.open(); inner.write(html); inner.close()'),
  },
  'frame-of-an-object': {
    ends: 'in-page',
    notInFirefox: 'Playwright waits for an event of the object that never comes over WebDriver BiDi',
    notInWebKit: 'WebKitWebDriver enters no object',
    frame: (address) =>
      `<object type="text/html" data="${address}" style="width: 100%; height: 680px"></object>`,
  },
  'low-frame': {
    ends: 'in-page',
    frame: (address) =>
      `<iframe title="Support us" src="${address}" style="width: 320px; height: 240px"></iframe>`,
  },
  'frame-without-scripts': {
    ends: 'links',
    notInWebKit: 'WebKitWebDriver reads pages by scripts',
    frame: (address) => frame(address, 'sandbox="allow-popups"'),
  },
  'frame-that-moves': {
    ends: 'in-page',
    frame: (address) =>
      `<div id="goal"></div>${frame(address, 'id="moves"')}
       <script>addEventListener('load', () => goal.append(moves))</script>`,
  },
  'inside-an-open-shadow-root': {
    ends: { hosted: 'foreign-shadow-root' },
    around: (card) => `<section><template shadowrootmode="open">${card}</template></section>`,
  },
  'inside-a-root-made-by-script': {
    ends: { hosted: 'foreign-shadow-root' },
    needsScripts: true,
    around: (card) => `<template id="shown">${card}</template><section id="opened"></section>`,
    after: runs(`opened.attachShadow({ mode: 'open' }).append(shown.content.cloneNode(true))`),
  },
  'inside-a-closed-shadow-root': {
    ends: { hosted: 'foreign-shadow-root' },
    notInWebKit: 'WebKitWebDriver runs nothing before the page that would keep the root open for the test',
    needsScripts: true,
    around: (card) => `<template id="hidden">${card}</template><section id="closed"></section>`,
    after: runs(`document.getElementById('closed').attachShadow({ mode: 'closed' })
      .append(document.getElementById('hidden').content.cloneNode(true))`),
  },
  'in-the-slot-of-a-component': {
    ends: 'in-page',
    around: (card) =>
      `<section><template shadowrootmode="open"><h2>Support us</h2><slot></slot></template>${card}</section>`,
  },
} as const satisfies Readonly<Record<string, Oddity>>;
