import { readFontFiles } from '../../scripts/rollup/browser-scripts.mjs';

/** The files of the served fonts in Base64, by font and weight: `arimo-700`. Builds and tests have them in place of this module, as in browser-scripts.ts. */
export const fontFiles: Readonly<Record<string, string>> = await readFontFiles();
