import type { ShippedLanguage } from '../../core/base/language-tags';
import { collections } from '../../core/documents/documents';
import { decodeYearCounts, type YearCounts } from '../../core/documents/year-counts-document';
import { outcomes } from '../../core/report/report';
import { html, type Html } from '../../core/web/html';
import type { Store } from '../store/store';
import { readable } from '../store/stored';
import { legalTexts } from '../messages/page-texts';

/** How many years the page shows. */
const shownYears = 10;

/** The counts of all years, newest first. */
export async function readYears(store: Pick<Store, 'find'>): Promise<readonly YearCounts[]> {
  const from = collections.transparency;
  const found = await store.find({ from, orderBy: [['year', 'desc']], limit: shownYears }, (data) =>
    readable(from, decodeYearCounts(data)),
  );
  return found.map(({ value }) => value);
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

function year(counts: YearCounts, language: ShippedLanguage): Html {
  const texts = legalTexts(language);
  const { order = 0 } = counts.reports;
  const rows: readonly (readonly [string, number])[] = [
    [texts.reports, sum(counts.reports) - order],
    [texts.orders, order],
    ...outcomes.map((outcome) => [texts.outcomes[outcome], counts.decisions[outcome] ?? 0] as const),
    [texts.appeals, counts.appeals],
    [texts.reversed, counts.reversed],
  ];
  const number = new Intl.NumberFormat(language);
  return html`<h2>${counts.year}</h2>
    <dl class="counts">
      ${rows.map(
        ([label, count]) =>
          html`<dt>${label}</dt>
            <dd>${number.format(count)}</dd>`,
      )}
    </dl>`;
}

/** `/legal/transparency`: what was reported and decided in each year (Articles 15 and 24 of Regulation (EU) 2022/2065). */
export function transparencyContent(years: readonly YearCounts[], language: ShippedLanguage): Html {
  const texts = legalTexts(language);
  if (years.length === 0) return html`<p>${texts.nothing}</p>`;
  return html`<p>${texts.counted}</p>
    ${years.map((each) => year(each, language))}`;
}
