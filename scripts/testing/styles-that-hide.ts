/** What decides whether somebody sees an element and can press or mark it, and whether its text is a word of its own. */
const decides = /^(display|visibility|content|pointer-events|(-webkit-)?user-select)$/;

interface StyleNode {
  readonly type: string;
  readonly prop?: string;
  readonly value?: string;
  readonly nodes?: readonly StyleNode[];
  remove(): void;
}

const inOrder = (node: StyleNode): StyleNode[] => [node, ...(node.nodes ?? []).flatMap(inOrder)];

/** The variables in the values of these properties. */
const variables = (root: StyleNode): Set<string> =>
  new Set(
    inOrder(root)
      .filter(({ prop = '' }) => decides.test(prop))
      .flatMap(({ value = '' }) => value.match(/--[\w-]+/g) ?? []),
  );

/**
 * A plugin of PostCSS for tests without layout: a style sheet keeps only what hides elements, or keeps the pointer from them. happy-dom tries each rule on each parent of an element whose
 * role or name a test asks for.
 */
export const stylesThatHide = {
  postcssPlugin: 'styles-that-hide',
  OnceExit(root: StyleNode): void {
    const needed = variables(root);
    for (const node of inOrder(root).reverse()) {
      const { type, prop = '', nodes = [] } = node;
      const stays = type === 'root' || nodes.length > 0 || decides.test(prop) || needed.has(prop);
      if (!stays) node.remove();
    }
  },
};
