import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { CARD_PAGE, cardPages } from '../testing/card-pages';
import { heard, mountCard, pay, typeCard } from '../testing/pay-page';

const cards = cardPages();

describe('the card form', () => {
  it('names every field, tells the browser what to fill in, and has no accessibility fault', async () => {
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

  it('says what is wrong with each field, and focuses the first', async () => {
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

  it('spaces the number and the date while they are typed', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    await frame.getByLabel('Card number').pressSequentially('378282246310005');
    expect(await frame.getByLabel('Card number').inputValue()).toBe('3782 822463 10005');
    await frame.getByLabel('Expiration date').pressSequentially('430');
    expect(await frame.getByLabel('Expiration date').inputValue()).toBe('04 / 30');
  });

  it('speaks German when the page does', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page, { locale: 'de' });
    await frame.getByLabel('Kartennummer').waitFor();
    expect(await frame.getByLabel('Ablaufdatum').getAttribute('placeholder')).toBe('MM / JJ');
  });

  it('asks for a postal code only where banks check it', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    await frame.getByLabel('Country').selectOption('DE');
    await expect.poll(() => frame.getByLabel('Postal code').isVisible()).toBe(false);
    await frame.getByLabel('Country').selectOption('GB');
    await expect.poll(() => frame.getByLabel('Postal code').isVisible()).toBe(true);
  });

  it('leaves out address fields on demand, and then needs them at confirmation', async () => {
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

  it('follows the appearance and lets nothing else in', async () => {
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
    expect(cards.opened.complaints).toEqual([expect.stringContaining('wrongName')]);
  });

  it('keeps the keyboard: into the frame, through the fields, out again, and Escape is heard', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    await frame.getByLabel('Card number').focus();
    for (let count = 0; count < 6; count += 1) await cards.page.keyboard.press('Tab');
    expect(await cards.page.evaluate(() => document.activeElement?.textContent)).toBe('After');
    await frame.getByLabel('Card number').press('Escape');
    await expect
      .poll(async () => (await heard(cards.page)).map(([type]) => type))
      .toEqual(expect.arrayContaining(['focus', 'blur', 'escape']));
  });
});
