import { encode } from 'uqr';
import { addressInLetters } from '@busker/core/domains/own-domain';
import type { OverlayAlert, OverlayPage } from '@busker/core/overlay/overlay';
import { waitsForOwner } from '@busker/core/overlay/tip-alert';
import type { Card } from '../queue/alert-queue';
import type { Timers } from '../timers';
import { thanksLine, AlertView, element, type OwnerReader } from './alert-view';
import { GoalView, type GoalFollower } from './goal-view';

const mostThanks = 4;
const quietZone = 4;
const svg = 'http://www.w3.org/2000/svg';

/** `?view=screen`: a tablet beside the musician. Opaque, with the code to scan, the goal and the latest thanks; alerts come over it. */
export class ScreenView extends GoalView {
  private readonly head = element('header', 'busker-screen-head');
  private readonly code = element('div', 'busker-screen-code');
  private readonly thanks = element('section', 'busker-screen-thanks');
  private newest: readonly OverlayAlert[] = [];

  constructor(root: HTMLElement, timers: Timers, follow?: GoalFollower, ownerOf?: OwnerReader) {
    super(root, timers, 'always', follow, ownerOf);
    root.append(this.head, this.code, this.thanks);
  }

  /** Unlike the goal alone, the screen shows alerts. */
  override card(card: Card | null, page: OverlayPage): void {
    AlertView.prototype.card.call(this, card, page);
  }

  override alerts(alerts: readonly OverlayAlert[], arrived: readonly OverlayAlert[]): void {
    this.newest = alerts;
    super.alerts(alerts, arrived);
    this.drawThanks();
  }

  override revoked(): void {
    super.revoked();
    this.newest = [];
    this.head.replaceChildren(element('p', 'busker-screen-revoked', this.texts.revoked));
    this.code.replaceChildren();
    this.thanks.replaceChildren();
  }

  protected override draw(): void {
    super.draw();
    this.drawThanks();
  }

  /** In the place of the code, not below the goal. */
  protected override pauseLine(): null {
    return null;
  }

  protected override drawOwner(): void {
    super.drawOwner();
    if (this.settings === null) return;
    const at = `@${this.settings.handle}`;
    const { name, page, pause } = this.owner ?? {
      name: at,
      page: `${window.location.origin}/${at}`,
      pause: null,
    };
    const title = element('h1', 'busker-screen-name', name);
    title.dir = 'auto';
    this.head.replaceChildren(title);
    const address = element('p', 'busker-screen-address', element('bdi', '', addressInLetters(page)));
    const paused = super.pauseLine();
    if (pause != null && paused !== null) {
      const note = element('p', 'busker-screen-note', pause.note);
      note.dir = 'auto';
      paused.className = 'busker-screen-paused';
      this.code.replaceChildren(...(pause.note === '' ? [] : [note]), paused, address);
      return;
    }
    this.code.replaceChildren(
      qrPicture(`${page.replace(/\/$/, '')}/tip?at=screen`, this.texts.scan),
      element('p', 'busker-screen-scan', this.texts.scan),
      address,
    );
  }

  /** The words that wait for the owner are not among them. */
  private drawThanks(): void {
    const { settings } = this;
    if (settings === null) return;
    const shown = this.newest.filter(({ kind }) => kind === 'tip').slice(0, mostThanks);
    const lines = shown.map((alert) => {
      const isNamed = settings.words !== 'never' && !waitsForOwner(alert, settings.words);
      const name = isNamed ? alert.name : null;
      return thanksLine({ ...alert, name, message: null }, settings, this.texts);
    });
    const title = element('h2', 'busker-screen-latest', this.texts.latest);
    this.thanks.replaceChildren(...(lines.length === 0 ? [] : [title, ...lines]));
  }
}

/** Dark on white in every theme: many cameras read no other. */
function qrPicture(content: string, label: string): SVGSVGElement {
  const { size, data } = encode(content, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', `0 0 ${size} ${size}`);
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', label);
  const paper = document.createElementNS(svg, 'rect');
  for (const side of ['width', 'height']) paper.setAttribute(side, String(size));
  paper.setAttribute('fill', '#fff');
  const ink = document.createElementNS(svg, 'path');
  ink.setAttribute('d', path);
  ink.setAttribute('fill', '#000');
  ink.setAttribute('shape-rendering', 'crispEdges');
  picture.append(paper, ink);
  return picture;
}
