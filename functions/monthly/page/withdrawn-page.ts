import type { DeclaredWithdrawal } from '../../../core/monthly/monthly';
import { directionOf, isolated } from '../../../core/base/language-tags';
import { html } from '../../../core/web/html';
import type { Reader } from '../../http/preferred-language';
import type { Page } from '../../pages/page';
import { printAsset } from './print-script';
import { legalLinks } from '../../pages/page-footer';
import { manageTexts, stopPageTexts, withdrawPageTexts } from '../../messages/page-texts';
import type { MonthlyOwner } from '../monthly-owner';

interface WithdrawnPage extends Reader, Pick<MonthlyOwner, 'handle' | 'owner' | 'reach'> {
  /** What the fan declared: the page is the proof of it, and nothing else keeps it. */
  readonly typed: DeclaredWithdrawal;
  /** When the withdrawal arrived (epoch milliseconds). */
  readonly receivedAt: number;
}

/** Confirms that a withdrawal was received, for saving and printing. It is the same for every address and card. */
export function withdrawnPage({
  handle,
  owner,
  reach,
  typed,
  receivedAt,
  language,
  locale,
}: WithdrawnPage): Page {
  const texts = withdrawPageTexts(language);
  const direction = directionOf(language);
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  const rows = [
    [texts.receivedAt, `${isolated(times.format(receivedAt), direction)} UTC`],
    [texts.to, `@${handle}`],
    [stopPageTexts(language).email, typed.email],
    [texts.cardLast4, typed.cardLast4],
  ] as const;
  return {
    language,
    direction,
    title: texts.doneTitle,
    head: html`<meta name="robots" content="noindex" />
      <script src="${printAsset.path}" defer></script>`,
    body: html`<main class="panel">
      <h1>${texts.doneTitle}</h1>
      <p role="status">${texts.done({ owner })}</p>
      <dl class="facts">
        ${rows.map(
          ([label, value]) =>
            html`<dt>${label}</dt>
              <dd><bdi>${value}</bdi></dd>`,
        )}
      </dl>
      <p class="muted">${texts.otherwise({ owner })}</p>
      ${reach === 'all' ? null : html`<p role="note">${stopPageTexts(language).gone({ owner })}</p>`}
      <p>
        <button id="print" class="button quiet" type="button" hidden>${manageTexts(language).print}</button>
      </p>
      <p>
        <a href="/@${handle}?lang=${language}"><bdi>@${handle}</bdi></a>
      </p>
    </main>`,
    footer: legalLinks({ language, handle }),
  };
}
