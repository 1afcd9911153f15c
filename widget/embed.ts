import { createCardTree } from './card/card-tree';
import { profileReader, type CardServices } from './card/services';
import { readSettings, type Settings } from './element/attributes';
import { defineCard } from './element/element';
import { httpCounter } from './data/http-counter';
import { readFile } from './data/http-file';
import { httpProfiles } from './data/http-profiles';
import { onePer } from './data/one-per';
import { lookAtOnce, whenNear } from './element/when-near';

// The script build. The script's own origin is the server, unless a tag has `host`.
const { origin } = new URL(import.meta.url);

// Not a constant of its own: it would stay a variable in the card's first bytes.
const assets = `${origin}/embed/${process.env.BUSKER_VERSION}/`;

const services: CardServices = {
  defaultHost: origin,
  assetsOf: () => assets,
  profilesOf: onePer(httpProfiles),
  readFile,
  count: httpCounter(process.env.BUSKER_VERSION),
};

const ask = ({ src, profile, host }: Settings) => profileReader(services, src, profile, host)?.(false);

/** Counts that a script of ours threw, once and without the error. Pages whose cards wait for consent, or have no server, report nothing. */
const countCrash = ({ filename }: ErrorEvent) => {
  if (!filename.startsWith(origin) || !document.querySelector('busker-card:not([consent],[src])')) return;
  removeEventListener('error', countCrash);
  services.count(origin, { kind: 'crash' });
};

// The request takes longest, so it starts first for all cards of the page. The microtask lets handles be collected into one request first. If
// an earlier script has defined the tag, this one requests nothing.
const isPreloading = !!document.querySelector('link[as=fetch]');
const tags = document.querySelectorAll('busker-card');
if (!customElements.get('busker-card')) {
  addEventListener('error', countCrash);
  for (const tag of tags) void ask(readSettings((name) => tag.getAttribute(name)));
}

// Many cards are upgraded in a task of their own, so that no task is long.
(tags[1] ? setTimeout : queueMicrotask)(() =>
  defineCard({
    host: origin,
    tree: createCardTree(services),
    onConnect: (settings, mount, element) => {
      void Promise.resolve(ask(settings)).then((answer) => {
        // A floating button is always visible, wherever its tag is.
        if ((settings.layout ?? (answer?.ok && answer.value.look.layout)) === 'floating') mount();
        else lookAtOnce(element);
      });
    },
    // A preloaded profile arrives with this script: a card that mounted before it would render twice.
    whenNear: (element, mount) => whenNear(element, mount, isPreloading),
  }),
);
