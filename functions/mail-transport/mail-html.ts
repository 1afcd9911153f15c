/** Text that is HTML already, of mails. Everything else is escaped when it goes into a template. The pages of the server are components (pages/page.tsx). */
export interface Html {
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

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

function written(piece: Piece): string {
  if (piece === null) return '';
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece));
  return 'html' in piece ? piece.html : piece.map((each) => each.html).join('');
}

/** html`<p>${text}</p>`: the template is HTML; inserted values are escaped, also for quoted attributes. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { html: parts.map((part, index) => part + written(pieces[index] ?? null)).join('') };
}
