import { Window } from 'happy-dom';
import { describe, afterEach, expect, it } from 'vitest';
import { adasScenario } from '../testing/ada';
import { offlineScript } from './browser/offline-script';

describe('offline script', () => {
  let close = () => Promise.resolve();
  afterEach(() => close());

  /** The form with its script, in a browser that is online or not. */
  async function openForm() {
    const scenario = await adasScenario();
    const { text } = await scenario.call('GET', '/@ada/tip');
    const window = new Window({ url: 'https://busker.test/@ada/tip' });
    close = () => window.happyDOM.close();
    const { document } = window;
    document.write(text.replace(/<script[^]*?<\/script>/g, '').replace(/<link[^>]*>/g, ''));
    let isOnline = true;
    Object.defineProperty(window.navigator, 'onLine', { get: () => isOnline });
    offlineScript(window as unknown as globalThis.Window & typeof globalThis);
    const sent: boolean[] = [];
    // After the script's own listener, so that this one sees its decision.
    document.addEventListener('submit', (event) => {
      sent.push(!event.defaultPrevented);
      event.preventDefault();
    });
    const element = (selector: string) =>
      document.querySelector(selector) as unknown as HTMLInputElement & HTMLButtonElement;
    return {
      sent,
      element,
      says: () => (element('#offline').hidden ? '' : element('#offline').textContent),
      connect: (online: boolean) => {
        isOnline = online;
        window.dispatchEvent(new window.Event(online ? 'online' : 'offline'));
      },
    };
  }

  // Holds out-066.
  it('sends nothing without a connection, says so and keeps what was typed', async () => {
    const form = await openForm();
    form.element('#name').value = 'Zoe';
    form.connect(false);
    form.element('button[value="500"]').click();
    expect(form.sent).toEqual([false]);
    expect(form.says()).toContain('You are offline. What you typed is still here.');
    expect(form.element('#name').value).toBe('Zoe');
    form.connect(true);
    expect(form.says()).toBe('');
    form.element('button[value="500"]').click();
    expect(form.sent).toEqual([false, true]);
  });

  it('says nothing with a connection', async () => {
    const form = await openForm();
    form.element('button[value="500"]').click();
    expect({ sent: form.sent, says: form.says() }).toEqual({ sent: [true], says: '' });
  });
});
