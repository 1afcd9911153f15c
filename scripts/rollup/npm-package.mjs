import { tsImport } from 'tsx/esm/api';

/** Lays package.json, typings and custom-elements.json beside the npm build; they are made of the element's contract. */
export function npmPackage({ version }) {
  return {
    name: 'npm-package',
    async generateBundle() {
      const { npmFiles } = await tsImport('../npm-package/npm-files.ts', import.meta.url);
      for (const [fileName, source] of Object.entries(npmFiles(version)))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
