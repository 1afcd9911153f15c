import type { Component, Description, Props } from './node';

export { Fragment } from './node';

/** The functions that compiled JSX calls. */
export const jsx = (type: string | Component, props: Props, key?: unknown): Description => ({
  type,
  props,
  key,
});

export { jsx as jsxs };
