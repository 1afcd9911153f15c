import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAmount } from '../../core/amounts/parse-amount';
import { enTip } from '../messages/en-tip';
import { loadTipTexts } from '../messages/tip-texts';
import { emptyForm, type AmountRules } from '../tip/tip-form';
import { AmountPicker, FanWords } from './pay-screen';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

describe('an amount that is not a number', () => {
  const yen: AmountRules = {
    currency: 'jpy',
    locale: 'ja',
    limits: { min: 120, max: 60_000, step: 1 },
    presets: [500, 1000],
    fees: null,
  };
  const shown = async (rules: AmountRules) => {
    const messages = await loadTipTexts('ja');
    await act(async () =>
      root.render(
        <AmountPicker
          messages={messages}
          rules={rules}
          chosen={{ by: 'typed', text: 'five' }}
          read={{ at: 'fault', fault: 'not-a-number' }}
          onChoose={() => undefined}
        />,
      ),
    );
    return place.textContent;
  };

  it('shows an example in the owner’s currency that the field accepts', async () => {
    expect(await shown(yen)).toContain('例：￥500）');
    expect(parseAmount('￥500', 'jpy', 'ja').ok).toBe(true);
  });

  it('shows the smallest tip when the owner has no presets', async () => {
    expect(await shown({ ...yen, presets: [] })).toContain('例：￥120）');
  });
});

it('shows the limits of name and message', async () => {
  const form = { ...emptyForm, name: 'x'.repeat(41), message: 'x'.repeat(201) };
  await act(async () => root.render(<FanWords messages={enTip} form={form} onEdit={() => undefined} />));
  expect(place.textContent).toContain('Please shorten this to 40 characters.');
  expect(place.textContent).toContain('Please shorten this to 200 characters.');
});
