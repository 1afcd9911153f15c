import { options, type VNode } from 'preact';

/** A node of Preact's tree, with the names that its builds keep for extensions (its `mangle.json`): children, DOM and parent. */
type Drawn = VNode & {
  readonly __k: readonly (Drawn | null)[] | null;
  readonly __e: Node | null;
  readonly __: Drawn | null;
};

const saidBy = new WeakMap<Node, string>();

/**
 * Translators of browsers replace texts with elements of their own. Preact keeps writing into the text that was taken out, so a changed amount would
 * never show. When texts of an element have changed, what is not the card's is removed from it, and what was taken out is put back. A translation of
 * an unchanged text stays.
 */
export function mendTexts(): void {
  const before = options.diffed?.bind(options);
  options.diffed = (drawn) => {
    before?.(drawn);
    let host: Drawn | null = drawn as Drawn;
    // A component has drawn by itself: its element is further up.
    while (host && typeof host.type === 'function') host = host.__;
    if (host?.__e && typeof host.type === 'string') mend(host, host.__e);
  };
}

function mend(host: Drawn, home: Node): void {
  const own: Node[] = [];
  let says = '';
  const collect = (nodes: Drawn['__k']) => {
    for (const node of nodes ?? []) {
      if (!node) continue;
      if (typeof node.type === 'function') collect(node.__k);
      else if (node.__e) {
        own.push(node.__e);
        if (!node.type) says += `${own.length}${(node.__e as Text).data}\n`;
      }
    }
  };
  collect(host.__k);
  const said = saidBy.get(home) ?? says;
  saidBy.set(home, says);
  if (said === says) return;
  const foreign = Array.from(home.childNodes).filter((child) => !own.includes(child));
  for (const child of foreign) child.remove();
  let next: Node | null = null;
  for (const node of own.reverse()) {
    // Nothing else is moved: a moved element would lose its focus, and its frames.
    if (node.parentNode !== home) home.insertBefore(node, next);
    next = node;
  }
}
