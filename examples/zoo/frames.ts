import { type Oddity } from './oddity';

const frame = (address: string, more = '') =>
  `<iframe title="Support us" src="${address}" style="width: 100%; height: 680px" ${more}></iframe>`;

/** The page with the card is shown in a frame of another page, or the card lies in another component. */
export const frames = {
  'frame-of-the-same-site': { ends: 'in-page', frame: (address) => frame(address) },
  'frame-of-another-site': {
    ends: 'in-page',
    needsScripts: true,
    frame: (address) =>
      `<div id="place"></div><script>place.innerHTML = ${JSON.stringify(frame('ADDRESS'))}
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
  'frame-without-scripts': { ends: 'links', frame: (address) => frame(address, 'sandbox="allow-popups"') },
  'frame-that-moves': {
    ends: 'in-page',
    frame: (address) =>
      `<div id="place"></div>${frame(address, 'id="moves"')}
       <script>addEventListener('load', () => place.append(moves))</script>`,
  },
  'inside-an-open-shadow-root': {
    ends: { hosted: 'foreign-shadow-root' },
    around: (card) => `<section><template shadowrootmode="open">${card}</template></section>`,
  },
  'inside-a-root-made-by-script': {
    ends: { hosted: 'foreign-shadow-root' },
    needsScripts: true,
    around: (card) => `<template id="inner">${card}</template><section id="place"></section>`,
    after: `<script>place.attachShadow({ mode: 'open' }).append(inner.content.cloneNode(true))</script>`,
  },
  'in-the-slot-of-a-component': {
    ends: 'in-page',
    around: (card) =>
      `<section><template shadowrootmode="open"><h2>Support us</h2><slot></slot></template>${card}</section>`,
  },
} as const satisfies Readonly<Record<string, Oddity>>;
