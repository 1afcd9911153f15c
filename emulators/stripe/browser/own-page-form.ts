import { createCardForm, type CardForm } from './card-form';

/** The card form of the sandbox's own pages, in the colours of the visitor's scheme. `changed`: after each edit. */
export function ownPageForm(place: HTMLElement, locale: string, changed: () => void): CardForm {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  return createCardForm(
    place,
    {
      locale,
      appearance: isDark
        ? {
            theme: 'night',
            variables: { colorPrimary: '#a5a0ff', colorBackground: '#1d212b', inputColorBorder: '#3a3f4e' },
          }
        : { variables: { colorPrimary: '#5046e5', inputColorBorder: '#d9dce5' } },
      country: 'shown',
      postalCode: 'shown',
      readOnly: false,
      hidesLink: true,
      defaultCountry: null,
      defaultPostalCode: null,
    },
    changed,
  );
}
