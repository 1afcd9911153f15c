const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');

/** HTML that is safe to insert. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[] | null;

const fill = (part: Part): string => {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(({ html: inner }) => inner).join('');
};

/** A template that escapes every value that is not Html. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, index) => text + fill(parts[index] ?? null)).join(''),
});
