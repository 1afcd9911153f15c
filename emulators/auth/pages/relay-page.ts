import { html } from '../../html';
import { page } from './page';

/**
 * The hidden frame that the web SDK opens in the app's page. The account chooser sends the sign-in result to it, and
 * it passes the result on to the page. During a redirect it stores the result until the page is back.
 */
export const relayPage = page({ title: 'Sign-in frame', body: html``, script: 'relay' });
