import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** The version of the card in this release. Builds and tests have it in place of this module, as in browser-scripts.ts. */
export const cardVersion: string = version;
