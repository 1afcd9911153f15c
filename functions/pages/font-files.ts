import { readFontFiles } from '../../scripts/rollup/browser-scripts.mjs';

/** The files of the served fonts in Base64, by font, weight and letters: `arimo-700-latin`. Builds and tests have them in place of this module, as in browser-scripts.ts. */
export const fontFiles: Readonly<Record<string, string>> = await readFontFiles();
