import { createCardTree, drawAhead } from './element/card-tree';
import { beginCard, connectCard } from './element/begin-card';
import type { CardServices } from './profiles/services';
import { settingsOf } from './attributes/first-settings';
import { defineCard } from './element/element';
import { httpProfiles, onePer, readFile } from './profiles/http-profiles';
import { lateCount } from './late/load-late';

// The script build. The script's own origin is the server, unless a tag has `host`.
const { origin } = new URL(import.meta.url);

// Not a constant of its own: it would stay a variable in the card's first bytes.
const assets = `${origin}/embed/${process.env.BUSKER_VERSION}/`;

const services: CardServices = {
  defaultHost: origin,
  assetsOf: () => assets,
  profilesOf: onePer(httpProfiles),
  readFile,
  count: lateCount(process.env.BUSKER_VERSION),
};

/** Counts that a script of ours threw, once and without the error. Pages whose cards wait for consent, or have no server, report nothing. */
const countCrash = ({ filename }: ErrorEvent) => {
  if (!filename.startsWith(origin) || !document.querySelector('busker-card:not([consent],[src])')) return;
  removeEventListener('error', countCrash);
  services.count(origin, { kind: 'crash' });
};

// The request takes longest, so it starts first for all cards of the page. The microtask lets handles be collected into one request first. If
// an earlier script has defined the tag, this one requests nothing.
const tags = document.querySelectorAll('busker-card');
if (!customElements.get('busker-card')) {
  addEventListener('error', countCrash);
  for (const tag of tags) void beginCard(services, settingsOf(tag), tag);
}

// Many cards are upgraded in a task of their own, and each is drawn in one, so that no task is long.
const begin = tags[1] ? setTimeout : queueMicrotask;
begin(() => {
  defineCard({
    host: origin,
    tree: createCardTree(services),
    onConnect: (settings, mount, element) =>
      void connectCard(services, settings, () => begin(mount), element),
  });
  if (!tags[1]) drawAhead(services);
});
