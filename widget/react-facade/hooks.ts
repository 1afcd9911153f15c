import type { Hook, TreeNode } from './node';

let current: TreeNode | null = null;
let index = 0;
const dirty = new Set<TreeNode>();

/** Runs a component with this node's hooks. */
export function withHooks<T>(node: TreeNode, component: () => T): T {
  const before = [current, index] as const;
  [current, index] = [node, 0];
  try {
    return component();
  } finally {
    [current, index] = before;
  }
}

function nextHook(make: () => Hook): Hook {
  if (!current) throw new Error('No component');
  const hook = (current.hooks[index] ??= make());
  index += 1;
  return hook;
}

const changed = (old: readonly unknown[] | undefined, deps: readonly unknown[] | undefined): boolean =>
  !old || !deps || deps.some((dep, at) => !Object.is(dep, old[at]));

type Next<T> = T | ((before: T) => T);

export function useState<T>(initial: T | (() => T)): readonly [T, (next: Next<T>) => void] {
  const node = current;
  const hook = nextHook(() => {
    const made: Hook = { value: [resolve(initial, undefined as T), set] };
    function set(next: Next<T>): void {
      const [before] = made.value as [T];
      const value = resolve(next, before);
      if (Object.is(value, before)) return;
      made.value = [value, set];
      if (node) schedule(node);
    }
    return made;
  });
  return hook.value as [T, (next: Next<T>) => void];
}

const resolve = <T>(next: T | ((before: T) => T), before: T): T =>
  typeof next === 'function' ? (next as (before: T) => T)(before) : next;

export function useMemo<T>(make: () => T, deps: readonly unknown[]): T {
  const hook = nextHook(() => ({ value: undefined }));
  if (changed(hook.deps, deps)) Object.assign(hook, { value: make(), deps });
  return hook.value as T;
}

export const useRef = <T>(initial: T): { current: T } => useMemo(() => ({ current: initial }), []);

type Effect = () => void | (() => void);

function useAnyEffect(effect: 'layout' | 'passive', run: Effect, deps?: readonly unknown[]): void {
  const hook = nextHook(() => ({ value: run, effect }));
  hook.isDue = changed(hook.deps, deps);
  if (hook.isDue) Object.assign(hook, { value: run, deps });
}

export const useEffect = (run: Effect, deps?: readonly unknown[]): void => useAnyEffect('passive', run, deps);
export const useLayoutEffect = (run: Effect, deps?: readonly unknown[]): void =>
  useAnyEffect('layout', run, deps);

/** After a commit: the layout effects of everything rendered, then the passive ones; all clean-ups before any new run. */
export function runEffects(rendered: readonly TreeNode[]): void {
  for (const kind of ['layout', 'passive'] as const) {
    const due = rendered.map((node) => ({
      node,
      hooks: node.isGone ? [] : node.hooks.filter((hook) => hook.isDue && hook.effect === kind),
    }));
    for (const { node, hooks } of due) for (const hook of hooks) cleanUp(node, hook);
    for (const { node, hooks } of due)
      attempt(node, () => {
        for (const hook of hooks) {
          hook.isDue = false;
          hook.cleanUp = (hook.value as Effect)() ?? undefined;
        }
      });
  }
}

export function cleanUp(node: TreeNode, hook: Hook): void {
  const end = hook.cleanUp;
  hook.cleanUp = undefined;
  if (end) attempt(node, end);
}

/** As in React, an error is reported, and its root loses the whole tree after this commit. Other roots continue. */
export function attempt(node: TreeNode, work: () => void): void {
  try {
    work();
  } catch (error) {
    reportError(error);
    rootOf(node).isDirty = true;
  }
}

export const rootOf = (node: TreeNode): TreeNode => (node.parent ? rootOf(node.parent) : node);

/** All changes of one turn are rendered once, parents before children. */
function schedule(node: TreeNode): void {
  node.isDirty = true;
  if (dirty.size === 0) queueMicrotask(flush);
  dirty.add(node);
}

function flush(): void {
  const nodes = [...dirty].sort((a, b) => a.depth - b.depth);
  dirty.clear();
  for (const node of nodes) node.again(node);
}
