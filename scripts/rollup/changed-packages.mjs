// What the builds change in packages. Each fails the build when the package no longer has what it changes.

/** Preact's own copy of an object, as its builds have it. */
const copies = /function (\w)\(n,l\)\{for\(var u in l\)n\[u\]=l\[u\];return n\}/g;

/**
 * Preact marks what it draws with a key `constructor`, and copies it by assignment. On a page that has frozen `Object.prototype` (locked-down pages do)
 * such an assignment throws, and nothing is drawn again (preactjs/preact has no option for it). A copy without a prototype has nothing to inherit.
 * When Preact no longer has this function, see whether the zoo's page with frozen prototypes needs it still.
 */
export function preactOnFrozenPages() {
  return {
    name: 'preact-on-frozen-pages',
    transform(code, id) {
      if (!/\/preact\/dist\/preact\.(module\.js|mjs)$/.test(id)) return null;
      if (code.match(copies)?.length !== 1) this.error('Preact copies objects in another way than it did');
      return {
        code: code.replace(
          copies,
          'function $1(n,l){Object.setPrototypeOf(n,null);for(var u in l)n[u]=l[u];return n}',
        ),
        map: null,
      };
    },
  };
}

/** r2wc's table of how each kind of prop is read and written. */
const kinds =
  /\{\s*string: \w+,\s*number: \w+,\s*boolean: \w+,\s*function: \w+,\s*method: \w+,\s*json: \w+\s*\}/g;

/** The card declares no props (widget/element/element.ts), so nothing is read from this table: without it, the first load has 240 bytes less. */
export function r2wcWithoutProps() {
  return {
    name: 'r2wc-without-props',
    transform(code, id) {
      if (!id.endsWith('/@r2wc/core/dist/core.js')) return null;
      if (code.match(kinds)?.length !== 1) this.error('r2wc reads props in another way than it did');
      return { code: code.replace(kinds, '{}'), map: null };
    },
  };
}
