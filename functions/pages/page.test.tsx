/** @jsxImportSource hono/jsx */
import { describe, expect, it } from 'vitest';
import { pageText, textOf } from './page';

const nasty = `"><script>alert('1')</script>&`;
const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;';

describe('the text of a page', () => {
  it('has what people typed as text, in elements and in attributes', () => {
    expect(textOf(<p title={nasty}>{nasty}</p>)).toBe(`<p title="${escaped}">${escaped}</p>`);
    const page = pageText({ language: 'en', title: nasty, body: <main data-texts={nasty}>{[nasty]}</main> });
    expect(page).toContain(`<title>${escaped}</title>`);
    expect(page).toContain(`<main data-texts="${escaped}">${escaped}</main>`);
    expect(page).not.toContain('<script');
  });

  it('has no attribute that is false or missing', () => {
    expect(textOf(<input checked={false} required aria-invalid={undefined} />)).toBe('<input required=""/>');
  });

  it('begins as a document, and its style sheet is first', () => {
    const page = pageText({ language: 'ar', direction: 'rtl', title: 'A', body: <main /> });
    expect(page).toMatch(/^<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"\/>/);
    expect(page).toMatch(/<title>A<\/title><link rel="stylesheet"/);
  });

  it('cannot wait for anything', () => {
    const Late = async () => <p>{await Promise.resolve('late')}</p>;
    expect(() => textOf(<Late />)).toThrow('waits for something');
  });
});
