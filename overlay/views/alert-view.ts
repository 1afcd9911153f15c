import * as v from 'valibot';
import { directionOfShipped } from '@busker/core/locale/language-tags';
import { overlayPageDocument } from '@busker/core/overlay/overlay-document';
import { currencyCodes, formatMoney } from '@busker/core/money/money';
import type { OverlayAlert, OverlayPage } from '@busker/core/overlay/overlay';
import { readableInk } from '@busker/core/web/readable-ink';
import type { Connection } from '../alert-source';
import { everyMs, readOwner, type OwnerShown } from '../goal/goal';
import { en, loadTexts, type OverlayTexts } from '../load-texts';
import type { PlayerView } from '../player';
import type { Card, Entry } from '../queue/alert-queue';
import type { Timers } from '../timers';

export type OwnerReader = (handle: string) => Promise<OwnerShown | null>;

type Child = Node | string;

/** An element with a class and children. Texts become text nodes, so that no word of a fan is ever markup. */
export function element(tag: string, className: string, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

/** A sentence whose `{placeholders}` are replaced by nodes. */
export function sentence(template: string, parts: Readonly<Record<string, Child>>): readonly Child[] {
  return template
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? part : (parts[name] ?? '');
    });
}

type Words = Pick<Entry, 'kind' | 'name' | 'message'>;

/** A test has words of its own. */
const nameOf = ({ kind, name }: Words, texts: OverlayTexts): string =>
  name ?? (kind === 'test' ? texts.testName : texts.somebody);
const messageOf = ({ kind, message }: Words, texts: OverlayTexts): string | null =>
  message ?? (kind === 'test' ? texts.testMessage : null);

/** The sender and the amount, as one line. The class names are documented in docs/owners/streaming.md. */
export function thanksLine(
  entry: Words & Pick<Entry, 'amount' | 'currency'>,
  { language, hideAmounts }: Pick<OverlayPage, 'language' | 'hideAmounts'>,
  texts: OverlayTexts,
): HTMLElement {
  const { amount, currency } = entry;
  const name = element('bdi', 'busker-alert-name', nameOf(entry, texts));
  if (amount === null || hideAmounts)
    return element('p', 'busker-alert-title', ...sentence(texts.sentHidden, { name }));
  const money = element(
    'bdi',
    'busker-alert-amount',
    formatMoney({ minorUnits: amount, currency }, language),
  );
  return element('p', 'busker-alert-title', ...sentence(texts.sent, { name, amount: money }));
}

/** The card that is shown: an alert, or the sum of many. */
function alertCard(card: Card, page: OverlayPage, texts: OverlayTexts): HTMLElement {
  switch (card.kind) {
    case 'alert': {
      const { entry } = card;
      const parts = [thanksLine(entry, page, texts)];
      const message = messageOf(entry, texts);
      if (message !== null) {
        const text = element('p', 'busker-alert-message', message);
        text.dir = 'auto';
        parts.push(text);
      }
      return framed(entry.kind, !entry.livemode, parts, texts);
    }
    case 'sum': {
      const shown = page.hideAmounts ? [] : card.sums;
      const sums = shown.map(({ amount, currency }) =>
        formatMoney({ minorUnits: amount, currency }, page.language),
      );
      const amount = element('bdi', 'busker-alert-amount', sums.join(' + '));
      const count = new Intl.NumberFormat(page.language).format(card.count);
      const text = sums.length === 0 ? texts.moreHidden : texts.more;
      const title = element('p', 'busker-alert-title', ...sentence(text, { count, amount }));
      return framed('sum', !card.livemode, [title], texts);
    }
  }
}

function framed(
  kind: string,
  isTest: boolean,
  parts: readonly HTMLElement[],
  texts: OverlayTexts,
): HTMLElement {
  const ribbon = isTest ? [element('p', 'busker-alert-ribbon', texts.test)] : [];
  const made = element('section', 'busker-alert', ...ribbon, ...parts);
  made.dataset['kind'] = kind;
  made.setAttribute('role', 'status');
  return made;
}

/** Milliseconds offline until the dot appears: short gaps are nobody's business. */
const dotAfterMs = 15_000;

/** Milliseconds in which a card leaves. The queue has half a second between two. */
const leaveMs = 300;

/** The parts of every view: the alert, the line for small tips, the dot, and the request for a tap. */
export class AlertView implements PlayerView {
  protected texts: OverlayTexts = en;
  protected settings: OverlayPage | null = null;
  /** Null = not read yet. */
  protected owner: OwnerShown | null = null;
  private readonly place = element('div', 'busker-place');
  private readonly line = element('div', 'busker-ticker-place');
  private readonly dot = element('div', 'busker-offline');
  private shown: HTMLElement | null = null;
  private current: Card | null = null;
  private forgetDot = () => {};
  private stopReading = () => {};
  private isRevoked = false;

  /** `dots`: when the dot may be seen. On a stream only if the owner wants it. */
  constructor(
    protected readonly root: HTMLElement,
    protected readonly timers: Timers,
    private readonly dots: 'always' | 'if-asked',
    private readonly ownerOf: OwnerReader = readOwner,
  ) {
    this.dot.hidden = true;
    this.dot.setAttribute('role', 'img');
    root.append(this.place, this.line, this.dot);
  }

  page(page: OverlayPage): void {
    const isOtherLanguage = this.settings?.language !== page.language;
    const isOther = this.settings?.handle !== page.handle;
    this.settings = page;
    this.root.dataset['look'] = page.look;
    this.root.dataset['place'] = page.place;
    // Names of our own, so that Custom CSS for the documented properties wins.
    this.root.style.setProperty('--overlay-accent', page.accent);
    this.root.style.setProperty('--overlay-on-accent', readableInk(page.accent));
    if (isOther) {
      this.owner = null;
      void this.read(page.handle);
    }
    if (isOtherLanguage) void this.speak(page);
    this.draw();
  }

