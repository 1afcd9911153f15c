import { readUrl } from '../../core/base/safe-url';
import { openedAnswer, openRequest } from '../shared/push/open-request';
import type { Tab, WorkerClients } from './worker-scope';

/** Milliseconds that an open dashboard has for its answer. */
const mostWait = 800;

/** A browser may refuse the focus long after the tap. The page is right then, too. */
const shown = (tab: Tab) => tab.focus().catch(() => undefined);

const withoutHash = (url: string) => url.replace(/#.*/, '');

/** Asks a tab to show an address without loading its page again: the owner may be typing there. False = it is not a dashboard that can. */
function asked(tab: Tab, path: string): Promise<boolean> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    const end = (opened: boolean) => {
      port1.close();
      done(opened);
    };
    port1.onmessage = ({ data }) => end(data === openedAnswer);
    setTimeout(() => end(false), mostWait);
    tab.postMessage(openRequest(path), [port2]);
  });
}

/** Shows an address of this origin: in the tab that has it already, else in an open dashboard, else in a new tab. */
export async function openPage(clients: WorkerClients, href: string): Promise<void> {
  const { origin, pathname, search } = new URL(href);
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = tabs.filter(({ url }) => readUrl(url)?.origin === origin);
  const there = own.find(({ url }) => withoutHash(url) === withoutHash(href));
  if (there !== undefined) {
    await shown(there);
    return;
  }
  for (const tab of own) {
    if (!(await asked(tab, pathname + search))) continue;
    await shown(tab);
    return;
  }
  await clients.openWindow(href);
}
