/** The styles that Stripe's own elements set. */
const guarded = 'display:block!important;position:relative!important;opacity:1!important;margin:0!important';
const framed = `${guarded};border:0!important;width:100%!important;min-width:100%!important;height:200px`;

/**
 * Whether this page's styles break the card form. An open form is tested itself; otherwise an empty frame is inserted in its place and removed before
 * the browser paints.
 */
export async function breaksForm(element: HTMLElement): Promise<boolean> {
  const shadow = element.shadowRoot;
  if (!shadow) return false;
  // Through the sheet's chunk, so that the build makes no further chunk that both share.
  const { loadPayStep } = await import('../sheet/tip-sheet');
  const { isDeformed } = await loadPayStep();
  const opened = element.querySelector<HTMLElement>(':scope > [slot="busker-pay"]');
  if (opened) return isDeformed(opened);
  // As much of the window as the sheet leaves to what it holds.
  const port = document.createElement('div');
  const around = innerHeight > 480 ? 240 : 120;
  port.style.cssText = `all:initial;position:fixed;inset:0 auto auto 0;width:320px;max-height:calc(100% - ${around}px);overflow:auto`;
  const box = port.appendChild(document.createElement('div'));
  box.style.cssText = 'all:initial;display:block;height:200px';
  box.append(Object.assign(document.createElement('slot'), { name: 'busker-try' }));
  const place = Object.assign(document.createElement('div'), {
    slot: 'busker-try',
    className: 'StripeElement',
  });
  // The same styles as in the sheet, which override every rule of the page.
  place.style.cssText = 'all:initial!important;display:block!important;visibility:inherit!important';
  const wrap = Object.assign(document.createElement('div'), { className: '__PrivateStripeElement' });
  wrap.style.cssText = guarded;
  const frame = document.createElement('iframe');
  frame.style.cssText = framed;
  wrap.append(frame);
  place.append(wrap);
  shadow.append(port);
  element.append(place);
  if (typeof port.showPopover === 'function') {
    port.popover = 'manual';
    port.showPopover();
  }
  const broken = isDeformed(place);
  place.remove();
  port.remove();
  return broken;
}
