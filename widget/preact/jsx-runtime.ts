import { createElement, Fragment, type JSX } from 'preact';

/** `preact/jsx-runtime` is four times as large, for servers and for templates without a compiler. */
export const jsx = (type: string, props: JSX.HTMLAttributes, key?: string) =>
  createElement(type, { ...props, key });
export { Fragment, jsx as jsxs };
