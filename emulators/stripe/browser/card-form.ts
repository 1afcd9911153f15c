import { appearanceCss, adoptCss, make } from './elements-options';
import { brandMark, countriesIn, countryOfBrowser, createWayChoice } from './card-form-parts';
import {
  asksPostalCode,
  brandOf,
  checkCard,
  cvcLength,
  digitsOf,
  spaceExpiry,
  spaceNumber,
  type CardValues,
  type FieldIssue,
  type FieldName,
} from './card-number';
import { cardWords } from './card-words';
import type { CardFrameOptions } from './frame-messages';

/** Styles of the frame's document. Browsers paint a frame opaque when its colour scheme differs from the page's. */
export const CARD_FRAME_CSS = `
html { color-scheme: light only; }
html, body { margin: 0; background: transparent; }
body { padding: 4px; }
`;

/** The card form's default styles. The page's `appearance` can override each of them. */
const CARD_FORM_CSS = `
.card-form, .card-form *, .card-form *::before, .card-form *::after { box-sizing: border-box; }
.card-form { display: grid; grid-template-columns: 1fr 1fr; gap: var(--gridRowSpacing) var(--gridColumnSpacing); margin: 0;
  font: var(--fontWeightNormal) var(--fontSizeBase)/var(--fontLineHeight) var(--fontFamily); color: var(--colorText); }
.card-form > [hidden] { display: none; }
.wide { grid-column: 1 / -1; }
.Label { display: block; margin-bottom: var(--labelSpacing); font-size: var(--labelFontSize); font-weight: var(--labelFontWeight); color: var(--labelColorText); }
.Input { width: 100%; min-height: 44px; padding: calc(var(--spacingUnit) * 2.5) calc(var(--spacingUnit) * 3); font: inherit; color: var(--colorText);
  background-color: var(--colorBackground); border: 1px solid var(--inputColorBorder); border-radius: var(--borderRadius); box-shadow: var(--inputBoxShadow);
  transition: border-color 0.15s, box-shadow 0.15s; appearance: none; }
.Input::placeholder { color: var(--colorTextPlaceholder); opacity: 1; }
.Input:focus { outline: 2px solid transparent; border-color: var(--inputFocusColorBorder); box-shadow: var(--inputFocusBoxShadow); }
.Input--invalid, .Input--invalid:focus { color: var(--colorDanger); border-color: var(--colorDanger); box-shadow: 0 0 0 1px var(--colorDanger); }
.Input:disabled { opacity: 0.6; }
select.Input { padding-inline-end: 36px; background-image: linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(135deg, currentColor 50%, transparent 50%);
  background-position: right 18px center, right 13px center; background-size: 5px 5px; background-repeat: no-repeat; }
select.Input:dir(rtl) { background-position: left 13px center, left 18px center; }
.Input option { color: var(--colorText); background-color: var(--colorBackground); }
.card-form:dir(rtl) .Input { text-align: right; }
.card-form:dir(rtl) .number .Input { padding-right: calc(var(--spacingUnit) * 3); padding-left: 68px; }
.card-form:dir(rtl) .brand { right: auto; left: 12px; }
.number { position: relative; }
.number .Input { padding-right: 68px; font-variant-numeric: tabular-nums; }
.brand { position: absolute; right: 12px; bottom: 10px; height: 24px; width: 38px; pointer-events: none; }
.ways { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 var(--gridRowSpacing); padding: 0; border: 0; font: var(--fontWeightNormal) var(--fontSizeBase)/var(--fontLineHeight) var(--fontFamily); color: var(--colorText); }
.ways[hidden], .note[hidden], .card-form[hidden] { display: none; }
.way { display: flex; gap: 8px; align-items: center; min-height: 44px; padding: 0 12px; border: 1px solid var(--inputColorBorder); border-radius: var(--borderRadius); cursor: pointer; }
.way:has(:checked) { border-color: var(--inputFocusColorBorder); }
.Error { margin: var(--spacingUnit) 0 0; font-size: var(--fontSizeSm); color: var(--colorDanger); }
.Error:empty { display: none; }
.note { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: baseline; margin: 0; font-size: var(--fontSizeSm); color: var(--colorTextSecondary); }
.note button { padding: 2px 0; font: inherit; color: var(--colorText); background: none; border: 0; text-decoration: underline; cursor: pointer; }
.note button:focus-visible { outline: 2px solid var(--colorText); outline-offset: 2px; border-radius: 3px; }
@media (max-width: 380px) { .card-form > .place { grid-column: 1 / -1; } }
@media (max-width: 300px) { .card-form { grid-template-columns: 1fr; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;

export interface CardForm {
  readonly values: () => CardValues;
  readonly shown: () => { readonly country: boolean; readonly postalCode: boolean };
  /** `card`, or Stripe's name of another way to pay. */
  readonly way: () => string;
  readonly offer: (types: readonly string[]) => void;
  readonly isEmpty: () => boolean;
  readonly isComplete: () => boolean;
  /** Shows the errors, focuses the first invalid field, and returns its error. */
  readonly validate: () => { readonly code: FieldIssue; readonly message: string } | null;
  readonly focus: () => void;
  readonly blur: () => void;
  readonly clear: () => void;
  readonly apply: (options: CardFrameOptions) => void;
}

type Box = HTMLInputElement | HTMLSelectElement;

interface Row {
  readonly wrap: HTMLElement;
  readonly label: HTMLLabelElement;
  readonly box: Box;
  readonly error: HTMLElement;
}

function makeRow(name: FieldName, box: Box, wide: boolean): Row {
  const label = make('label', { class: 'Label', for: name });
  const error = make('p', { class: 'Error', id: `${name}-error`, role: 'alert' });
  box.id = name;
  box.classList.add('Input');
  box.setAttribute('aria-describedby', error.id);
  const wrap = make('div', { class: wide ? 'wide' : '' }, label, box, error);
  return { wrap, label, box, error };
}

const input = (attributes: Readonly<Record<string, string>>) =>
  make('input', {
    type: 'text',
    autocapitalize: 'none',
    autocorrect: 'off',
    spellcheck: 'false',
    ...attributes,
  });

/** Digits run from left to right in every language. */
const digitsOnly = { inputmode: 'numeric', dir: 'ltr' };

export function createCardForm(root: HTMLElement, initial: CardFrameOptions, changed: () => void): CardForm {
  let options = initial;
  let { words, language, direction } = cardWords(options.locale, navigator.language);
  adoptCss(CARD_FORM_CSS);
  const looks = adoptCss(appearanceCss(options.appearance));

  const rows: Readonly<Record<FieldName, Row>> = {
    number: makeRow(
      'number',
      input({ ...digitsOnly, autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' }),
      true,
    ),
    expiry: makeRow('expiry', input({ ...digitsOnly, autocomplete: 'cc-exp' }), false),
    cvc: makeRow('cvc', input({ ...digitsOnly, autocomplete: 'cc-csc' }), false),
    country: makeRow('country', make('select', { autocomplete: 'country' }), true),
    postalCode: makeRow('postalCode', input({ autocomplete: 'postal-code' }), true),
  };
  const fill = make('button', { type: 'button' });
  const note = make('span');
  for (const row of [rows.country, rows.postalCode]) row.wrap.classList.add('place');
  rows.number.wrap.classList.add('number');
  const numberBox = make('div', { class: 'number' });
  rows.number.box.replaceWith(numberBox);
  let mark = brandMark('unknown');
  numberBox.append(rows.number.box, mark);
  const form = make(
    'form',
    { novalidate: '', class: 'card-form' },
    ...Object.values(rows).map(({ wrap }) => wrap),
    make('p', { class: 'note wide' }, note, fill),
  );
  form.addEventListener('submit', (event) => event.preventDefault());
  root.replaceChildren(form);
  const ways = createWayChoice(form, words, changed);

  const values = (): CardValues => ({
    number: rows.number.box.value,
    expiry: rows.expiry.box.value,
    cvc: rows.cvc.box.value,
    country: rows.country.box.value,
    postalCode: rows.postalCode.box.value,
  });
  const shown = () => ({
    country: options.country === 'shown',
    postalCode: options.postalCode === 'shown' && asksPostalCode(rows.country.box.value),
  });
  const issues = () => checkCard(values(), shown(), new Date());

  const showIssue = (name: FieldName, issue: FieldIssue | null) => {
    const { box, error } = rows[name];
    const message = issue === null ? '' : words[`issues.${issue}`];
    if (error.textContent !== message) error.textContent = message;
    box.classList.toggle('Input--invalid', issue !== null);
    if (issue === null) box.removeAttribute('aria-invalid');
    else box.setAttribute('aria-invalid', 'true');
  };

  const refresh = () => {
    const brand = brandOf(digitsOf(rows.number.box.value));
    const next = brandMark(brand);
    mark.replaceWith(next);
    mark = next;
    rows.cvc.box.setAttribute('maxlength', String(cvcLength(brand)));
    rows.country.wrap.hidden = !shown().country;
    rows.postalCode.wrap.hidden = !shown().postalCode;
    for (const row of [rows.country, rows.postalCode])
      row.wrap.classList.toggle('wide', !shown().country || !shown().postalCode);
    rows.postalCode.label.textContent =
      rows.country.box.value === 'US' ? words.zip : words['labels.postalCode'];
  };

  const write = () => {
    for (const [name, row] of Object.entries(rows)) {
      row.label.textContent = words[`labels.${name as FieldName}`];
      row.box.disabled = options.readOnly;
    }
    rows.expiry.box.setAttribute('placeholder', words.expiryPlaceholder);
    rows.cvc.box.setAttribute('placeholder', words.cvcPlaceholder);
    note.textContent = words.note;
    fill.textContent = words.fill;
    fill.disabled = options.readOnly;
    const chosen = rows.country.box.value || options.defaultCountry || countryOfBrowser();
    rows.country.box.replaceChildren(
      ...countriesIn(language).map(({ code, name }) => make('option', { value: code }, name)),
    );
    rows.country.box.value = chosen;
    ways.write(words);
    form.lang = language;
    form.dir = direction;
    document.documentElement.lang = language;
    refresh();
  };

  /** Formats only when the caret is at the end, because setting the value moves the caret there. */
  const respace = (box: Box, space: (text: string) => string) => {
    if (!(box instanceof HTMLInputElement)) return;
    const atEnd = box.selectionStart === box.value.length;
    const next = space(box.value);
    if (atEnd && next !== box.value) box.value = next;
  };

  form.addEventListener('input', (event) => {
    const deletes = event instanceof InputEvent && event.inputType.startsWith('delete');
    if (event.target === rows.number.box) respace(rows.number.box, (text) => spaceNumber(digitsOf(text)));
    if (event.target === rows.expiry.box && !deletes) respace(rows.expiry.box, spaceExpiry);
    const wrong = new Map(issues());
    for (const name of Object.keys(rows) as FieldName[])
      if (!wrong.has(name) || rows[name].box === event.target) showIssue(name, null);
    refresh();
    changed();
  });

  /** Validates a field on blur, unless it is empty. */
  form.addEventListener('focusout', (event) => {
    const name = (Object.keys(rows) as FieldName[]).find((known) => rows[known].box === event.target);
    if (name !== undefined && rows[name].box.value !== '')
      showIssue(name, new Map(issues()).get(name) ?? null);
  });

  const set = (card: Partial<Record<FieldName, string>>) => {
    for (const name of Object.keys(card) as FieldName[]) rows[name].box.value = card[name] ?? '';
    for (const name of Object.keys(rows) as FieldName[]) showIssue(name, null);
    refresh();
    changed();
  };

  fill.addEventListener('click', () => {
    const year = String((new Date().getFullYear() + 2) % 100).padStart(2, '0');
    const postalCode = rows.postalCode.box.value || '10001';
    set({ number: '4242 4242 4242 4242', expiry: `12 / ${year}`, cvc: '123', postalCode });
    rows.cvc.box.focus();
  });

  write();
  rows.postalCode.box.value = options.defaultPostalCode ?? '';
  return {
    values,
    shown,
    isEmpty: () => ['number', 'expiry', 'cvc'].every((name) => rows[name as FieldName].box.value === ''),
    isComplete: () => ways.chosen() !== 'card' || issues().length === 0,
    way: ways.chosen,
    offer: ways.offer,
    validate() {
      if (ways.chosen() !== 'card') return null;
      const wrong = issues();
      for (const name of Object.keys(rows) as FieldName[]) showIssue(name, new Map(wrong).get(name) ?? null);
      const [first] = wrong;
      if (!first) return null;
      rows[first[0]].box.focus();
      return { code: first[1], message: words[`issues.${first[1]}`] };
    },
    focus: () => rows.number.box.focus(),
    blur() {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    clear: () => set({ number: '', expiry: '', cvc: '', postalCode: '' }),
    apply(next) {
      options = next;
      ({ words, language, direction } = cardWords(options.locale, navigator.language));
      looks.replaceSync(appearanceCss(options.appearance));
      write();
    },
  };
}

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
