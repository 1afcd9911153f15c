/** What JSX makes: a description. `key` tells brothers apart when they change places. */
export interface Description {
  readonly type: string | Component;
  readonly props: Props;
  readonly key: unknown;
}

export type Props = Readonly<Record<string, unknown>>;
export type Component = (props: Props) => unknown;

/** Something that stands in the tree: a DOM element or text, or a component (and fragment), which only has children. */
export interface TreeNode {
  /** The description it was last made from; a string is text. */
  made: Description | string;
  /** Of elements and texts. */
  readonly dom: Element | Text | null;
  readonly parent: TreeNode | null;
  readonly depth: number;
  readonly isSvg: boolean;
  children: readonly (TreeNode | null)[];
  readonly hooks: Hook[];
  /** A component: its state has changed. A root: something in it threw. */
  isDirty: boolean;
  isGone: boolean;
  /** Renders this component once more. */
  readonly again: (node: TreeNode) => void;
}

export interface Hook {
  value: unknown;
  deps?: readonly unknown[] | undefined;
  /** Of effects: before or after the browser may paint; the clean-up of the last run; whether it has to run in this commit. */
  readonly effect?: 'layout' | 'passive';
  cleanUp?: (() => void) | undefined;
  isDue?: boolean;
}

/** Groups children without an element of its own. */
export const Fragment: Component = ({ children }) => children;

export function describe(
  type: string | Component,
  props: Props | null,
  ...children: readonly unknown[]
): Description {
  const { key, ...others } = props ?? {};
  if (children.length === 0) return { type, key, props: others };
  // As in React: one child is itself, several are a list. The renderer tells an only child from a list of one.
  return { type, key, props: { ...others, children: children.length === 1 ? children[0] : children } };
}

export const isDescription = (child: unknown): child is Description =>
  typeof child === 'object' && child !== null && 'props' in child;
