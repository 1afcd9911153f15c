import { useEffect, useMemo, useRef, useState } from 'react';
import { isSheetOpen, type Controls } from '../signals/controls';
import type { TipMessages } from '../messages/en-tip';
import type { SurfaceLook } from '../payment/payment-surface';
import { mountCardForm } from '../paying/mount-card-form';
import type { TipController } from '../tip/tip-controller';
import type { TipFlow } from '../tip/tip-flow';
import { useStore } from '../hooks/use-store';
import { showFault } from './show-fault';

interface Props {
  readonly controls: Controls;
  readonly controller: TipController;
  readonly messages: TipMessages;
  readonly flow: Pick<TipFlow, 'stage' | 'challenge'>;
}

const slotName = 'busker-pay';
/** A wallet's buttons are frames of Stripe too. */
const expressSlot = 'busker-express';

/** The form is repaired this often. A page that takes it away once more, as frameworks do that keep their own markup, would do so for ever. */
const mostRepairs = 3;

/** A form that stayed this long, in milliseconds, was not taken away by habit. */
const lasting = 30_000;

/**
 * Shows the wallet buttons, if there are any, and the card form. Stripe's frames refuse shadow roots, so the form is in a light-DOM child of the element, and a slot shows it here. It is
 * mounted again after its frames were lost: browsers reload the frames of a moved element, and some frameworks remove children that they do not
 * know.
 */
