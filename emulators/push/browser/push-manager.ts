/**
 * Runs in the pages of the local server, before their own scripts: the browser's push service needs the internet, so its methods are replaced by those of
 * the local push service. A page that is open hands the messages to the same worker that gets them on a host.
 */
import { localPush } from './local-push';

const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement && 'PushManager' in window)
  localPush(new URL(currentScript.src).origin);
