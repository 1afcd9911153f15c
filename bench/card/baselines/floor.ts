/**
 * The floor: the same card by hand, without a framework, a tip sheet, languages, attributes or anything else that the product needs. Nobody
 * could ship it; nothing that draws this card from a JSON profile can be much faster.
 */
interface Profile {
  readonly name: string;
  readonly handle: string;
  readonly bio: string;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

const css = `:host{display:block}*{box-sizing:border-box;margin:0;padding:0}.card{display:flex;flex-direction:column;gap:20px;max-width:26em;min-height:100%;margin:0 auto;padding:24px;border:1px solid #dfe3e8;border-radius:16px;background:#fff;color:#16181d;font:400 16px/1.5 system-ui,sans-serif}.head{display:flex;align-items:center;gap:16px}.avatar{display:grid;place-items:center;width:68px;height:68px;border-radius:50%;background:#0b6e4f;color:#fff}.avatar,h2{font-size:1.375em;font-weight:600}h2{line-height:1.25}.handle,.bio{color:#5a6270}ul{display:grid;gap:10px;list-style:none}a,button{display:flex;align-items:center;gap:12px;min-height:48px;padding:10px 16px;border:1px solid #dfe3e8;border-radius:14px;color:inherit;font:inherit;font-weight:600;line-height:1.3;text-decoration:none}button{justify-content:center;border:0;background:#0b6e4f;color:#fff}svg{width:20px;height:20px;fill:none;stroke:currentcolor;stroke-width:2}`;

const icons: Readonly<Record<string, string>> = {
  'instagram.com':
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4Zm5 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  'x.com': 'M4 4l16 16M20 4 4 20',
  'tiktok.com': 'M14 4v10a4 4 0 1 1-4-4m4-6c0 3 2 5 5 5',
  'youtube.com': 'M3 8a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3Zm7 1v6l5-3Z',
};
const plain = 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1';

function add<K extends keyof HTMLElementTagNameMap>(
  parent: Node,
  tag: K,
  name: string,
  text = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  parent.appendChild(element);
  return element;
}

function icon(parent: Node, url: string): void {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', icons[new URL(url).hostname.replace('www.', '')] ?? plain);
  svg.append(path);
  parent.appendChild(svg);
}

let sheet: CSSStyleSheet | undefined;

function styles(): CSSStyleSheet {
  if (sheet) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

customElements.define(
  'busker-card',
  class extends HTMLElement {
    async connectedCallback(): Promise<void> {
      const handle = encodeURIComponent(this.getAttribute('profile') ?? '');
      const response = await fetch(`${new URL(import.meta.url).origin}/v1/profiles/${handle}`);
      this.draw((await response.json()) as Profile);
    }

    draw({ name, handle, bio, links }: Profile): void {
      const shadow = this.attachShadow({ mode: 'open' });
      shadow.adoptedStyleSheets = [styles()];
      const card = add(shadow, 'section', 'card');
      const head = add(card, 'header', 'head');
      add(head, 'span', 'avatar', name[0]);
      const names = add(head, 'div', '');
      add(names, 'h2', '', name);
      add(names, 'p', 'handle', `@${handle}`);
      add(card, 'p', 'bio', bio);
      const list = add(card, 'ul', '');
      for (const { label, url } of links) {
        if (!/^https?:/.test(url)) continue;
        const link = add(add(list, 'li', ''), 'a', 'link');
        link.href = url;
        link.rel = 'me noopener';
        link.target = '_blank';
        icon(link, url);
        add(link, 'span', '', label);
      }
      add(card, 'button', '', 'Send a tip').type = 'button';
    }
  },
);
