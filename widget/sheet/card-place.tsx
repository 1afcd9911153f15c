import { useEffect, useRef, useState } from 'react';
import { isSheetOpen, type Controls } from '../element/controls';
import type { FormMessages } from '../messages/en-form';
import type { SurfaceLook } from '../payment/payment-surface';
import type { mountCardForm } from '../tip/mount-card-form';
import type { TipController } from '../tip/tip-controller';
import type { TipStage } from '../tip/tip-flow';
import { useStore } from '../card/use-store';

interface Props {
  readonly controls: Controls;
  readonly controller: TipController;
  /** Undefined until the pay step has loaded. */
  readonly mount: typeof mountCardForm | undefined;
  readonly messages: FormMessages;
  readonly stage: TipStage['at'];
}

const slotName = 'busker-pay';

/** A page may remove the form this often before it is ready. Without a limit, mounting and removing would block the page for ever. */
const mostWipes = 3;

/**
 * Shows the card form. Stripe's frames refuse shadow roots, so the form is in a light-DOM child of the element, and a slot shows it here. It is
 * mounted again after its frames were lost: browsers reload the frames of a moved element, and some frameworks remove children that they do not
 * know.
 */
export function CardPlace({ controls, controller, mount, messages, stage }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState(() => ({ moves: controls.state().moves, wipes: 0 }));
  const isReady = stage !== 'starting';
  // A closed sheet hides the form, so it could not be tested. It loads while the sheet is open, and then stays.
  const isPaused = !useStore(controls, isSheetOpen) && !isReady;
  useEffect(() => {
    const look = () => {
      const { moves } = controls.state();
      // Not during confirmation, which needs no frames. The form is needed again only if the payment fails.
      if (controller.state().stage.at !== 'paying') return;
      setMounted((before) => (before.moves === moves ? before : { ...before, moves }));
    };
    const stops = [controls.subscribe(look), controller.subscribe(look)];
    return () => stops.forEach((stop) => stop());
  }, [controls, controller]);
  useEffect(() => {
    if (isPaused || !mount) return undefined;
    controller.send({ type: 'card-form-lost' });
    const left = new AbortController();
    const place = document.createElement('div');
    place.slot = slotName;
    // A page that rewrites or clones the element's markup leaves a copy of this place, which would take up room.
    for (const copy of controls.element.querySelectorAll(`:scope > [slot=${slotName}]`)) copy.remove();
    controls.element.append(place);
    const watch = new MutationObserver(() => {
      if (place.parentNode !== controls.element && controls.element.isConnected)
        setMounted(({ moves, wipes }) => ({
          moves,
          wipes: controller.state().stage.at === 'starting' ? wipes + 1 : 1,
        }));
    });
    if (mounted.wipes < mostWipes) watch.observe(controls.element, { childList: true });
    if (box.current) void mount(controller, place, readLook(box.current), left.signal);
    return () => {
      watch.disconnect();
      left.abort();
      place.remove();
    };
  }, [controls, controller, mount, mounted, isPaused]);
  return (
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
  );
}

/** The sheet's computed colours and fonts, in notations that Stripe's form accepts. */
function readLook(sheet: Element): SurfaceLook {
  const style = getComputedStyle(sheet);
  const colour = (name: string) => toRgb(style.getPropertyValue(name).trim(), sheet);
  return {
    dark: style.colorScheme === 'dark',
    accent: colour('--_accent'),
    background: colour('--_background'),
    text: colour('--_text'),
    muted: colour('--_muted'),
    danger: colour('--_danger'),
    border: colour('--_field'),
    radius: '10px',
    font: style.fontFamily,
  };
}

/** Converts any CSS colour to `rgb(…)`: a probe element computes it, and a canvas converts wide-gamut colours to sRGB. */
function toRgb(colour: string, near: Element): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  near.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  if (/^rgba?\(/.test(computed)) return computed;
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return colour;
  pen.fillStyle = computed;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
