import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeMail, html, type MailBlock, type MailContent } from './compose-mail';

describe('compose mail', () => {
  const blocks: readonly MailBlock[] = [
    { kind: 'title', text: 'Kim sent you $5.00' },
    { kind: 'quote', text: 'Bach at the bridge' },
    { kind: 'line', text: 'Answer by Friday', urgent: true },
    { kind: 'link', label: 'Open it', url: 'https://busker.test/tips/t1' },
  ];
  const content = (given: Partial<MailContent>): MailContent => ({
    language: 'en',
    direction: 'ltr',
    subject: 'Kim sent you $5.00',
    blocks,
    foot: [{ kind: 'link', label: 'Off', url: 'https://busker.test/off/a.b' }],
    ...given,
  });

  describe('a composed mail', () => {
    it('says the same as text and as HTML', () => {
      const { text, html } = composeMail(content({}));
      expect(text).toBe(
        'Kim sent you $5.00\n\n“Bach at the bridge”\n\n! Answer by Friday\n\nOpen it: https://busker.test/tips/t1\n\n-- \nOff: https://busker.test/off/a.b\n',
      );
      for (const said of ['Kim sent you $5.00', 'Bach at the bridge', 'Answer by Friday', 'Open it', 'Off'])
        expect(html).toContain(said);
      expect(html).toContain('href="https://busker.test/tips/t1"');
    });

    it('names its language and direction, and loads nothing', () => {
      const { html } = composeMail(content({ language: 'ar', direction: 'rtl' }));
      expect(html).toContain('<html lang="ar" dir="rtl">');
      expect(html).not.toMatch(/<img|<link|<script|<style|url\(|@import/);
    });

    it('has a subject of one short line, and shows text as text', () => {
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constant('\r\nBcc: a@b.example'),
        fc.constant('😀'.repeat(200)),
      );
      fc.assert(
        fc.property(text, (given) => {
          const mail = composeMail(content({ subject: given, blocks: [{ kind: 'quote', text: given }] }));
          expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
          expect(Array.from(mail.subject).length).toBeLessThanOrEqual(150);
          expect(mail.html.match(/<blockquote/g)).toHaveLength(1);
        }),
      );
      expect(
        composeMail(content({ blocks: [{ kind: 'quote', text: '<script>alert(1)</script>' }] })).html,
      ).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    });
  });
});

describe('the HTML of a mail', () => {
  it('escapes every character that could start markup or end an attribute', () => {
    const page = html`${`<a href="x" id='y'>&`}`;
    expect(page.html).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
  });

  it('escapes texts and inserts numbers and other templates unchanged', () => {
    const rows = ['<b>', 'Ada'].map((name) => html`<li>${name}</li>`);
    expect(
      html`<ul title="${'"'}">
        ${rows}${html`<li>${2}</li>`}${null}
      </ul>`.html.replaceAll(/\s*\n\s*/g, ''),
    ).toBe('<ul title="&quot;"><li>&lt;b&gt;</li><li>Ada</li><li>2</li></ul>');
  });
});
