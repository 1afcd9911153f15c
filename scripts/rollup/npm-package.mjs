import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { importTypeScript } from './transpile.mjs';

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

/**
 * What goes wrong when a server imports the package: a Node without a browser's globals imports each of its entries. Null if nothing does, nothing is
 * printed and nothing keeps the process alive.
 * @param {string} folder the built package
 */
export async function faultOnServer(folder) {
  const { exports } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const entries = Object.values(exports).flatMap((target) => target.default ?? []);
  const addresses = entries.map((entry) => pathToFileURL(resolve(folder, entry)).href);
  const script = addresses.map((address) => `await import(${JSON.stringify(address)});`).join('\n');
  const args = ['--input-type=module', '--eval', script];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    timeout: 60_000,
    // Nothing that is set for this build may stand in for what a server lacks.
    env: { PATH: process.env.PATH ?? '' },
  }).catch((problem) => ({ stdout: '', stderr: problem.stderr || problem.message }));
  return `${stdout}${stderr}`.trim() || null;
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
      const { npmFiles } = await importTypeScript('widget/npm-files.ts');
      for (const [fileName, source] of Object.entries(npmFiles(version)))
        this.emitFile({ type: 'asset', fileName, source });
    },
    async writeBundle({ dir }) {
      const fault = await faultOnServer(dir);
      if (fault !== null)
        this.error(`A server must be able to import the npm package where there is no document:\n${fault}`);
    },
  };
}
