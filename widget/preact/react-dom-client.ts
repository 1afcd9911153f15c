import { render, type ComponentChild } from 'preact';

/** As React's `createRoot`, for `react-dom/client`. */
export const createRoot = (container: Element) => ({
  render: (tree: ComponentChild) => render(tree, container),
  unmount: () => render(null, container),
});
