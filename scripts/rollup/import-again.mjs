/**
 * Makes the function that the built code calls in place of `import(address)`. After a module failed to load, Chromium (at least up to version 147)
 * fails every later import of it at once, also when the network is back. With another URL fragment it requests the module again. @returns {(address:
 * string, load: (address: string) => Promise<unknown>) => Promise<unknown>}
 */
export function importer() {
  const failures = new Map();
  return (address, load) => {
    const failed = failures.get(address) ?? 0;
    return load(failed === 0 ? address : `${address}#again-${failed}`).catch((error) => {
      failures.set(address, failed + 1);
      throw error;
    });
  };
}

const name = 'importOrAskAgain';

/** Lets a later `import()` of the same chunk succeed after one that failed. Belongs before the minifier. */
export function importAgain() {
  return {
    name: 'import-again',

    renderDynamicImport: () => ({ left: `${name}(`, right: ', (address) => import(address))' }),

    renderChunk: (code) =>
      code.includes(`${name}(`)
        ? { code: `const ${name} = (${importer.toString()})();\n${code}`, map: null }
        : null,
  };
}
