/** What the page around may say: our snippet in the one, WordPress in the other. */
interface HeightRequest {
  readonly type?: unknown;
  readonly message?: unknown;
}

/**
 * What the frame does in the browser: tells the page around it how high it is, with each change and when asked. Sent as text
 * (page-assets.ts), so it stands alone. A height is no secret, so it may go to whatever page holds the frame; that page checks who speaks.
 *
 * WordPress frames the pages of undeclared providers in a sandbox that opens no tabs and hands a secret in the fragment; it takes heights
 * and links by messages that carry it, and follows only links to the frame's own host. There every other link leads to the public page.
 * Its script may come after the frame: then it says that it is ready, and adds a secret to the address of a frame that has none
 * (WordPress, src/js/_enqueues/wp/embed.js).
 */
export function frameScript(page: Window & typeof globalThis): void {
  const { document, location, parent } = page;
  if (parent === page) return;
  const secretNow = () => /secret=([a-zA-Z0-9]+)$/.exec(location.hash)?.[1];

  const tell = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    const secret = secretNow();
    parent.postMessage({ type: 'busker-height', height }, '*');
    if (secret !== undefined) parent.postMessage({ message: 'height', value: height, secret }, '*');
  };
  new page.ResizeObserver(tell).observe(document.documentElement);
  page.addEventListener('hashchange', tell);
  page.addEventListener('message', ({ source, data }: MessageEvent<HeightRequest | null>) => {
    if (source === parent && (data?.type === 'busker-height?' || data?.message === 'ready')) tell();
  });

  document.addEventListener('click', (event) => {
    const secret = secretNow();
    const link = event.target instanceof page.Element ? event.target.closest('a') : null;
    if (secret === undefined || link === null) return;
    event.preventDefault();
    const publicPage = location.origin + location.pathname.replace(/\/embed$/, '');
    const value = link.host === location.host ? link.href : publicPage;
    parent.postMessage({ message: 'link', value, secret }, '*');
  });
}
