import { confirmingOf, isRedirectType, redirectMethods } from '../payments/method-types';
import type { CardWords } from './card-words/words';
import { make } from './elements-dom';

export interface WayChoice {
  /** `card`, or Stripe's name of another way to pay. */
  readonly chosen: () => string;
  /** Offers these; with cards alone there is nothing to choose. */
  readonly offer: (types: readonly string[]) => void;
  readonly write: (words: CardWords) => void;
}

/** The choice between cards and the pages of banks and wallets, above the card's fields, which only the card needs. */
export function createWayChoice(form: HTMLElement, words: CardWords, changed: () => void): WayChoice {
  let spoken = words;
  let offered: readonly string[] = ['card'];
  let way = 'card';
  const choice = make('fieldset', { class: 'ways' });
  const note = make('p', { class: 'note', role: 'status' });
  form.before(choice, note);

  const nameOf = (type: string) => {
    if (type === 'link') return 'Link';
    return isRedirectType(type) ? redirectMethods[type].name : spoken.card;
  };
  const show = () => {
    const isCard = way === 'card';
    choice.hidden = offered.every((type) => type === 'card');
    form.hidden = !isCard;
    const leaves = isRedirectType(way) && ['page', 'app'].includes(confirmingOf(way).kind);
    note.hidden = !leaves;
    note.textContent = leaves ? spoken.leaves.replace('{name}', nameOf(way)) : '';
  };
  const write = () => {
    choice.replaceChildren(
      ...offered.map((type) => {
        const radio = make('input', { type: 'radio', name: 'way', value: type });
        radio.checked = type === way;
        radio.addEventListener('change', () => {
          way = type;
          show();
          changed();
        });
        return make('label', { class: 'way' }, radio, nameOf(type));
      }),
    );
    show();
  };
  write();
  return {
    chosen: () => way,
    offer(types) {
      offered = types.filter((type) => type === 'card' || type === 'link' || isRedirectType(type));
      if (!offered.includes(way)) way = offered[0] ?? 'card';
      write();
    },
    write(next) {
      spoken = next;
      write();
    },
  };
}