export function CardPlace({ controls, controller, messages, flow }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState(() => ({ moves: controls.state().moves, round: 0 }));
  const losses = useRef({ count: 0, at: 0 });
  const [hasWallets, setHasWallets] = useState(false);
  const isReady = flow.stage.at !== 'starting';
  // A challenge cannot be answered between the press on a wallet and its payment.
  const showsWallets = isReady && hasWallets && !(flow.challenge && !flow.challenge.answer);
  // A closed sheet hides the form, so it could not be tested. It loads while the sheet is open, and then stays.
  const isClosed = !useStore(controls, isSheetOpen) && !isReady;
  // A fan who comes back from a bank needs a form only if the payment failed.
  const isDecided = flow.stage.at === 'confirming' && controller.cardForm.current === null;
  const isPaused = isClosed || isDecided;
  const mountAgain = useMemo(
    () => (moves: number, isLoss: boolean) => {
      const now = performance.now();
      const { count, at } = losses.current;
      if (isLoss) losses.current = { count: now - at > lasting ? 1 : count + 1, at: now };
      if (losses.current.count <= mostRepairs)
        return setMounted(({ round }) => ({ moves, round: round + 1 }));
      controller.send({ type: 'must-pay-elsewhere', why: 'removed' });
      controller.removeCardForm();
    },
    [controller],
  );
  useEffect(() => {
    let ways: string | null = null;
    const look = () => {
      const { moves } = controls.state();
      const { stage, session, way } = controller.state();
      // Not during confirmation, which needs no frames. The form is needed again only if the payment fails.
      if (stage.at !== 'paying' || way.by !== 'card-form') return;
      const isOutdated = ways !== null && ways !== String(session?.ways);
      ways = String(session?.ways);
      if (isOutdated || moves !== mounted.moves) mountAgain(moves, !isOutdated);
    };
    const stops = [controls.subscribe(look), controller.subscribe(look)];
    return () => stops.forEach((stop) => stop());
  }, [controls, controller, mounted.moves, mountAgain]);
  useEffect(() => {
    if (isPaused) return undefined;
    controller.send({ type: 'card-form-lost' });
    const left = new AbortController();
    const express = placeIn(controls.element, expressSlot);
    const place = placeIn(controls.element, slotName);
    let hadFrame = false;
    let isLost = false;
    const check = () => {
      const { stage, way } = controller.state();
      const frame = place.querySelector('iframe');
      // Some pages take only the frames away.
      const isEmptied = hadFrame && !frame && controller.cardForm.current !== null;
      hadFrame ||= frame !== null;
      const isGone = place.parentNode !== controls.element || isEmptied;
      // The bank needs no frames here. If the payment fails, the next event finds the form gone.
      const isNeeded = stage.at !== 'confirming' && way.by === 'card-form' && controls.element.isConnected;
      if (isLost || !isGone || !isNeeded) return;
      isLost = true;
      mountAgain(controls.state().moves, true);
    };
    const watch = new MutationObserver(check);
    watch.observe(controls.element, { childList: true, subtree: true });
    const unsubscribe = controller.subscribe(check);
    const seat = {
      place: express,
      messages,
      onShown: (isShown: boolean) => {
        if (!left.signal.aborted) setHasWallets(isShown);
      },
      // After the error has been rendered.
      onFault: () => setTimeout(() => showFault(box.current?.closest('form') ?? null)),
    };
    if (box.current) void mountCardForm(controller, place, readLook(box.current), left.signal, seat);
    return () => {
      watch.disconnect();
      unsubscribe();
      left.abort();
      place.remove();
      express.remove();
      setHasWallets(false);
    };
    // The texts are the same for the life of the sheet, but a new object in each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [controls, controller, mounted, isPaused, mountAgain]);
  return (
    <>
      <div className={showsWallets ? 'express' : 'express unseen'} role="group" aria-label={messages.wallets}>
        <slot name={expressSlot} />
        <p className="or">{messages.or}</p>
      </div>
      <section aria-label={messages.card}>
        <div ref={box} className="card-form" aria-busy={!isReady}>
          {!isReady && (
            <p className="waiting" role="status">
              {messages.cardFormLoading}
            </p>
          )}
          <div className={isReady ? '' : 'loading'}>
            <slot name={slotName} />
          </div>
        </div>
        <p className="note safety">{messages.cardSafety}</p>
      </section>
    </>
  );
}

/** A place in the page's tree. A page that rewrites or clones the element's markup leaves a copy of the last one, which would take up room. */
function placeIn(element: HTMLElement, slot: string): HTMLElement {
  for (const copy of element.querySelectorAll(`:scope > [slot=${slot}]`)) copy.remove();
  const place = document.createElement('div');
  place.slot = slot;
  element.append(place);
  return place;
}

/**
 * The sheet's computed colours and fonts, in notations that Stripe's form accepts. Read of elements as they are drawn, not of the custom properties: add-ons
 * that darken pages change the former alone.
 */
function readLook(box: Element): SurfaceLook {
  const drawn = (className: string, name: 'color' | 'backgroundColor' | 'borderTopColor') => {
    const probe = document.createElement('span');
    probe.className = className;
    box.append(probe);
    const colour = toRgb(getComputedStyle(probe)[name], probe);
    probe.remove();
    return colour;
  };
  const background = drawn('field-box', 'backgroundColor');
  const { fontFamily } = getComputedStyle(box);
  return {
    dark: isDark(background),
    accent: drawn('tip', 'backgroundColor'),
    background,
    text: drawn('', 'color'),
    muted: drawn('note', 'color'),
    danger: drawn('fault', 'color'),
    border: drawn('field-box', 'borderTopColor'),
    radius: '10px',
    font: fontFamily,
  };
}

function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (/[\d., ]+/.exec(colour)?.[0] ?? '').split(/[ ,]+/).map(Number);
  return 0.3 * red + 0.59 * green + 0.11 * blue < 128;
}

/**
 * Converts any computed colour to `rgb(…)`: mixing it with itself converts wide-gamut colours to sRGB. Not by a canvas, which some browsers and add-ons
 * keep pages from reading, with an error or with false pixels.
 */
function toRgb(computed: string, probe: HTMLElement): string {
  if (/^rgba?\(/.test(computed)) return computed;
  probe.className = '';
  probe.style.color = `color-mix(in srgb, ${computed}, ${computed})`;
  const { color } = getComputedStyle(probe);
  const channels = /^color\(srgb ([^/)]*)/.exec(color)?.[1]?.trim().split(' ').map(Number);
  if (!channels) return computed;
  const bytes = channels.map((part) => Math.round(255 * Math.max(0, Math.min(1, part || 0))));
  return `rgb(${bytes.join(', ')})`;
}
