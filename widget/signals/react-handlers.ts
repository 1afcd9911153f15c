import type { BuskerEventName } from './events';

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
