import { createCardTree } from './card/card-tree';
import { profileReader, type CardServices } from './card/services';
import { readSettings, type Settings } from './element/attributes';
import { defineCard } from './element/element';
import { httpCounter } from './data/http-counter';
import { readFile } from './data/http-file';
import { httpProfiles } from './data/http-profiles';
import { onePer } from './data/one-per';
import { lookAtOnce, whenNear } from './element/when-near';

// The script build. Where the script lies is the server, unless a tag says otherwise.
const { origin } = new URL(import.meta.url);

const assets = `${origin}/embed/${process.env.BUSKER_VERSION}/`;

const services: CardServices = {
  defaultHost: origin,
  assetsOf: () => assets,
  profilesOf: onePer(httpProfiles),
  readFile,
  count: httpCounter(),
};

const ask = ({ src, profile, host }: Settings) => profileReader(services, src, profile, host)?.(false);

// The way to the server and back is what takes longest: it is asked for all cards of the page before anything else is made. A microtask, as
// the gathering of handles is one: by then the request is on its way. Where an earlier script has defined the tag, this one asks for nothing.
if (!customElements.get('busker-card'))
  for (const tag of document.querySelectorAll('busker-card'))
    void ask(readSettings((name) => tag.getAttribute(name)));

queueMicrotask(() =>
  defineCard({
    host: origin,
    tree: createCardTree(services),
    onConnect: (settings, mount, element) => {
      void ask(settings)?.then((answer) => {
        // A pill in the window's corner is near wherever its tag lies.
        if ((settings.layout ?? (answer.ok && answer.value.look.layout)) === 'floating') mount();
        else lookAtOnce(element);
      });
    },
    whenNear,
  }),
);
