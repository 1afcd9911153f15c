// What people download first, as brotli sends it. The numbers are promises of the product; raise one only with a reason in docs/decisions/.
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const embed = `dist/embed/${version}`;
const page = 'dist/dashboard/index.html';

/** Everything that the dashboard's page asks for before it can show the sign-in. */
function firstLoad() {
  const html = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return [
    page,
    ...[...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => `dist/dashboard/${file}`),
  ];
}

const chunk = (name) =>
  readdirSync(embed)
    .filter((file) => file.startsWith(`${name}-`))
    .map((file) => `${embed}/${file}`);

export default [
  // Holds web-040, tag-075.
  { name: 'card, first load', path: 'dist/embed/v1.js', limit: '13 kB' },
  // Holds web-040, tag-075. Every page view loads it too, after the first paint.
  { name: 'card, late part', path: chunk('late-parts'), limit: '5.6 kB' },
  { name: 'card, both', path: ['dist/embed/v1.js', ...chunk('late-parts')], limit: '18.5 kB' },
  // Holds tag-075.
  { name: 'tip sheet', path: chunk('tip-sheet'), limit: '14 kB' },
  { name: 'dashboard, first load', path: firstLoad(), limit: '175 kB' },
];
