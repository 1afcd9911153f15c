import { Window } from 'happy-dom';
import { receiptScript } from '../receipt/browser/receipt-script';
import type { SentTip, Scenario } from './ada';

/** The receipt in a happy-dom window, with its script; its requests go to the scenario. `sent`: the page for the browser in which the tip began. */
export async function openReceipt(
  scenario: Scenario,
  { tipId, tipToken }: Pick<SentTip, 'tipId' | 'tipToken'>,
  language = 'en',
  sent?: string,
) {
  const window = new Window({ url: `https://busker.test/t/${tipId}#${tipToken}` });
  const page = sent ?? (await scenario.call('GET', `/t/${tipId}?lang=${language}`)).text;
  window.document.write(page.replace(/<script[^]*?<\/script>/g, '').replace(/<link[^>]*>/g, ''));
  const asked = (path: string, init: RequestInit) => scenario.app.request(path, init);
  Object.assign(window, { fetch: asked });
  receiptScript(window as unknown as globalThis.Window & typeof globalThis);
  const element = (id: string) => window.document.getElementById(id) as unknown as HTMLInputElement;
  const text = (id: string) => element(id).textContent;
  const field = (id: string) => element(id).value;
  const ticked = (id: string) => element(id).checked;
  const press = (id: string) => element(id).click();
  const send = (id: string) =>
    element(id).dispatchEvent(new window.Event('submit', { cancelable: true }) as unknown as Event);
  const fill = (id: string, value: string) => {
    element(id).value = value;
  };
  const shown = (id: string) => !element(id).hidden;
  const focused = () => window.document.activeElement?.id ?? '';
  return {
    window,
    text,
    field,
    ticked,
    press,
    send,
    fill,
    shown,
    focused,
    close: () => window.happyDOM.close(),
  };
}
