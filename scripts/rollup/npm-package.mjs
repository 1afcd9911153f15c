import { tsImport } from 'tsx/esm/api';

/** Which chunks import React among those that a page loads with this entry, now or later; the dynamic imports count. */
export function chunksWithReact(bundle, entry) {
  const seen = new Set([entry]);
  for (const name of seen) {
    const { imports = [], dynamicImports = [] } = bundle[name] ?? {};
    for (const next of [...imports, ...dynamicImports]) seen.add(next);
  }
  const isReact = (name) => /^react(-dom)?(\/|$)/.test(name);
  return [...seen].filter((name) => bundle[name]?.imports?.some(isReact));
}

/** Lays package.json, README, LICENSE, typings and custom-elements.json beside the npm build. */
export function npmPackage({ version }) {
  return {
    name: 'npm-package',
    async generateBundle(_options, bundle) {
      const found = chunksWithReact(bundle, 'index.js');
      if (found.length > 0)
        this.error(
          `The plain entry of the npm package must work without React, but ${found.join(', ')} imports it.`,
        );
      const { npmFiles } = await tsImport('../npm-package/npm-files.ts', import.meta.url);
      for (const [fileName, source] of Object.entries(npmFiles(version)))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
