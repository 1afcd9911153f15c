import './styles/overlay.css';
import './styles/screen.css';
import { readAddress, type Address, type OverlayView } from './address';
import { loadConfig } from './config';
import { startPlayer } from './player';
import { browserMemory, Seen } from './queue/alert-queue';
import { browserSound } from './sound/chime';
import { AlertView, startPreview, stayAwake } from './views/alert-view';
import { GoalView } from './views/goal-view';
import { browserTimers } from './timers';

/** OBS tells its pages whether their picture is on the stream (github.com/obsproject/obs-browser). */
declare global {
  interface Window {
    readonly obsstudio?: unknown;
  }
}

/** Milliseconds until a page that could not start tries again: the network of a stream's computer may come later than OBS. */
const retryMs = 5000;

async function viewOf(view: OverlayView, root: HTMLElement): Promise<AlertView> {
  switch (view) {
    case 'alerts':
      return new AlertView(root, browserTimers, 'if-asked');
    case 'goal':
      return new GoalView(root, browserTimers);
    case 'screen': {
      const { ScreenView } = await import('./views/screen-view');
      stayAwake();
      return new ScreenView(root, browserTimers);
    }
  }
}

/** A source in OBS and a tab on the same computer do not share what they have shown, and the views of one key neither. */
const memoryName = ({ key, view }: Extract<Address, { readonly kind: 'key' }>): string =>
  `busker-overlay:${view}:${key.slice(0, 12)}`;

async function play(address: Extract<Address, { readonly kind: 'key' }>, view: AlertView): Promise<void> {
  const [{ config, serverAhead }, { firestoreSource }] = await Promise.all([
    loadConfig(),
    import('./firebase/firestore-source'),
  ]);
  const sound = browserSound((wants) => view.wantsTap(wants && window.obsstudio === undefined));
  const player = startPlayer({
    source: firestoreSource(config, address.key),
    seen: new Seen(browserMemory(memoryName(address)), browserTimers.now),
    timers: browserTimers,
    serverAhead,
    view,
    // The goal alone says nothing.
    chime: (volume) => address.view !== 'goal' && sound.play(volume),
  });
  window.addEventListener('obsSourceActiveChanged', (event) => {
    const detail =
      event instanceof CustomEvent ? (event.detail as { readonly active?: unknown } | null) : null;
    player.activate(detail?.active !== false);
  });
}

async function start(root: HTMLElement): Promise<void> {
  const address = readAddress(window.location);
  if (address.kind === 'none') return;
  root.dataset['view'] = address.view;
  const view = await viewOf(address.view, root);
  if (address.kind === 'preview') return startPreview(view);
  const tryToPlay = () => {
    play(address, view).catch(() => {
      view.connection('offline');
      browserTimers.after(retryMs, tryToPlay);
    });
  };
  tryToPlay();
}

const root = document.getElementById('overlay');
if (root) void start(root);
// Another key in the same tab is another page.
window.addEventListener('hashchange', () => window.location.reload());
