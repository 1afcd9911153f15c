import { html } from '../../../core/web/html';
import { page } from './page';

/**
 * The hidden frame that the web SDK opens in an app's page. The chooser hands it who signed in, and it hands that on to the
 * page; over a redirect, it keeps it until the page is there again.
 */
export const relayPage = page({ title: 'Sign-in frame', body: html``, script: 'relay' });
