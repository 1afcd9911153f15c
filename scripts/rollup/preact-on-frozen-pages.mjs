/** Preact's own copy of an object, as its builds have it. */
const copies = /function (\w)\(n,l\)\{for\(var u in l\)n\[u\]=l\[u\];return n\}/g;

/**
 * Preact marks what it draws with a key `constructor`, and copies it by assignment. On a page that has frozen `Object.prototype` (locked-down pages do)
 * such an assignment throws, and nothing is drawn again (preactjs/preact has no option for it). A copy without a prototype has nothing to inherit.
 * Fails the build when Preact no longer has this function: then see whether the zoo's page with frozen prototypes needs it still.
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
