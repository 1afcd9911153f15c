import { embed, runs, stripe, type Oddity } from './oddity';

const usual = `<script type="module" async src="${embed}"></script>`;
const late = (code: string) => runs(`addEventListener('load', () => { ${code} })`);
const card = `document.querySelector('busker-card')`;

/** Odd ways to load the script, and pages that change their content. */
export const pageScripts = {
  'script-twice': { ends: 'in-page', script: `${usual}${usual}` },
  'script-under-two-addresses': {
    ends: 'in-page',
    script: `${usual}<script type="module" src="${embed}?ver=6.8"></script>`,
  },
  'script-by-a-tag-manager': {
    ends: 'in-page',
    script: late(
      `const tag = document.createElement('script'); tag.type = 'module'; tag.src = '${embed}'; document.body.append(tag)`,
    ),
  },
  'script-without-its-type': { ends: 'links', script: `<script async src="${embed}"></script>` },
  'script-is-blocked': { ends: 'links', reader: { blocks: 'embed' } },
  'profile-is-blocked': { ends: 'links', reader: { blocks: 'profile' } },
  'no-script-at-all': {
    ends: 'links',
    notInWebKit: 'WebKitWebDriver reads pages by scripts',
    reader: { withoutScript: true },
  },
  'written-by-the-parser': {
    ends: 'in-page',
    needsScripts: true,
    around: (written) => runs(`document.write(${JSON.stringify(written).replaceAll('</', '<\\/')})`),
  },
  'cloned-from-a-template': {
    ends: 'in-page',
    needsScripts: true,
    around: (written) => `<template id="copied">${written}</template><div id="copies"></div>`,
    after: late(`copies.append(copied.content.cloneNode(true))`),
  },
  'page-appended-as-text': { ends: 'in-page', after: late(`document.body.innerHTML += '<p>More</p>'`) },
  'card-is-moved': { ends: 'in-page', after: late(`document.body.prepend(${card})`) },
  'card-leaves-and-returns': {
    ends: 'in-page',
    after: late(`const it = ${card}; it.remove(); setTimeout(() => document.body.append(it))`),
  },
  'card-is-replaced-by-a-clone': {
    ends: 'in-page',
    after: late(`${card}.replaceWith(${card}.cloneNode(true))`),
  },
  'body-is-exchanged': {
    ends: 'in-page',
    after: late(
      `const body = document.body.cloneNode(true); document.documentElement.replaceChild(body, document.body)`,
    ),
  },
  'attributes-set-all-the-time': {
    ends: 'in-page',
    after: late(`setInterval(() => ${card}.setAttribute('theme', 'light'), 100)`),
  },
  'page-is-translated': {
    ends: 'in-page',
    after: late(`const root = () => ${card}.shadowRoot ?? ${card};
      setInterval(() => {
        const walker = document.createTreeWalker(root(), NodeFilter.SHOW_TEXT), texts = [];
        while (walker.nextNode()) texts.push(walker.currentNode);
        for (const text of texts) {
          if (!text.data.trim() || text.parentElement?.localName === 'font') continue;
          const outer = document.createElement('font'), inner = document.createElement('font');
          inner.textContent = text.data; outer.append(inner); text.replaceWith(outer);
        }
      }, 100)`),
  },
  'added-elements-are-removed': {
    ends: { hosted: 'removed' },
    after: late(`new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) node.remove();
      }).observe(${card}, { childList: true })`),
  },
  'changed-attributes-are-put-back': {
    ends: { hosted: 'deformed' },
    after: late(`const undo = new MutationObserver((records) => {
        for (const { target, attributeName, oldValue } of records)
          if (oldValue === null) target.removeAttribute(attributeName);
          else target.setAttribute(attributeName, oldValue);
        undo.takeRecords();
      });
      undo.observe(document.body, { attributes: true, attributeOldValue: true, subtree: true })`),
  },
  'worker-keeps-everything': {
    ends: 'in-page',
    needsScripts: true,
    around: (written) => `<template id="kept">${written}</template><div id="keeper"></div>`,
    after: runs(`(async () => {
        const show = () => keeper.append(kept.content.cloneNode(true));
        try {
          const worker = navigator.serviceWorker;
          if (worker.controller) return show();
          worker.addEventListener('controllerchange', () => location.reload());
          await worker.register('/zoo/keep-everything.js');
        } catch { show() }
      })()`),
  },
  'keys-are-shortcuts': {
    ends: 'in-page',
    after: late(`addEventListener('keydown', (event) => {
        if (event.key.length === 1 && !/INPUT|TEXTAREA/.test(event.target.tagName)) event.preventDefault();
      }, true)`),
  },
  'asks-before-leaving': {
    ends: 'in-page',
    head: runs(`addEventListener('beforeunload', (event) => event.preventDefault())`),
  },
  'payment-script-is-blocked': { ends: { hosted: 'blocked' }, reader: { blocks: 'payment-script' } },
  'payment-script-is-emptied': {
    ends: { hosted: 'blocked' },
    notInWebKit: 'WebKit’s content blockers end requests and answer none',
    reader: { emptiesPaymentScript: true },
  },
  'payment-script-of-another-version': {
    ends: { hosted: 'other-stripe-version' },
    head: runs(`window.Stripe = Object.assign(() => ({}), { version: 'basil' })`),
  },
  'payment-script-is-forbidden': {
    ends: { hosted: 'blocked' },
    head: runs(`Object.defineProperty(window, 'Stripe', { get: () => undefined, set() {} })`),
  },
  'payment-script-is-there': { ends: 'in-page', head: `<script src="${stripe}/stripe.js"></script>` },
  'browser-of-an-app': {
    ends: { hosted: 'in-app' },
    reader: {
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0.0.28.85',
    },
  },
} as const satisfies Readonly<Record<string, Oddity>>;
