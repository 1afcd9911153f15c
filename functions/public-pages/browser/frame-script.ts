/** The messages that the embedding page may send: ours from our snippet, WordPress's from WordPress. */
interface HeightRequest {
  readonly type?: unknown;
  readonly message?: unknown;
}

/**
 * The frame's script in the browser: it reports its height to the embedding page, after each change and on request. A height is no secret, so any page that holds the frame may receive it; that page checks the sender.
 *
 * WordPress puts pages of unknown providers into a sandboxed frame that cannot open tabs, with a secret in the fragment. It accepts heights and links
 * by messages with that secret, and follows only links to the frame's own host. So there every other link goes to the public page. Its script may
 * load after the frame: then it sends `ready` and adds a secret to the URL of a frame without one (WordPress, src/js/_enqueues/wp/embed.js).
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
