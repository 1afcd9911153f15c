import { styles, type Oddity } from './oddity';

const deformed = { hosted: 'deformed' } as const;

/** Odd style sheets. Those that hide the card form end on the hosted page. */
export const styleSheets = {
  'reset-of-everything': {
    ends: 'in-page',
    head: styles('* { margin: 0; padding: 0; border: 0; font: inherit; vertical-align: baseline }'),
  },
  'border-box-everywhere': {
    ends: 'in-page',
    head: styles('*, ::before, ::after { box-sizing: border-box }'),
  },
  'content-box-everywhere': { ends: 'in-page', head: styles('* { box-sizing: content-box !important }') },
  'transitions-everywhere': { ends: 'in-page', head: styles('* { transition: all 0.3s }') },
  'scaled-box': { ends: 'in-page', head: styles('main { transform: scale(0.9) }') },
  'layer-of-its-own': {
    ends: 'in-page',
    head: styles('main { will-change: transform; isolation: isolate }'),
  },
  'grey-filter': { ends: 'in-page', head: styles('main { filter: grayscale(1) }') },
  'inverted-page': { ends: 'in-page', head: styles('html { filter: invert(1); background: #fff }') },
  'zoomed-page': { ends: 'in-page', head: styles('body { zoom: 1.25 }') },
  'contained-box': { ends: 'in-page', head: styles('main { contain: layout paint }') },
  'content-drawn-late': { ends: 'in-page', head: styles('main { content-visibility: auto }') },
  'header-above-everything': {
    ends: 'in-page',
    head: styles('header { position: fixed; inset: 0 0 auto; height: 60px; z-index: 2147483647 }'),
    before: '<header>Shop</header>',
  },
  'dark-page': {
    ends: 'in-page',
    head: styles('html { color-scheme: dark; background: #000; color: #fff }'),
    reader: { colours: 'dark' },
  },
  'styles-for-paper': { ends: 'in-page', head: styles('@media print { busker-card { display: none } }') },
  'hides-what-is-not-defined': {
    ends: 'in-page',
    needsScripts: true,
    head: styles(':not(:defined) { visibility: hidden }'),
  },
  'no-selection': { ends: 'in-page', head: styles('* { user-select: none; -webkit-user-drag: none }') },
  'capital-letters': {
    ends: 'in-page',
    head: styles('* { text-transform: uppercase; letter-spacing: 0.2em }'),
  },
  'appears-slowly': {
    ends: 'in-page',
    head: styles(
      'body { animation: appear 0.2s steps(1, end) } @keyframes appear { from { visibility: hidden } }',
    ),
  },
  'forced-colours': {
    ends: 'in-page',
    notInWebKit: 'WebKit has no forced colours',
    reader: { colours: 'forced' },
  },
  'less-motion': {
    ends: 'in-page',
    notInWebKit: 'MiniBrowser has no setting for it',
    reader: { reducedMotion: true },
  },
  'frames-take-no-taps': { ends: deformed, head: styles('iframe { pointer-events: none !important }') },
  'frames-are-invisible': { ends: deformed, head: styles('iframe { visibility: hidden !important }') },
  'frames-see-through': { ends: deformed, head: styles('iframe { opacity: 0 !important }') },
  'frames-without-height': { ends: deformed, head: styles('iframe { max-height: 1px !important }') },
  // The card's own declaration on that element is also important and more specific.
  'payment-elements-are-hidden': {
    ends: 'in-page',
    head: styles('.StripeElement { display: none !important }'),
  },
  'slotted-parts-are-hidden': { ends: 'in-page', head: styles('[slot] { display: none }') },
  'divs-are-hidden': { ends: 'in-page', head: styles('div { display: none }') },
  // The card's own declarations on its direct children are also important and more specific.
  'children-of-the-card-are-flat': {
    ends: 'in-page',
    head: styles('busker-card > div { width: 0 !important; height: 0; overflow: hidden }'),
  },
  'children-of-the-card-are-moved': {
    ends: 'in-page',
    head: styles('busker-card > * { zoom: 0.1; opacity: 0; transform: translateX(-9999px) }'),
  },
  'divs-without-width': { ends: deformed, head: styles('div { width: 0 }') },
  'parts-are-never-drawn': { ends: deformed, head: styles('busker-card * { content-visibility: hidden }') },
  // The payment provider's own declarations on its frame are important, too.
  'frames-are-not-shown': { ends: 'in-page', head: styles('iframe { display: none !important }') },
  'frames-out-of-the-window': {
    ends: deformed,
    head: styles('iframe { position: fixed !important; left: -9999px !important }'),
  },
  'frames-moved-up': { ends: deformed, head: styles('iframe { transform: translateY(-3000px) !important }') },
  'frames-zoomed-out': { ends: deformed, head: styles('iframe { zoom: 0.1 !important }') },
  'frames-cut-away': { ends: deformed, head: styles('iframe { clip-path: inset(100%) !important }') },
  'page-at-double-size': { ends: 'in-page', head: styles('html { zoom: 2 }') },
  'media-as-wide-as-the-text': {
    ends: 'in-page',
    head: styles('img, video, iframe { max-width: 100%; height: auto }'),
  },
  'frames-have-the-shape-of-films': {
    ends: 'in-page',
    head: styles('iframe { width: 100%; aspect-ratio: 16 / 9; border: 4px solid }'),
  },
  'everything-as-the-browser-has-it': { ends: 'in-page', head: styles('* { all: revert }') },
  'layers-everywhere': {
    ends: 'in-page',
    head: styles('* { position: relative; will-change: transform }'),
  },
  'no-outlines': { ends: 'in-page', head: styles('* { outline: none !important; box-shadow: none }') },
  'scrolls-inside': {
    ends: 'in-page',
    head: styles(
      'html, body { height: 100%; overflow: hidden; margin: 0 } main { height: 100%; overflow: auto }',
    ),
  },
  'turned-box': { ends: 'in-page', head: styles('main { transform: rotate(3deg) }') },
  'letters-as-wide-as-others': { ends: 'in-page', head: styles('* { font: 16px monospace !important }') },
  'card-in-a-line-of-text': {
    ends: 'in-page',
    head: styles('busker-card { display: inline !important }'),
  },
  // Heights that are not the card's.
  'no-height-reserved': { ends: 'in-page', head: styles('busker-card { min-height: 0 !important }') },
  'height-too-low': {
    ends: 'in-page',
    head: styles('busker-card { min-height: 0 !important; height: 120px !important }'),
  },
  'height-of-the-window': { ends: 'in-page', head: styles('busker-card { min-height: 100vh !important }') },
  'height-is-guessed': {
    ends: 'in-page',
    head: styles('busker-card { content-visibility: auto; contain-intrinsic-size: auto 300px }'),
  },
  'height-moves-slowly': {
    ends: 'in-page',
    head: styles(
      'busker-card { min-height: 0 !important; interpolate-size: allow-keywords; transition: all 1s }',
    ),
  },
} as const satisfies Readonly<Record<string, Oddity>>;
