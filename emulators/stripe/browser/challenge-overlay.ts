import { CHALLENGE_DONE } from './frame-messages';

const OVERLAY_STYLE: Readonly<Record<string, string>> = {
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100vh',
  border: '0',
  margin: '0',
  padding: '0',
  'z-index': '2147483647',
  background: 'transparent',
  'color-scheme': 'light only',
};

/**
 * Shows the 3-D Secure challenge or the code of an app over the page, as Stripe.js does: an ordinary element of the page, with the focus in it. Resolves
 * when it is answered or closed.
 */
export function showChallenge(
  origin: string,
  address: string,
  title = '3D Secure authentication',
): Promise<void> {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const frame = document.createElement('iframe');
    frame.name = '__privateStripeFrameChallenge';
    frame.title = title;
    frame.src = address;
    for (const [name, value] of Object.entries(OVERLAY_STYLE))
      frame.style.setProperty(name, value, 'important');
    const finish = (event: MessageEvent<unknown>): void => {
      if (event.source !== frame.contentWindow || event.origin !== origin || event.data !== CHALLENGE_DONE)
        return;
      window.removeEventListener('message', finish);
      frame.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve();
    };
    window.addEventListener('message', finish);
    frame.addEventListener('load', () => frame.focus());
    document.body.append(frame);
  });
}
