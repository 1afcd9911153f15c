import { createHash } from 'node:crypto';
import { challengeScript } from '../limits/challenge-script';
import { challengeAnswerScript } from '../reports/challenge-answer-script';
import { manageScript } from '../monthly/page/manage-script';
import { printScript } from '../monthly/page/print-script';
import { frameScript } from './frame-script';
import { offlineScript } from '../tips/form/offline-script';
import { pageIcon } from './page-icon';
import { pageStyle } from './page-style';
import { receiptScript } from '../tips/receipt/receipt-script';
import { watchScript } from '../tips/receipt/watch/watch-script';
import { watchWorker } from '../tips/receipt/watch/watch-worker';

/** The assets of the server's pages, each under its own hash, so that caches may keep them for ever. */
export interface PageAsset {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

function asset(name: string, ending: string, type: string, text: string): PageAsset {
  return { path: `/v1/assets/${name}-${hashOf(text)}.${ending}`, type, text };
}

/** Runners that keep function names (tsx) wrap inner functions in `__name`. In the browser it returns its argument. */
const calledWith = (script: (...given: never[]) => unknown, given: string) =>
  `const __name = (given) => given;\n(${script.toString()})(${given});\n`;
const scriptText = (script: (page: Window & typeof globalThis) => void) => calledWith(script, 'window');

const javaScript = 'text/javascript; charset=utf-8';

export const receiptAsset = asset(
  'receipt',
  'js',
  javaScript,
  calledWith(receiptScript, `window, ${watchScript.toString()}, ${manageScript.toString()}`),
);
/** The service worker of the receipts. Its address never changes: that is its identity for browsers, and its folder is its scope. */
export const watchWorkerAsset: PageAsset = {
  path: '/t/watch-worker.js',
  type: javaScript,
  text: calledWith(watchWorker, 'self'),
};
export const frameAsset = asset('frame', 'js', javaScript, scriptText(frameScript));
export const offlineAsset = asset('offline', 'js', javaScript, scriptText(offlineScript));
export const challengeAsset = asset('challenge', 'js', javaScript, scriptText(challengeScript));
export const challengeAnswerAsset = asset(
  'challenge-answer',
  'js',
  javaScript,
  scriptText(challengeAnswerScript),
);
export const printAsset = asset('print', 'js', javaScript, scriptText(printScript));
export const iconAsset = asset('icon', 'svg', 'image/svg+xml', pageIcon);

/** The style sheet without an owner's colours. */
export const styleAsset = asset('page', 'css', 'text/css; charset=utf-8', pageStyle(null));

export const pageAssets: readonly PageAsset[] = [
  receiptAsset,
  frameAsset,
  offlineAsset,
  challengeAsset,
  challengeAnswerAsset,
  printAsset,
  iconAsset,
];

export const stylePath = '/v1/assets/:style{page-[0-9a-f]+(?:-[0-9a-f]{6})?\\.css}';

/** The URL of the style sheet with this accent (`#rrggbb`, null = Busker's own). */
export function styleAddress(accent: string | null): string {
  if (accent === null) return styleAsset.path;
  return styleAsset.path.replace('.css', `-${accent.slice(1).toLowerCase()}.css`);
}

/** The style sheet of a URL. A cached page may request the style sheet of an earlier deploy: it gets the current one, without caching. */
export function styleAt(name: string): { readonly text: string; readonly current: boolean } {
  const colour = /-([0-9a-f]{6})\.css$/.exec(name)?.[1];
  const accent = colour === undefined ? null : `#${colour}`;
  return { text: pageStyle(accent), current: styleAddress(accent).endsWith(`/${name}`) };
}
