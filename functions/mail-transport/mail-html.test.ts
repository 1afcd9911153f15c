import { describe, expect, it } from 'vitest';
import { escapeHtml, html } from './mail-html';

describe('html', () => {
  it('escapes every character that could start markup or end an attribute', () => {
    expect(escapeHtml(`<a href="x" id='y'>&`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
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
