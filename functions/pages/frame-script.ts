/**
 * What the frame does in the browser: tells the page around it how high it is, with each change and when asked. Sent as text
 * (page-assets.ts), so it stands alone. A height is no secret, so it may go to whatever page holds the frame; that page checks who speaks.
 *
 * WordPress frames the pages of undeclared providers in a sandbox that opens no tabs and hands a secret in the fragment; it takes heights
 * and links by messages that carry it, and follows only links to the frame's own host. There every other link leads to the public page.
 */
export function frameScript(page: Window & typeof globalThis): void {
  const { document, location, parent } = page;
  if (parent === page) return;
  const secret = /secret=([a-zA-Z0-9]+)$/.exec(location.hash)?.[1];

  const tell = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    parent.postMessage({ type: 'busker-height', height }, '*');
    if (secret !== undefined) parent.postMessage({ message: 'height', value: height, secret }, '*');
  };
  new page.ResizeObserver(tell).observe(document.documentElement);
  page.addEventListener('message', (event: MessageEvent<{ readonly type?: unknown } | null>) => {
    if (event.source === parent && event.data?.type === 'busker-height?') tell();
  });

  if (secret === undefined) return;
  document.addEventListener('click', (event) => {
    const link = event.target instanceof page.Element ? event.target.closest('a') : null;
    if (link === null) return;
    event.preventDefault();
    const publicPage = location.origin + location.pathname.replace(/\/embed$/, '');
    const value = link.host === location.host ? link.href : publicPage;
    parent.postMessage({ message: 'link', value, secret }, '*');
  });
}
