const core = /@r2wc\/core\/dist\/core\.js$/;
/** Both are overridden by the card's own class (widget/element/element.ts), which does not call them. */
const overridden = new Set(['attributeChangedCallback', 'observedAttributes']);

const isNode = (value) => typeof value?.type === 'string';
const childrenOf = (node) =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
const within = (node, type) => [
  ...(node.type === type ? [node] : []),
  ...childrenOf(node).flatMap((child) => within(child, type)),
];

/**
 * Leaves out of r2wc what turns attributes into props and props into events: the card declares none to it (widget/element/element.ts reads attributes
 * itself, since r2wc forgets removed ones), but no tree-shaking can know. What stays is its class: the shadow root, mounting, rendering,
 * unmounting. 0.5 kB of every card's first bytes.
 */
export const withoutProps = () => ({
  name: 'r2wc-without-props',
  transform(code, id) {
    if (!core.test(id)) return null;
    const changed = () => this.error(`${id} is not what it used to look like: where are its props?`);
    const program = this.parse(code);
    const makers = program.body.filter(({ type }) => type === 'FunctionDeclaration');
    const maker = makers.find((made) => within(made, 'ClassDeclaration').length === 1) ?? changed();
    const made = within(maker, 'ClassDeclaration')[0];
    const kept = new Set(['ClassDeclaration', 'ReturnStatement']);
    const unused = [
      ...maker.body.body.filter(({ type }) => !kept.has(type)),
      ...made.body.body.filter((member) => overridden.has(member.key?.name)),
      ...within(made, 'ForOfStatement'),
    ];
    const names = unused
      .flatMap((node) => within(node, 'VariableDeclarator'))
      .map(({ id: { name } }) => name);
    const isLeft = (node) => !unused.some(({ start, end }) => start <= node.start && node.end <= end);
    const missed = within(maker, 'Identifier').filter((node) => names.includes(node.name) && isLeft(node));
    if (unused.length < overridden.size + 3 || missed.length > 0) changed();
    const short = unused
      .toSorted((a, b) => b.start - a.start)
      .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code);
    return { code: short, map: null };
  },
});
