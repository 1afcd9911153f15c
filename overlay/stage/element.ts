type Child = Node | string;

/** An element with a class and children. Texts become text nodes, so that no word of a fan is ever markup. */
export function element(tag: string, className: string, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

/** A sentence whose `{placeholders}` are replaced by nodes. */
export function sentence(template: string, parts: Readonly<Record<string, Child>>): readonly Child[] {
  return template
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? part : (parts[name] ?? '');
    });
}
