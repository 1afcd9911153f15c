import { make } from './elements-dom';

export type WalletAnswer = 'pays' | 'declines' | 'cancels';

export interface WalletDialog {
  /** Asks again and again, until the buyer leaves or it is closed. */
  readonly next: () => Promise<WalletAnswer>;
  /** A sentence about what went wrong; the dialog stays open for a moment, as wallets do. */
  readonly fail: (message: string) => void;
  readonly close: () => void;
}

const css = `
:host { all: initial; }
dialog { box-sizing: border-box; width: min(360px, calc(100vw - 32px)); padding: 20px; border: 0; border-radius: 12px; font: 16px/1.4 system-ui, sans-serif; color: #1a1814; background: #fff; }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
h1 { margin: 0 0 8px; font-size: 18px; }
p { margin: 0 0 12px; }
div { display: grid; gap: 8px; }
button { min-height: 44px; border: 1px solid #8a857a; border-radius: 8px; font: inherit; background: #fff; color: inherit; cursor: pointer; }
button:first-child { border-color: #000; color: #fff; background: #000; }
`;

/** The wallet's own window. Real wallets are outside of the page; this one is a dialog in a shadow tree of its own. */
export function openWallet(name: string, line: string): WalletDialog {
  const host = make('div');
  const tree = host.attachShadow({ mode: 'open' });
  const message = make('p', { role: 'status' });
  const answers: ((answer: WalletAnswer) => void)[] = [];
  const answer = (given: WalletAnswer) => answers.splice(0).forEach((resolve) => resolve(given));
  const button = (label: string, given: WalletAnswer) => {
    const made = make('button', { type: 'button' }, label);
    made.addEventListener('click', () => answer(given));
    return made;
  };
  const dialog = make(
    'dialog',
    { 'aria-label': `${name} (test mode)` },
    make('h1', {}, `${name} (test mode)`),
    make('p', {}, line),
    message,
    make('div', {}, button('Pay', 'pays'), button('Decline', 'declines'), button('Cancel', 'cancels')),
  );
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    answer('cancels');
  });
  tree.append(make('style', {}, css), dialog);
  document.body.append(host);
  dialog.showModal();
  return {
    next: () => new Promise((resolve) => answers.push(resolve)),
    fail: (text) => {
      message.textContent = text;
    },
    close: () => host.remove(),
  };
}
