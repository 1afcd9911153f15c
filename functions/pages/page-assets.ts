import { createHash } from 'node:crypto';
import { pageStyle } from './page-style';
import { receiptScript } from './receipt-script';

/** What the server's pages load besides themselves: under its own hash, so that it may be kept for good. */
export interface PageAsset {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

function asset(name: string, extension: string, type: string, text: string): PageAsset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { path: `/v1/assets/${name}-${hash}.${extension}`, type, text };
}

/** Runners that keep function names (tsx does) wrap inner functions in `__name`; in the browser it hands them through. */
const scriptText = (script: (page: Window & typeof globalThis) => void) =>
  `const __name = (given) => given;\n(${script.toString()})(window);\n`;

export const styleAsset = asset('page', 'css', 'text/css; charset=utf-8', pageStyle);
export const receiptAsset = asset(
  'receipt',
  'js',
  'text/javascript; charset=utf-8',
  scriptText(receiptScript),
);

export const pageAssets: readonly PageAsset[] = [styleAsset, receiptAsset];
