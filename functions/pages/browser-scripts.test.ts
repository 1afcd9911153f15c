// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { challengeScript } from '../challenge/browser/challenge-script';
import { printScript } from '../monthly-pages/browser/print-script';

describe('the frame of the challenge', () => {
  const messages: unknown[] = [];

  /** The frame's page with this widget of a provider. Its `parent` is the page itself here. */
  function opened(kind: string, more = ''): void {
    document.head.replaceChildren();
    document.body.innerHTML = `<div data-challenge="${kind}" data-site-key="key" data-address="https://provider.test/api.js" data-language="de" data-theme="dark"></div>${more}`;
    challengeScript(window as unknown as Window & typeof globalThis);
  }

  beforeEach(() => {
    messages.length = 0;
    vi.spyOn(window.parent, 'postMessage').mockImplementation(
      ((data: unknown) => void messages.push(data)) as never,
    );
  });

  const said = (at: string, answer = '') => ({ type: 'busker-challenge', at, answer });

  describe("the script of the challenge's frame", () => {
    it("posts the answer of the sandbox's button", () => {
      opened('fake', '<button type="button">I am a person</button>');
      document.querySelector('button')?.click();
      expect(messages).toEqual([
        { type: 'busker-challenge', at: 'ready', height: 64 },
        said('solved', 'human'),
      ]);
    });

    it.each([
      ['turnstile', 'turnstile'],
      ['hcaptcha', 'hcaptcha'],
      ['recaptcha', 'grecaptcha'],
    ])('shows the widget of %s and posts its result', (kind, global) => {
      opened(kind);
      expect(document.querySelector('script')?.src).toBe('https://provider.test/api.js');
      const render = vi.fn<(place: Element, options: Record<string, (answer?: string) => void>) => void>();
      Reflect.set(window, global, { render });
      // There is no network here: the script fails at once, as on a page whose policy blocks it.
      messages.length = 0;
      (Reflect.get(window, 'buskerChallenge') as () => void)();
      const [place, options] = render.mock.calls[0] ?? [];
      expect(place?.getAttribute('data-challenge')).toBe(kind);
      expect(options).toMatchObject({ sitekey: 'key', theme: 'dark' });
      options?.['callback']?.('xyz');
      options?.['expired-callback']?.();
      options?.['error-callback']?.();
      expect(messages.slice(1)).toEqual([said('solved', 'xyz'), said('expired'), said('failed')]);
    });

    it("posts a failure when the provider's script does not load", () => {
      opened('hcaptcha');
      document.querySelector('script')?.dispatchEvent(new Event('error'));
      expect(messages).toContainEqual(said('failed'));
    });
  });
});

const pageWith = (body: string) => {
  document.body.innerHTML = body;
  const print = vi.fn<() => void>();
  const page = { document, print } as unknown as Window & typeof globalThis;
  printScript(page);
  return print;
};

it('shows the button and prints the page when it is pressed', () => {
  const print = pageWith('<button id="print" hidden>Print</button>');
  const button = document.querySelector<HTMLButtonElement>('#print');
  expect(button?.hidden).toBe(false);
  expect(print).not.toHaveBeenCalled();
  button?.click();
  expect(print).toHaveBeenCalledOnce();
});

it('does nothing on a page without the button', () => {
  expect(() => pageWith('<p></p>')).not.toThrow();
});
