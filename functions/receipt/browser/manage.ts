import type { MonthlyPart } from '../../monthly-pages/manage-section';

interface ManageParts {
  readonly page: Window & typeof globalThis;
  readonly find: (id: string) => HTMLElement;
  readonly say: (id: string, text: string) => void;
  /** Calls `/v1/monthly/{id}`; fails with the sentence for the fan. */
  readonly call: (path: string, body?: object) => Promise<unknown>;
  /** Shows label and value of each line. */
  readonly list: (id: string, rows: MonthlyPart['rows']) => void;
  /** Does it with all buttons disabled, and reads the receipt again, also when it failed: a wish may be noted although Stripe did not answer. */
  readonly perform: (work: () => Promise<unknown>) => Promise<void>;
}

/**
 * The monthly tip on a receipt: stop and withdraw in two presses, another amount, keep, confirm, print. Returns what shows it.
 */
export function manageMonthly({ page, find, say, call, list, perform }: ManageParts) {
  const twice = ['stop', 'withdraw', 'change'] as const;
  /** Where the focus goes when a part opens. */
  const first = { stop: 'stop-yes', withdraw: 'withdraw-yes', change: 'change-amount' } as const;
  let exponent = 0;
  let wordsVersion = 0;
  const open = (name: (typeof twice)[number], isOpen: boolean) => {
    find(`${name}-sure`).hidden = !isOpen;
    find(name).setAttribute('aria-expanded', String(isOpen));
  };
  const change = async (path: string, body?: object) => {
    await perform(() => call(path, body));
    // The pressed button may be gone. The heading and the sentence say how it stands now.
    find('monthly-heading').focus();
  };
  for (const name of twice) {
    find(name).addEventListener('click', () => {
      const isOpen = find(`${name}-sure`).hidden !== false;
      for (const each of twice) open(each, each === name && isOpen);
      if (!isOpen) return;
      find(first[name]).focus();
      // Typing replaces the present amount.
      if (name === 'change') (find(first[name]) as HTMLInputElement).select();
    });
    find(`${name}-no`).addEventListener('click', () => {
      open(name, false);
      find(name).focus();
    });
  }
  find('stop-yes').addEventListener('click', () => void change('/stop', { when: 'period-end' }));
  find('withdraw-yes').addEventListener('click', () => void change('/withdraw'));
  find('change-sure').addEventListener('submit', (event) => {
    event.preventDefault();
    // The browser has checked the number against the limits.
    const typed = Number((find('change-amount') as HTMLInputElement).value);
    const total = Math.round(typed * 10 ** exponent);
    void change('/amount', { tipAmount: total, coverCosts: false, total, wordsVersion });
  });
  find('keep').addEventListener('click', () => void change('/keep'));
  const leave = (path: string, body?: object) =>
    void perform(async () => {
      const { url } = (await call(path, body)) as { readonly url: string };
      page.location.assign(url);
    });
  find('confirm').addEventListener('click', () => leave('/confirm'));
  find('card').addEventListener('click', () => leave('/portal', { flow: 'card' }));
  find('print').addEventListener('click', () => page.print());

  return (part: MonthlyPart | null) => {
    find('monthly').hidden = part === null;
    if (part === null) return;
    const { heading, sentence, rows, actions, lastly } = part;
    say('monthly-heading', heading);
    say('monthly-sentence', sentence);
    say('monthly-lastly', lastly);
    say('keep', actions.keep ?? '');
    say('confirm-note', actions.confirmNote ?? '');
    say('confirm', actions.confirm ?? '');
    say('card', actions.card ?? '');
    say('login', actions.login?.label ?? '');
    find('login').setAttribute('href', actions.login?.href ?? '');
    for (const name of twice) {
      find(`${name}-part`).hidden = actions[name] === null;
      const text = actions[name] ?? '';
      find(`${name}-text`).textContent = typeof text === 'string' ? text : text.from;
      open(name, false);
    }
    if (actions.change !== null) {
      const { label, value, min, max, step } = actions.change;
      ({ exponent, wordsVersion } = actions.change);
      find('change-label').textContent = label;
      Object.assign(find('change-amount'), { value, min, max, step });
    }
    list('monthly-rows', rows);
  };
}
