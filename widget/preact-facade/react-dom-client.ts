import { render, type ComponentChild } from 'preact';

/** React's root over Preact's `render`. Rendering null takes everything down and runs the clean-ups. */
export function createRoot(container: Element) {
  return {
    render: (tree: ComponentChild) => render(tree, container),
    unmount: () => render(null, container),
  };
}
