import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { FormMessages } from '../messages/en-form';
import { focusEnd, useFocusKept } from './use-focus-kept';
import { useOwnId } from './use-own-id';

interface Props {
  readonly messages: FormMessages;
  readonly title: string;
  readonly subtitle: string | null;
  readonly shadow: ShadowRoot;
  /** A closed sheet stays in the tree, invisible, so that the card form keeps its input. */
  readonly open: boolean;
  /** During confirmation the sheet does not close and does not hold the focus: the bank's own dialog is above it. */
  readonly locked: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog, but not modal to the browser: `showModal()` would cover Stripe's 3-D Secure dialog, which could then not be clicked (measured;
 * stripe-js issue 599). Two guard elements at its ends keep the keyboard focus inside.
 */
export function SheetFrame({ messages, title, subtitle, shadow, open, locked, onClose, children }: Props) {
  const id = useOwnId();
  const scrim = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useTopLayer(scrim, open && !locked);
  useOwnScroll(scrim);
  const close = () => {
    if (!locked) onClose();
  };
  useFocusKept({ shadow, dialog, heading, open, locked, onClose: close });
  const guard = (to: 'first' | 'last') =>
    // Only the keyboard reaches this element. It passes the focus on at once.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    locked ? null : <div className="guard" tabIndex={0} onFocus={() => focusEnd(dialog.current, to)} />;
  return (
    <div ref={scrim} className="scrim" hidden={!open}>
      <div className="veil" aria-hidden="true" onClick={close} />
      {guard('last')}
      <div
        ref={dialog}
        className="sheet"
        part="sheet"
        role="dialog"
        aria-modal={!locked}
        aria-labelledby={id}
        tabIndex={-1}
      >
        <header className="sheet-head">
          <div>
            <h2 ref={heading} id={id} className="sheet-title" tabIndex={-1}>
              {title}
            </h2>
            {subtitle && <p className="note">{subtitle}</p>}
          </div>
          <button
            type="button"
            className="close"
            aria-label={messages.close}
            disabled={locked}
            onClick={close}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path className="line" d="M6 6l12 12M18 6 6 18" />
            </svg>
          </button>
        </header>
        {children}
      </div>
      {guard('first')}
    </div>
  );
}

/**
 * In the browser's top layer the sheet fills the window even inside a transformed section, a clipped box or a stacking context below the page's
 * header. During confirmation it leaves that layer, because the bank's dialog is an ordinary element of the page.
 */
function useTopLayer(scrim: RefObject<HTMLDivElement | null>, wanted: boolean): void {
  useLayoutEffect(() => {
    const element = scrim.current;
    if (!wanted || typeof element?.showPopover !== 'function') return undefined;
    element.setAttribute('popover', 'manual');
    element.showPopover();
    return () => element.removeAttribute('popover');
  }, [scrim, wanted]);
}

/** Some pages handle every wheel and touch event for their own scrolling. Events inside an open sheet do not reach them. */
function useOwnScroll(scrim: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = scrim.current;
    const keep = (event: Event) => event.stopPropagation();
    element?.addEventListener('wheel', keep, { passive: true });
    element?.addEventListener('touchmove', keep, { passive: true });
    return () => {
      element?.removeEventListener('wheel', keep);
      element?.removeEventListener('touchmove', keep);
    };
  }, [scrim]);
}
