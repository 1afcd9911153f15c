// The search of the documentation site: it loads the texts when somebody types, and finds sections that have every word.
const field = document.querySelector('input[type=search]');
const found = document.querySelector('#found');
const start = document.documentElement.dataset.start;
let texts;

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  texts ??= (await import('./search-texts.js')).texts;
  const hits = words.length === 0 ? [] : texts.filter(({ all }) => words.every((word) => all.includes(word)));
  const inHeading = ({ heading }) => words.filter((word) => heading.toLowerCase().includes(word)).length;
  const best = hits.toSorted((a, b) => inHeading(b) - inHeading(a)).slice(0, 15);
  found.replaceChildren(
    ...best.map(({ at, heading, page }) => {
      const link = Object.assign(document.createElement('a'), { href: start + at, textContent: heading });
      const where = Object.assign(document.createElement('small'), { textContent: page });
      const item = document.createElement('li');
      item.append(link, where);
      return item;
    }),
  );
  if (words.length > 0 && best.length === 0) found.textContent = 'Nothing has all of these words.';
}

field.addEventListener('input', () => void search());
