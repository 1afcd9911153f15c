import type { Attributes, ComponentType, VNode } from 'preact';
import { jsx as preactJsx } from 'preact/jsx-runtime';

export { Fragment } from 'preact';

type Props = Attributes & Record<string, unknown>;
const create: (type: string, props: Props, key?: string) => VNode = preactJsx;

/**
 * React's `onChange` of a text field tells of every keystroke, which is the browser's `input` event; of a radio button and a checkbox it
 * tells when they are set, which is `change` in both worlds.
 */
export function jsx(type: string | ComponentType<Props>, props: Props, key?: string): VNode {
  const isTextField =
    type === 'textarea' || (type === 'input' && !/radio|checkbox/.test(String(props['type'])));
  if (!isTextField || !('onChange' in props)) return create(type as string, props, key);
  const { onChange, ...others } = props;
  return create(type as string, { ...others, onInput: onChange }, key);
}

export { jsx as jsxs };