  card(card: Card | null, page: OverlayPage): void {
    const isSame = card !== null && this.current !== null && idOf(card) === idOf(this.current);
    this.current = card;
    const before = this.shown;
    this.shown = card === null ? null : alertCard(card, page, this.texts);
    if (this.shown !== null) {
      // Words that changed while they are shown must not make the card come in again.
      if (isSame) this.shown.classList.add('busker-alert-still');
      this.place.append(this.shown);
    }
    if (before === null) return;
    if (this.shown !== null) return before.remove();
    before.classList.add('busker-alert-leaving');
    this.timers.after(leaveMs, () => before.remove());
  }

  ticker(entry: Entry | null, page: OverlayPage): void {
    const line = entry === null ? [] : [thanksLine(entry, page, this.texts)];
    for (const each of line) each.classList.add('busker-ticker');
    // A small tip has the place for its seconds.
    const pause = this.pauseLine();
    pause?.classList.add('busker-ticker');
    this.line.replaceChildren(...(line.length > 0 || pause === null ? line : [pause]));
  }

  /** Until when the owner takes no tips; null = they are not paused. */
  protected pauseLine(): HTMLElement | null {
    const pause = this.owner?.pause;
    if (pause == null || this.isRevoked) return null;
    // A day of the calendar, which is the same in every time zone.
    const write = new Intl.DateTimeFormat(this.settings?.language, { dateStyle: 'long', timeZone: 'UTC' });
    const date = write.format(Date.parse(pause.until));
    return element('p', 'busker-paused', this.texts.paused.replace('{date}', date));
  }

  /** Now and each minute: the owner may pause tips at any time, and the pause ends by itself. A failed answer leaves what is shown. */
  private async read(handle: string): Promise<void> {
    this.stopReading();
    const found = await this.ownerOf(handle);
    if (this.settings?.handle !== handle || this.isRevoked) return;
    if (found !== null) this.owner = found;
    this.drawOwner();
    this.stopReading = this.timers.after(everyMs, () => void this.read(handle));
  }

  /** Draws what depends on the owner's profile again. */
  protected drawOwner(): void {
    if (this.settings !== null) this.ticker(null, this.settings);
  }

  alerts(_alerts: unknown, _arrived: unknown): void {
    // The alert view shows what the queue gives it.
  }

  connection(connection: Connection): void {
    this.forgetDot();
    if (connection === 'online') {
      this.dot.hidden = true;
      return;
    }
    this.forgetDot = this.timers.after(dotAfterMs, () => {
      this.dot.hidden = this.dots === 'if-asked' && this.settings?.offlineDot !== true;
      this.dot.setAttribute('aria-label', this.texts.offline);
    });
  }

  /** On a stream nothing is to be seen of it. */
  revoked(): void {
    this.shown?.remove();
    this.shown = null;
    this.current = null;
    this.isRevoked = true;
    this.stopReading();
    this.line.replaceChildren();
  }

  /** A browser that asks for a tap before the first sound. */
  wantsTap(wants: boolean): void {
    this.root.querySelector('.busker-tap')?.remove();
    if (wants) this.root.append(element('button', 'busker-tap', this.texts.tapForSound));
  }

  /** Draws what depends on settings and language again. */
  protected draw(): void {
    if (this.settings !== null && this.current !== null) this.card(this.current, this.settings);
    this.drawOwner();
  }

  private async speak({ language }: OverlayPage): Promise<void> {
    const texts = await loadTexts(language);
    if (this.settings?.language !== language) return;
    this.texts = texts;
    document.documentElement.lang = language;
    document.documentElement.dir = directionOfShipped(language);
    this.draw();
  }
}

const idOf = (card: Card): string => (card.kind === 'alert' ? card.entry.id : 'sum');

/** The dashboard's message to its frame: settings that are not saved yet, and whether to show a sample alert. */
const message = v.object({
  kind: v.literal('busker-overlay-preview'),
  page: v.unknown(),
  currency: v.picklist(currencyCodes),
  amount: v.number(),
});

const sample = ({ currency, amount }: Pick<OverlayAlert, 'currency' | 'amount'>): Card => ({
  kind: 'alert',
  entry: {
    id: 'sample',
    kind: 'test',
    amount,
    currency,
    name: null,
    message: null,
    livemode: true,
    of: null,
    readyAt: 0,
  },
});

/** Shows a sample alert with the settings that the dashboard sends. Only the page around this frame may send them. */
export function startPreview(view: PlayerView, surrounding: Window = window.parent): void {
  window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source !== surrounding) return;
    const read = v.safeParse(message, data);
    const page = read.success ? overlayPageDocument.decode(read.output.page) : null;
    if (!read.success || !page?.ok) return;
    view.page(page.value);
    view.card(sample(read.output), page.value);
  });
  surrounding.postMessage({ kind: 'busker-overlay-ready' }, window.location.origin);
}

/** Keeps the screen of a tablet on while the page is seen. A browser that cannot, or may not now, changes nothing. */
export function stayAwake(): void {
  const ask = () => {
    if (document.visibilityState === 'visible' && 'wakeLock' in navigator)
      navigator.wakeLock.request('screen').catch(() => undefined);
  };
  // The lock ends whenever the page is hidden, and some browsers give it only after a touch.
  document.addEventListener('visibilitychange', ask);
  document.addEventListener('pointerdown', ask);
  ask();
}
