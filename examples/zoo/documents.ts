import { runs, styles, type Oddity } from './oddity';

const covered = { hosted: 'covered' } as const;

/** Odd documents: their type, base address, direction, and the box in which the card lies. */
export const documents = {
  'nothing-odd': { ends: 'in-page' },
  'quirks-mode': { ends: 'in-page', doctype: '' },
  'limited-quirks-mode': {
    ends: 'in-page',
    doctype:
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  },
  'base-href': { ends: 'in-page', head: '<base href="https://elsewhere.example/deep/">' },
  'base-target': { ends: 'in-page', head: '<base target="_blank">' },
  'right-to-left': { ends: 'in-page', html: 'dir="rtl"' },
  'vertical-writing': { ends: 'in-page', head: styles('html { writing-mode: vertical-rl }') },
  'huge-letters': { ends: 'in-page', head: styles('html { font-size: 300% }') },
  'tiny-letters': { ends: 'in-page', head: styles('html { font-size: 40% }') },
  'narrow-column': { ends: 'in-page', around: (card) => `<div style="width: 180px">${card}</div>` },
  'in-a-table': {
    ends: 'in-page',
    around: (card) => `<table border="1"><tr><td>Left</td><td>${card}</td></tr></table>`,
  },
  'in-columns': { ends: 'in-page', around: (card) => `<div style="columns: 3">${card}</div>` },
  'in-a-grid': {
    ends: 'in-page',
    around: (card) => `<div style="display: grid; place-items: center">${card}</div>`,
  },
  'in-a-row': { ends: 'in-page', around: (card) => `<div style="display: flex">${card}<p>Right</p></div>` },
  'in-a-list': { ends: 'in-page', around: (card) => `<ul><li>One</li><li>${card}</li></ul>` },
  'in-a-link': { ends: 'in-page', around: (card) => `<section role="link" tabindex="0">${card}</section>` },
  // A press inside the card is the card's alone (docs/sites/embedding.md).
  'in-a-true-link': {
    ends: 'in-page',
    around: (card) => `<a href="/zoo/gone/" class="wp-block-cover">${card}</a>`,
    // A parser would end the link at the first link inside.
    after: runs(`addEventListener('DOMContentLoaded', () => {
        for (const card of document.querySelectorAll('busker-card')) if (!card.closest('a')) {
          const link = document.createElement('a'); link.href = '/zoo/gone/'; card.before(link); link.append(card);
        }
      })`),
  },
  'in-a-teaser': {
    ends: 'in-page',
    around: (card) => `<article onclick="location.href = '/zoo/gone/'">${card}</article>`,
  },
  'in-a-teaser-for-keys': {
    ends: 'in-page',
    around: (card) =>
      `<div tabindex="0" onkeydown="if (event.key === 'Enter' || event.key === ' ') location.href = '/zoo/gone/'" ondblclick="location.href = '/zoo/gone/'">${card}</div>`,
  },
  'document-follows-clicks': {
    ends: 'in-page',
    around: (card) => `<section data-href="/zoo/gone/">${card}</section>`,
    after: runs(`for (const name of ['click', 'auxclick']) document.addEventListener(name, ({ target }) => {
        const found = target.closest('[data-href]'); if (found) location.href = found.dataset.href;
      })`),
  },
  'in-a-slide-that-turns': {
    ends: 'in-page',
    around: (card) => `<div id="slide">${card}</div>`,
    after: runs(
      `slide.addEventListener('click', (event) => { event.preventDefault(); slide.hidden = true; })`,
    ),
  },
  'in-a-label': { ends: 'in-page', around: (card) => `<label>Support us ${card}</label>` },
  'in-a-form': {
    ends: 'in-page',
    around: (card) => `<form action="/zoo/nothing-odd/"><input name="q" aria-label="Search">${card}</form>`,
  },
  'in-details': {
    ends: 'in-page',
    around: (card) => `<details open><summary>Support us</summary>${card}</details>`,
  },
  // Above these, a bank's question could not be pressed.
  'in-a-modal-dialog': {
    ends: covered,
    needsScripts: true,
    around: (card) => `<dialog id="own"><button>Close</button>${card}</dialog>`,
    after: runs('own.showModal()'),
  },
  'in-a-dialog-of-a-frame': {
    ends: covered,
    needsScripts: true,
    frame: (address) =>
      `<dialog id="framing" style="width: 90%; height: 90vh"><iframe title="Support us" src="${address}" style="width: 100%; height: 80vh"></iframe></dialog>`,
    around: (card) => `<dialog id="own">${card}</dialog>`,
    after: runs('own.showModal(); try { parent.framing?.showModal() } catch {}'),
  },
  'body-takes-no-taps': {
    ends: covered,
    head: styles('body { pointer-events: none } [role=dialog] { pointer-events: auto }'),
    around: (card) => `<div role="dialog" aria-modal="true" aria-label="Support">${card}</div>`,
  },
  'new-elements-are-inert': {
    ends: covered,
    after: runs(`new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) if (node.localName === 'div') node.inert = true;
      }).observe(document.body, { childList: true })`),
  },
  'new-elements-are-not-read': {
    ends: covered,
    after: runs(`new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) node.ariaHidden = 'true';
      }).observe(document.body, { childList: true })`),
  },
  'new-elements-are-removed': {
    ends: covered,
    after: runs(`new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) if (node.localName !== 'script') node.remove();
      }).observe(document.body, { childList: true })`),
  },
  // A popover that is not modal: the bank's question is below it.
  'in-a-popover': {
    ends: covered,
    needsScripts: true,
    around: (card) => `<section id="pops" popover="manual">${card}</section>`,
    // Another oddity may write the markup again, and the root is closed in it.
    after: runs(`setInterval(() => pops.matches(':popover-open') || pops.showPopover(), 100)`),
  },
  'beside-what-is-inert': { ends: 'in-page', before: '<nav inert><a href="/">Home</a></nav>' },
  'low-and-clipped': {
    ends: 'in-page',
    around: (card) => `<div style="height: 640px; overflow: hidden">${card}</div>`,
  },
  'scrolls-smoothly': {
    ends: 'in-page',
    head: styles('html { scroll-behavior: smooth; scroll-snap-type: y mandatory }'),
  },
  'can-be-edited': { ends: 'in-page', body: 'contenteditable' },
  'in-turkish': {
    ends: 'in-page',
    html: 'lang="tr"',
    around: (card) => `<div lang="en">${card}</div>`,
  },
  // Tags of languages as other software writes them, or does not.
  'language-with-underscore': { ends: 'in-page', html: 'lang="en_US"' },
  'language-of-posix': { ends: 'in-page', html: 'lang="en_US.UTF-8"' },
  'language-not-filled-in': { ends: 'in-page', html: 'lang="{{ page.lang }}"' },
  'language-x-default': { ends: 'in-page', html: 'lang="x-default"' },
  'language-of-ones-own': { ends: 'in-page', html: 'lang="en-US-x-twain"' },
  'in-an-old-encoding': {
    ends: 'in-page',
    headers: { 'Content-Type': 'text/html; charset=windows-1252' },
  },
  'names-hide-the-document': {
    ends: 'in-page',
    before: '<form name="title"></form><form name="referrer"></form><form name="forms"></form>',
  },
  'has-a-focus-trap': {
    ends: 'in-page',
    around: (card) => `<section id="trap" tabindex="-1">${card}</section>`,
    after: runs(`addEventListener('focusin', ({ target }) => { if (!trap.contains(target)) trap.focus() })`),
  },
  'no-viewport-on-a-phone': { ends: 'in-page', reader: { viewport: { width: 390, height: 844 } } },
} as const satisfies Readonly<Record<string, Oddity>>;
