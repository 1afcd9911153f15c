import type { ExportWriter } from './export-writer';

const indented = (value: unknown) => JSON.stringify(value, null, 2);

/** Everything that is stored about and by an owner. The tips come last, so that they can be written page by page. */
export const jsonWriter: ExportWriter = {
  head: (about) => `${indented(about).slice(0, -'\n}'.length)},\n  "tips": [`,
  page(tips, before) {
    const each = tips.map(({ requestHash: _hash, ...tip }) => indented(tip).replaceAll('\n', '\n    '));
    const text = each.map((tip) => `\n    ${tip}`).join(',');
    return before === 0 || text === '' ? text : `,${text}`;
  },
  foot({ tips, unreadable }) {
    const end = tips === 0 ? ']' : '\n  ]';
    return unreadable === 0 ? `${end}\n}` : `${end},\n  "unreadableTips": ${unreadable}\n}`;
  },
};
