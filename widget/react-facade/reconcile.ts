import { setProps, setRef } from './dom-props';
import { attempt, cleanUp, rootOf, runEffects, withHooks } from './hooks';
import { Fragment, isDescription, type Description, type TreeNode } from './node';

const svg = 'http://www.w3.org/2000/svg';

/** As React's `createRoot`: the first render empties an element, but not a shadow root. */
export function createRoot(container: Element) {
  let root: TreeNode | null = null;
  const render = (tree: unknown): void => {
    if (!root && container.nodeType === Node.ELEMENT_NODE) container.textContent = '';
    const node = (root ??= makeNode({ type: 'root', props: {}, key: null }, null, container));
    commit(node, (rendered) => update(node, tree, rendered));
  };
  return {
    render,
    unmount: (): void => {
      if (root) render(null);
      root = null;
    },
  };
}

/** Renders, runs the effects of everything that was rendered, and empties a root in which anything threw. */
function commit(node: TreeNode, work: (rendered: TreeNode[]) => void): void {
  const rendered: TreeNode[] = [];
  attempt(node, () => {
    work(rendered);
    runEffects(rendered);
  });
  const root = rootOf(node);
  if (root.isDirty) update(root, null, []);
  root.isDirty = false;
}

/** Renders a component whose state has changed, unless it is gone or was already rendered with its parent. */
function renderAgain(node: TreeNode): void {
  const { made } = node;
  if (node.isGone || !node.isDirty || typeof made === 'string') return;
  commit(node, (rendered) => {
    render(node, made, rendered);
    const home = homeOf(node);
    if (home.dom) place(node, home.dom, domAfter(node));
  });
}

function render(node: TreeNode, made: Description, rendered: TreeNode[]): void {
  const { type, props } = made;
  // The same description again (children that were passed through): nothing has changed.
  if (node.made === made && !node.isDirty) return;
  const old = typeof node.made === 'string' ? {} : node.made.props;
  node.made = made;
  node.isDirty = false;
  if (typeof type === 'function') {
    update(
      node,
      withHooks(node, () => type(props)),
      rendered,
    );
    rendered.push(node);
    return;
  }
  if (node.dom instanceof Element) {
    const { dom } = node;
    // Children first: a select's value needs its options.
    update(node, props['children'], rendered);
    setProps(dom, props, old);
  }
}

/** Matches new children with old ones: by key, otherwise by position, and always by type. */
function update(node: TreeNode, wanted: unknown, rendered: TreeNode[]): void {
  const list = unwrap(wanted);
  // As in React, an only child matches the first old child without a key, wherever it was.
  const isOnly = !Array.isArray(list);
  const old = node.children;
  const keyed = new Map(
    old.flatMap((child) => (child && keyOf(child.made) !== undefined ? [[keyOf(child.made), child]] : [])),
  );
  const kept = new Set<TreeNode>();
  const said = textOf(old);
  node.children = (Array.isArray(list) ? (list as readonly unknown[]) : [list]).map((raw, index) => {
    const made = normal(raw);
    if (made === null) return null;
    const key = keyOf(made);
    const candidate = key !== undefined ? keyed.get(key) : isOnly ? old.find(isUnkeyed) : old[index];
    const match = candidate && isSame(candidate.made, made) ? candidate : null;
    if (match) kept.add(match);
    return revive(node, match, made, rendered);
  });
  for (const child of old) if (child && !kept.has(child)) remove(child, true);
  if (said !== null && said === textOf(node.children)) return;
  // The container may be a shadow root, which is not an element.
  if (node.dom) placeChildren(node, node.dom, null);
  if (node.dom instanceof Element && [...old, ...node.children].some(isText)) dropForeign(node, node.dom);
}

const isText = (node: TreeNode | null): boolean => typeof node?.made === 'string';

/** The text of an element that contains only text; null for any other element. */
const textOf = (children: TreeNode['children']): string | null =>
  children.length > 0 && children.every(isText) ? JSON.stringify(children.map((child) => child?.made)) : null;

/**
 * Translators of browsers replace a text with their own elements, which would stay beside the next text. As in React they stay while the text
 * is unchanged, so that the page does not switch between two languages.
 */
function dropForeign(node: TreeNode, home: Element): void {
  const own = new Set<Node>(topDom(node));
  const foreign = [...home.childNodes].filter((child) => !own.has(child));
  for (const child of foreign) child.remove();
}

