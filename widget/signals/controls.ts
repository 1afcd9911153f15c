import type { FirstSettings } from '../attributes/first-settings';
import { emitFrom, type Emit } from './events';

/** Requests to a card from outside its tree: by methods, the tip button, or a move in the page. */
export interface ControlsState {
  readonly sheet: { readonly open: boolean; readonly amount: string | null };
  /** Grows with each `refresh()`, which loads the profile again. */
  readonly refreshes: number;
  readonly consentGiven: boolean;
  /** Grows with each move in the page: browsers reload the frames inside a moved element. */
  readonly moves: number;
}

export const isSheetOpen = ({ sheet }: ControlsState): boolean => sheet.open;

export interface Controls {
  readonly element: HTMLElement;
  /** Whether a key or a pointer was used in the element: a dialog that opens focuses its first link by itself. */
  readonly isUsed: () => boolean;
  readonly emit: Emit;
  readonly state: () => ControlsState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (change: Partial<ControlsState>) => void;
}

/** Connects an element and the tree that is rendered into it. Survives a move in the page, but not a removal. */
export function createControls(element: HTMLElement): Controls {
  const listeners = new Set<() => void>();
  let used = false;
  for (const name of ['keyup', 'pointerup']) element.addEventListener(name, () => (used = true));
  let state: ControlsState = {
    sheet: { open: false, amount: null },
    refreshes: 0,
    consentGiven: false,
    moves: 0,
  };
  return {
    element,
    isUsed: () => used,
    emit: emitFrom(element),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (change) => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
  };
}

/** Opens the sheet unless the page prevents it. The handle is the tag's, because the profile may still be loading. */
export function askForTip(controls: Controls, amount: string | null): void {
  const handle = controls.element.getAttribute('profile') ?? '';
  if (controls.emit('busker-tip-open', { handle })) controls.set({ sheet: { open: true, amount } });
}

export function closeSheet(controls: Controls): void {
  controls.set({ sheet: { ...controls.state().sheet, open: false } });
}

/** Passed by the element to the tree that is rendered into it. */
export interface CardTreeProps {
  readonly settings: FirstSettings;
  readonly controls: Controls;
  readonly shadow: ShadowRoot;
}
