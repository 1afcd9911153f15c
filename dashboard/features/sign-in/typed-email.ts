/** The email that was typed on the previous screen, passed in the history entry and never in the URL. */
export function typedEmail({ state }: { readonly state: unknown }): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
