import { unreachable } from '../../core/base/result';

/** HTML of a mail. Everything else is escaped when it goes into a template. Pages of the server are components instead (functions/pages/page.tsx). */
interface Html {
  readonly html: string;
}

type Piece = Html | string | number | null | readonly Html[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

function written(piece: Piece): string {
  if (piece === null) return '';
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece));
  return 'html' in piece ? piece.html : piece.map((each) => each.html).join('');
}

/** html`<p>${text}</p>`: the template is HTML; inserted values are escaped, also for quoted attributes. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { html: parts.map((part, index) => part + written(pieces[index] ?? null)).join('') };
}

/** A piece of a mail. The text and the HTML of a mail are made of the same pieces, so that they say the same. */
export type MailBlock =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'line'; readonly text: string; readonly urgent: boolean }
  /** A fan's words. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'code'; readonly text: string };

/** A mail in plain text. `foot` is set smaller, below a line. */
export interface MailContent {
  /** A BCP 47 tag. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Never holds a fan's message. */
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  readonly foot: readonly MailBlock[];
}

interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** RFC 5322, 2.1.1: a line should have at most 78 characters; mail programs cut a longer subject. */
const longestSubject = 150;

/** One line without control characters: a name in it must not begin another header line. */
function subjectLine(text: string): string {
  const characters = Array.from(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim());
  return characters.length <= longestSubject
    ? characters.join('')
    : `${characters.slice(0, longestSubject - 1).join('')}…`;
}

function asText(block: MailBlock): string {
  switch (block.kind) {
    case 'title':
    case 'code':
      return block.text;
    case 'line':
      return block.urgent ? `! ${block.text}` : block.text;
    case 'quote':
      return `“${block.text}”`;
    case 'link':
      return `${block.label}: ${block.url}`;
    default:
      return unreachable(block);
  }
}

/**
 * Colours are only set where they are readable on white and on black: mail programs in dark mode change the background, some of them without
 * changing the text.
 */
const grey = '#808080';

function asHtml(block: MailBlock): Html {
  switch (block.kind) {
    case 'title':
      return html`<h1 dir="auto" style="font-size:20px;line-height:1.3;margin:0 0 16px">${block.text}</h1>`;
    case 'line':
      return html`<p dir="auto" style="margin:0 0 8px${block.urgent ? ';font-weight:bold' : ''}">
        ${block.text}
      </p>`;
    case 'quote':
      return html`<blockquote
        dir="auto"
        style="margin:0 0 8px;padding:0 12px;border-inline-start:3px solid ${grey}"
      >
        ${block.text}
      </blockquote>`;
    case 'link':
      return html`<p style="margin:0 0 16px"><a href="${block.url}">${block.label}</a></p>`;
    case 'code':
      return html`<p
        dir="ltr"
        style="margin:0 0 16px;font-size:28px;font-family:monospace;letter-spacing:4px"
      >
        ${block.text}
      </p>`;
    default:
      return unreachable(block);
  }
}

/** One column without pictures, remote fonts or anything else that is fetched when the mail is read. */
const page = ({ language, direction, blocks, foot }: MailContent, title: string): Html =>
  html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
      </head>
      <body lang="${language}" dir="${direction}" style="margin:0;padding:16px">
        <div
          style="max-width:560px;margin:0 auto;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere"
        >
          ${blocks.map(asHtml)}
          <div style="margin-top:24px;padding-top:12px;border-top:1px solid ${grey};font-size:14px">
            ${foot.map(asHtml)}
          </div>
        </div>
      </body>
    </html>`;

/** Blocks of the body have an empty line between them, so that a list of tips can be read. */
function plain({ blocks, foot }: MailContent): string {
  const body = blocks.map(asText).join('\n\n');
  return foot.length === 0 ? `${body}\n` : `${body}\n\n-- \n${foot.map(asText).join('\n')}\n`;
}

/** A mail as text and as HTML. */
export function composeMail(content: MailContent): ComposedMail {
  const subject = subjectLine(content.subject);
  return { subject, text: plain(content), html: page(content, subject).html };
}
