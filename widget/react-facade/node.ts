/** The result of JSX. `key` identifies siblings that change places. */
export interface Description {
  readonly type: string | Component;
  readonly props: Props;
  readonly key: unknown;
}

export type Props = Readonly<Record<string, unknown>>;
export type Component = (props: Props) => unknown;

/** A node of the tree: a DOM element or text, or a component or fragment, which has only children. */
export interface TreeNode {
  /** The description of its last render; a string for text. */
  made: Description | string;
  /** For elements and texts. */
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
  /** For effects: whether they run before or after the browser paints; the last clean-up; whether it must run in this commit. */
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
  // As in React: one child is itself, several are a list.
  return { type, key, props: { ...others, children: children.length === 1 ? children[0] : children } };
}

export const isDescription = (child: unknown): child is Description =>
  typeof child === 'object' && child !== null && 'props' in child;
