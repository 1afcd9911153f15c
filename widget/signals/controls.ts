import type { FirstSettings } from '../attributes/first-settings';

/** One tip. With `month` or `year`, `amount` is charged in each period until the fan stops. */
interface TipEventDetail {
  readonly tipId: string;
  readonly amount: number;
  readonly currency: string;
  readonly every: 'once' | 'month' | 'year';
}

/**
 * The events of the element. All bubble and cross shadow roots; `detail` is small and never contains a secret.
 * Amounts are in minor units of `currency` (lower-case ISO 4217).
 */
export interface BuskerEventDetails {
  /** Fired when the card shows its profile for the first time. */
  'busker-ready': { readonly handle: string };
  /** Fired when a fan follows a link. Cancelable: `preventDefault()` cancels the navigation. */
  'busker-link-click': { readonly id: string; readonly url: string; readonly label: string };
  /** Fired when a fan asks for the tip sheet. Cancelable: `preventDefault()` keeps it closed. */
  'busker-tip-open': { readonly handle: string };
  /** Fired when a tip exists at the server and its payment starts. */
  'busker-tip-start': TipEventDetail;
  /** Fired when the payment succeeded. Only a hint for the page: the owner's dashboard shows what was really paid. */
  'busker-tip-success': TipEventDetail;
  /** Fired when the fan closes the sheet without having paid. */
  'busker-tip-cancel': { readonly handle: string };
  /** Fired when a tip fails. `code` is one of docs/errors.md or a decline code. */
  'busker-tip-error': { readonly code: string };
}

export type BuskerEventName = keyof BuskerEventDetails;

/** The page can cancel these events with `preventDefault()`. */
export const cancelableEvents: ReadonlySet<BuskerEventName> = new Set([
  'busker-link-click',
  'busker-tip-open',
]);

/** Fires an event on the element. Returns false if the page prevented its default action. */
export type Emit = <Name extends BuskerEventName>(name: Name, detail: BuskerEventDetails[Name]) => boolean;

export function emitFrom(element: Element): Emit {
  return (name, detail) =>
    element.dispatchEvent(
      new CustomEvent(name, {
        detail,
        bubbles: true,
        composed: true,
        cancelable: cancelableEvents.has(name),
      }),
    );
}

/** The React component's handlers, each with its event. */
export const reactHandlers = {
  onReady: 'busker-ready',
  onLinkClick: 'busker-link-click',
  onTipOpen: 'busker-tip-open',
  onTipStart: 'busker-tip-start',
  onTipSuccess: 'busker-tip-success',
  onTipCancel: 'busker-tip-cancel',
  onTipError: 'busker-tip-error',
} as const satisfies Readonly<Record<string, BuskerEventName>>;

export type HandlerName = keyof typeof reactHandlers;

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
