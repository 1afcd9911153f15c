import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepPresses } from './card-driver';

describe('own presses', () => {
  let host: HTMLElement;
  let shadow: ShadowRoot;
  const heard = vi.fn<(event: Event) => void>();
  const kinds = ['click', 'auxclick', 'dblclick', 'keydown'];

  beforeEach(() => {
    // In no document: another test of this worker may have defined the tag, and nothing is to be mounted.
    const block = document.createElement('a');
    block.setAttribute('href', '/gone.html');
    host = block.appendChild(document.createElement('busker-card'));
    shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    shadow.innerHTML = `<div><p>Text</p><button>Pay</button><a href="/ada"><span>Link</span></a>
    <label>Choice <input type="checkbox"></label><details><summary>More</summary></details></div>`;
    keepPresses(host);
    for (const kind of kinds) block.addEventListener(kind, heard);
  });
  afterEach(() => {
    heard.mockReset();
  });

  /** Whether the page's handlers hear of it, and whether its default action is left. */
  function press(at: Element | null, event: Event = new MouseEvent('click', given)) {
    at?.dispatchEvent(event);
    return { heard: heard.mock.calls.length > 0, does: !event.defaultPrevented };
  }
  const given = { bubbles: true, composed: true, cancelable: true };
  const inside = (selector: string) => shadow.querySelector(selector);

  describe('a press inside a card that lies in a link', () => {
    // Holds tag-140.
    it.each(['div', 'p', 'button'])('on %s follows nothing and is not heard outside', (selector) => {
      expect(press(inside(selector))).toEqual({ heard: false, does: false });
    });

    // Holds tag-140.
    it.each(['a', 'span', 'label', 'input', 'summary'])(
      'on %s does what it does, and is not heard outside',
      (selector) => {
        expect(press(inside(selector))).toEqual({ heard: false, does: true });
      },
    );

    // Holds tag-140.
    it('by Enter is not heard outside; other keys are', () => {
      const key = (name: string) => new KeyboardEvent('keydown', { ...given, key: name });
      expect(press(inside('button'), key('Enter'))).toEqual({ heard: false, does: true });
      expect(press(inside('button'), key(' '))).toEqual({ heard: false, does: true });
      expect(press(inside('button'), key('Escape'))).toEqual({ heard: true, does: true });
    });
  });

  // Holds tag-140.
  it("leaves the page's own links in the tag to the page", () => {
    const own = host.appendChild(document.createElement('a'));
    own.setAttribute('href', '/own');
    expect(press(own)).toEqual({ heard: true, does: true });
  });

  // Holds tag-140.
  it("keeps presses around the payment form, which lies in the tag, from the block's link", () => {
    const form = host.appendChild(document.createElement('div'));
    form.setAttribute('slot', 'busker-payment');
    expect(press(form)).toEqual({ heard: false, does: false });
  });
});
