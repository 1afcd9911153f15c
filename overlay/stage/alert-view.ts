import { directionOfShipped } from '../../core/base/language-tags';
import type { OverlayPage } from '../../core/outbox/overlay/overlay';
import { readableInk } from '../../core/web/readable-ink';
import type { Connection } from '../alert-source';
import type { PlayerView } from '../player';
import type { Card, Entry } from '../queue/entry';
import { en, loadTexts, type OverlayTexts } from '../messages/load-texts';
import type { Timers } from '../timers';
import { alertCard, thanksLine } from './alert-card';
import { element } from './element';

/** Milliseconds offline until the dot appears: short gaps are nobody's business. */
const dotAfterMs = 15_000;

/** Milliseconds in which a card leaves. The queue has half a second between two. */
const leaveMs = 300;

/** What every view has: the alert, the line for small tips, the dot, and what asks for a tap. */
export class AlertView implements PlayerView {
  protected texts: OverlayTexts = en;
  protected settings: OverlayPage | null = null;
  private readonly place = element('div', 'busker-place');
  private readonly line = element('div', 'busker-ticker-place');
  private readonly dot = element('div', 'busker-offline');
  private shown: HTMLElement | null = null;
  private current: Card | null = null;
  private forgetDot = () => {};

  /** `dots`: when the dot may be seen. On a stream only if the owner wants it. */
  constructor(
    protected readonly root: HTMLElement,
    protected readonly timers: Timers,
    private readonly dots: 'always' | 'if-asked',
  ) {
    this.dot.hidden = true;
    this.dot.setAttribute('role', 'img');
    root.append(this.place, this.line, this.dot);
  }

  page(page: OverlayPage): void {
    const isOtherLanguage = this.settings?.language !== page.language;
    this.settings = page;
    this.root.dataset['look'] = page.look;
    this.root.dataset['place'] = page.place;
    // Names of our own, so that Custom CSS for the documented properties wins.
    this.root.style.setProperty('--overlay-accent', page.accent);
    this.root.style.setProperty('--overlay-on-accent', readableInk(page.accent));
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
    this.line.replaceChildren(...line);
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
