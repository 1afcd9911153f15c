/**
 * The script of the challenge's frame: it shows the provider's widget and sends the result to the card that framed it. It posts to any parent page: an answer proves one solved challenge and is good for one tip, so a page that
 * frames it gets only the work of its own visitor.
 */
export function challengeScript(page: Window & typeof globalThis): void {
  const { document, parent } = page;
  const place = document.querySelector<HTMLElement>('[data-challenge]');
  if (!place) return;
  const { challenge: kind = '', siteKey = '', address = '', language = '', theme = 'auto' } = place.dataset;
  const tell = (at: 'solved' | 'expired' | 'failed', answer = '') =>
    parent.postMessage({ type: 'busker-challenge', at, answer }, '*');
  /** `height`: pixels. Two of the providers open their pictures above the widget, and a frame hides what is outside it. */
  const ready = (height: number) =>
    parent.postMessage({ type: 'busker-challenge', at: 'ready', height }, '*');

  if (kind === 'fake') {
    const button = document.querySelector('button');
    button?.addEventListener('click', () => {
      button.setAttribute('aria-pressed', 'true');
      tell('solved', 'human');
    });
    return ready(64);
  }

  const dark =
    theme === 'dark' || (theme === 'auto' && page.matchMedia('(prefers-color-scheme:dark)').matches);
  const name = kind === 'recaptcha' ? 'grecaptcha' : kind;
  const show = () => {
    const provider = Reflect.get(page, name) as { render: (where: HTMLElement, options: object) => unknown };
    provider.render(place, {
      sitekey: siteKey,
      theme: dark ? 'dark' : 'light',
      language,
      callback: (answer: string) => tell('solved', answer),
      'expired-callback': () => tell('expired'),
      'error-callback': () => tell('failed'),
    });
    ready(kind === 'turnstile' ? 80 : 590);
  };
  // All three providers call the global function that their script's URL names.
  Reflect.set(page, 'buskerChallenge', show);
  const script = document.createElement('script');
  script.src = address;
  script.onerror = () => tell('failed');
  document.head.append(script);
}