const topDom = ({ children }: TreeNode): readonly Node[] =>
  children.flatMap((child) => (child ? (child.dom ?? topDom(child)) : []));

function revive(
  parent: TreeNode,
  match: TreeNode | null,
  made: Description | string,
  rendered: TreeNode[],
): TreeNode {
  const node = match ?? makeNode(made, parent, null);
  if (typeof made === 'string') {
    if (node.made !== made && node.dom) node.dom.textContent = made;
    node.made = made;
  } else render(node, made, rendered);
  return node;
}

function makeNode(made: Description | string, parent: TreeNode | null, container: Element | null): TreeNode {
  const isSvg = typeof made !== 'string' && (made.type === 'svg' || (parent?.isSvg ?? false));
  return {
    made: typeof made === 'string' ? made : { ...made, props: {} },
    dom: container ?? makeDom(made, isSvg),
    parent,
    depth: parent ? parent.depth + 1 : 0,
    isSvg,
    children: [],
    hooks: [],
    isDirty: false,
    isGone: false,
    again: renderAgain,
  };
}

function makeDom(made: Description | string, isSvg: boolean): Element | Text | null {
  if (typeof made === 'string') return document.createTextNode(made);
  if (typeof made.type !== 'string') return null;
  return isSvg ? document.createElementNS(svg, made.type) : document.createElement(made.type);
}

/** As in React, an only child that is a fragment without a key is unwrapped, but not a fragment within it. */
function unwrap(child: unknown): unknown {
  const isGroup = isDescription(child) && child.type === Fragment && child.key === undefined;
  return isGroup ? child.props['children'] : child;
}

const isUnkeyed = (node: TreeNode | null): boolean => node !== null && keyOf(node.made) === undefined;

/** Null keeps a gap, so that siblings keep their positions. A list within a list counts as one child. */
function normal(child: unknown): Description | string | null {
  if (typeof child === 'string' || typeof child === 'number') return String(child);
  if (Array.isArray(child)) return { type: Fragment, props: { children: child as unknown }, key: undefined };
  return isDescription(child) ? child : null;
}

const keyOf = (made: Description | string): unknown =>
  typeof made === 'string' ? undefined : (made.key ?? undefined);

const isSame = (a: Description | string, b: Description | string): boolean =>
  typeof a === 'string' || typeof b === 'string'
    ? typeof a === typeof b
    : a.type === b.type && keyOf(a) === keyOf(b);

/** The nearest ancestor with a DOM element. */
function homeOf(node: TreeNode): TreeNode {
  let home = node;
  while (home.parent && (!home.dom || home === node)) home = home.parent;
  return home;
}

/** The first DOM node after this node, within the same DOM parent. */
function domAfter(node: TreeNode): Node | null {
  for (let at = node; at.parent; at = at.parent) {
    const siblings = at.parent.children;
    for (const sibling of siblings.slice(siblings.indexOf(at) + 1)) {
      const first = sibling && firstDom(sibling);
      if (first) return first;
    }
    if (at.parent.dom) return null;
  }
  return null;
}

function firstDom(node: TreeNode): Node | null {
  if (node.dom) return node.dom;
  for (const child of node.children) {
    const first = child && firstDom(child);
    if (first) return first;
  }
  return null;
}

/** Inserts a node's DOM before `after`, if it is not there already. Returns the node before which the previous sibling goes. */
function place(node: TreeNode, home: Node, after: Node | null): Node | null {
  if (!node.dom) return placeChildren(node, home, after);
  if (node.dom.parentNode !== home || node.dom.nextSibling !== after) home.insertBefore(node.dom, after);
  return node.dom;
}

function placeChildren(node: TreeNode, home: Node, after: Node | null): Node | null {
  let next = after;
  for (let index = node.children.length - 1; index >= 0; index -= 1) {
    const child = node.children[index];
    if (child) next = place(child, home, next);
  }
  return next;
}

function remove(node: TreeNode, isTop: boolean): void {
  node.isGone = true;
  for (const hook of node.hooks) cleanUp(node, hook);
  if (node.dom instanceof Element && typeof node.made !== 'string') setRef(node.made.props['ref'], null);
  for (const child of node.children) if (child) remove(child, isTop && !node.dom);
  if (isTop) node.dom?.remove();
}
