import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { CARD_PAGE, cardPages } from '../testing/card-pages';
import { elementEvents, mountCard, pay, typeCard } from '../testing/pay-page';

const cards = cardPages();

/** The relative luminance of `rgb(…)` (WCAG). */
const luminance = (rgb: string): number => {
  const [red = 0, green = 0, blue = 0] = (rgb.match(/\d+/g) ?? []).map((part) => {
    const level = Number(part) / 255;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast ratio of two colours (WCAG). */
const contrast = (ink: string, paper: string): number => {
  const [light = 0, dark = 0] = [luminance(ink), luminance(paper)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

describe('the card form', () => {
  // Holds pay-184.
  it('labels every field, sets autocomplete, and passes the accessibility check', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    const fields = [
      ['Card number', 'cc-number'],
      ['Expiration date', 'cc-exp'],
      ['Security code', 'cc-csc'],
      ['Country', 'country'],
      ['ZIP code', 'postal-code'],
    ] as const;
    for (const [label, autocomplete] of fields)
      expect(await frame.getByLabel(label).getAttribute('autocomplete')).toBe(autocomplete);
    await pay(cards.page, (await cards.newIntent()).secret);
    const inner = cards.page.frames().find((frame_) => frame_.url().endsWith('/frame/card'));
    await inner?.evaluate(axe.source);
    const faults = await inner?.evaluate(async () => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      return (await checker.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })).violations.map(
        ({ id }) => id,
      );
    });
    expect(faults).toEqual([]);
  });

  it('shows an error for each field and focuses the first', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    expect(await pay(cards.page, 'pi_1_secret_1')).toMatchObject({ code: 'incomplete_number' });
    await expect
      .poll(() => frame.getByRole('alert').filter({ hasText: /./ }).allTextContents())
      .toHaveLength(3);
    expect(await frame.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true');
    const cases = [
      ['4242424242424241', '12 / 40', '123', 'invalid_number'],
      ['4242424242424242', '13 / 40', '123', 'invalid_expiry_month'],
      ['4242424242424242', '12 / 20', '123', 'invalid_expiry_year_past'],
      ['4242424242424242', '12 / 40', '99', 'incomplete_cvc'],
      ['378282246310005', '12 / 40', '123', 'incomplete_cvc'],
    ] as const;
    for (const [number, expiry, cvc, code] of cases) {
      await typeCard(frame, number, expiry, cvc);
      expect(await pay(cards.page, 'pi_1_secret_1')).toMatchObject({ code });
    }
  });

  it('formats the number and the date while the buyer types', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    await frame.getByLabel('Card number').pressSequentially('378282246310005');
    expect(await frame.getByLabel('Card number').inputValue()).toBe('3782 822463 10005');
    await frame.getByLabel('Expiration date').pressSequentially('430');
    expect(await frame.getByLabel('Expiration date').inputValue()).toBe('04 / 30');
  });

  it('is in German on a German page', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page, { locale: 'de' });
    await frame.getByLabel('Kartennummer').waitFor();
    expect(await frame.getByLabel('Ablaufdatum').getAttribute('placeholder')).toBe('MM / JJ');
  });

  it('runs right to left in Arabic, with digits from left to right', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page, { locale: 'ar' });
    const number = frame.getByLabel('رقم البطاقة');
    await number.waitFor();
    const directions = await number.evaluate((box) => [
      box.closest('form')?.dir,
      getComputedStyle(box).direction,
    ]);
    expect(directions).toEqual(['rtl', 'ltr']);
    const code = await frame.getByLabel('رمز الأمان').boundingBox();
    const date = await frame.getByLabel('تاريخ الانتهاء').boundingBox();
    expect(date?.x).toBeGreaterThan(code?.x ?? Infinity);
    expect(await pay(cards.page, 'pi_1_secret_1')).toMatchObject({ message: 'رقم بطاقتك غير مكتمل.' });
  });

  it('has enough contrast on a dark card with any accent colour', async () => {
    await cards.open(CARD_PAGE);
    const background = 'rgb(23, 25, 30)';
    const frame = await mountCard(cards.page, {
      appearance: {
        theme: 'night',
        variables: {
          colorPrimary: '#0b6e4f',
          colorBackground: background,
          colorText: '#f3f4f6',
          colorTextSecondary: '#a9b0bc',
          colorDanger: '#ffb4ab',
        },
      },
    });
    await pay(cards.page, 'pi_1_secret_1');
    const colours = await frame.locator('form').evaluate((form) =>
      [...form.querySelectorAll('label, input, select, option, .Error, .note, .note *')].map((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return [`${element.tagName} ${element.id}`, color, backgroundColor] as const;
      }),
    );
    const unreadable = colours.filter(
      ([, ink, paper]) => contrast(ink, paper === 'rgba(0, 0, 0, 0)' ? background : paper) < 4.5,
    );
    expect(unreadable).toEqual([]);
  });

  it('asks for a postal code only in countries where banks check it', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    await frame.getByLabel('Country').selectOption('DE');
    await expect.poll(() => frame.getByLabel('Postal code').isVisible()).toBe(false);
    await frame.getByLabel('Country').selectOption('GB');
    await expect.poll(() => frame.getByLabel('Postal code').isVisible()).toBe(true);
  });

  it('can leave out address fields, and then requires them at confirmation', async () => {
    await cards.open(CARD_PAGE);
    const fields = { billingDetails: { address: { country: 'never', postalCode: 'never' } } };
    const frame = await mountCard(cards.page, { element: { fields } });
    await frame.getByRole('button', { name: 'Use a test card' }).click();
    expect(await frame.getByLabel('Country').isVisible()).toBe(false);
    const without = await pay(cards.page, (await cards.newIntent()).secret);
    expect(without.threw).toContain('IntegrationError: You specified "never"');
    const address = { country: 'US', postal_code: '10001' };
    const confirmParams = { payment_method_data: { billing_details: { address } } };
    expect(await pay(cards.page, (await cards.newIntent()).secret, { confirmParams })).toEqual({
      status: 'succeeded',
    });
  });

  // Holds pay-184.
  it('applies the appearance and rejects CSS injection', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page, {
      appearance: {
        theme: 'night',
        variables: {
          colorBackground: 'rgb(1, 2, 3)',
          colorText: 'red; } body { display: none',
          wrongName: '1px',
        },
        rules: { '.Input': { borderRadius: '17px', backgroundImage: 'url(https://evil.example/x)' } },
      },
    });
    const looks = await frame.getByLabel('Card number').evaluate((box) => {
      const { backgroundColor, borderRadius, backgroundImage } = getComputedStyle(box);
      return {
        backgroundColor,
        borderRadius,
        backgroundImage,
        body: getComputedStyle(document.body).display,
      };
    });
    expect(looks).toEqual({
      backgroundColor: 'rgb(1, 2, 3)',
      borderRadius: '17px',
      backgroundImage: 'none',
      body: 'block',
    });
    expect(cards.opened.pageProblems).toEqual([expect.stringContaining('wrongName')]);
  });

  it('is usable by keyboard: Tab enters the frame, passes its fields and leaves it, and Escape reaches the page', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    await frame.getByLabel('Card number').focus();
    for (let count = 0; count < 6; count += 1) await cards.page.keyboard.press('Tab');
    expect(await cards.page.evaluate(() => document.activeElement?.textContent)).toBe('After');
    await frame.getByLabel('Card number').press('Escape');
    await expect
      .poll(async () => (await elementEvents(cards.page)).map(([type]) => type))
      .toEqual(expect.arrayContaining(['focus', 'blur', 'escape']));
  });
});
