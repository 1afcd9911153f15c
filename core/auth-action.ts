/**
 * Where the links in mails of the sign-in service lead: the dashboard's page for them. The service appends `mode` (`verifyEmail`,
 * `resetPassword`, `signIn`, `verifyAndChangeEmail`, `recoverEmail`), `oobCode`, `apiKey`, `lang` and the `continueUrl` that
 * was asked for. On a real project the same address is set as the mail templates' action URL.
 * Source: firebase.google.com/docs/auth/custom-email-handler
 */
export const authActionPath = '/auth/action';
