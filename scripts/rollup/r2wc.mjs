const core = /@r2wc\/core\/dist\/core\.js$/;
const converters =
  /\{\s*string: \w+,\s*number: \w+,\s*boolean: \w+,\s*function: \w+,\s*method: \w+,\s*json: \w+\s*\}/;

/**
 * Leaves out of r2wc its converters between attributes and props, which tree-shaking cannot prove unused: the card declares no props to it (widget/element.ts
 * reads attributes itself, since r2wc forgets removed ones), so none is ever looked up. 0.2 kB of every card's first bytes.
 */
export const withoutConverters = () => ({
  name: 'r2wc-without-converters',
  transform(code, id) {
    if (!core.test(id)) return null;
    if (!converters.test(code))
      this.error(`${id} is not what it used to look like: where are its converters?`);
    return { code: code.replace(converters, '{}'), map: null };
  },
});
