import { useEffect, useEffectEvent } from 'react';

const open: symbol[] = [];
const used = new WeakSet<Event>();

/** Escape closes only the topmost layer: a dialog over a drawer leaves the drawer open. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent, me: symbol) => {
    if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== me || used.has(event)) return;
    // An open list of options inside handles the key itself.
    const { target } = event;
    if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
    used.add(event);
    close();
  });
  useEffect(() => {
    if (!isOpen) return;
    const me = Symbol('overlay');
    const listen = (event: KeyboardEvent) => pressed(event, me);
    open.push(me);
    window.addEventListener('keydown', listen, { capture: true });
    return () => {
      open.splice(open.indexOf(me), 1);
      window.removeEventListener('keydown', listen, { capture: true });
    };
  }, [isOpen]);
}
