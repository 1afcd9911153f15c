import { bundleBrowserScripts } from '../../scripts/rollup/browser-scripts.mjs';

/**
 * The scripts of the server's pages, each bundled from a file of a folder `browser`, by name. Builds and tests have their texts in place of this module
 * (scripts/rollup/browser-scripts.mjs). Where the server runs from its sources, they are bundled when it starts.
 */
export const browserScripts = await bundleBrowserScripts();
