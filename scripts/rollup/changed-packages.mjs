// What the builds change in packages. Each fails the build when the package no longer has what it changes.

/** A plugin that changes the text of one file of a package. Fails too when the program has no such file, which a package may call otherwise. */
const changed = (name, file, pattern, text, fault) => ({
  name,
  transform(code, id) {
    if (!file.test(id)) return null;
    if (code.match(pattern)?.length !== 1) this.error(fault);
    return { code: code.replace(pattern, text), map: null };
  },
  buildEnd(failed) {
    if (!failed && ![...this.getModuleIds()].some((id) => file.test(id))) this.error(fault);
  },
});

/** Preact's own copy of an object, as its builds have it. */
const copies = /function (\w)\(n,l\)\{for\(var u in l\)n\[u\]=l\[u\];return n\}/g;

/**
 * Preact marks what it draws with a key `constructor`, and copies it by assignment. On a page that has frozen `Object.prototype` (locked-down pages do)
 * such an assignment throws, and nothing is drawn again (preactjs/preact has no option for it). A copy without a prototype has nothing to inherit.
 * When Preact no longer has this function, see whether the zoo's page with frozen prototypes needs it still.
 */
export const preactOnFrozenPages = () =>
  changed(
    'preact-on-frozen-pages',
    /\/preact\/dist\/preact\.(module\.js|mjs)$/,
    copies,
    'function $1(n,l){Object.setPrototypeOf(n,null);for(var u in l)n[u]=l[u];return n}',
    'Preact copies objects in another way than it did',
  );

/** r2wc's table of how each kind of prop is read and written. */
const kinds =
  /\{\s*string: \w+,\s*number: \w+,\s*boolean: \w+,\s*function: \w+,\s*method: \w+,\s*json: \w+\s*\}/g;

/** The card declares no props (widget/element/element.ts), so nothing is read from this table: without it, the first load has 240 bytes less. */
export const r2wcWithoutProps = () =>
  changed(
    'r2wc-without-props',
    /\/@r2wc\/core\/dist\/core\.js$/,
    kinds,
    '{}',
    'r2wc reads props in another way than it did',
  );
