/**
 * A bank that insisted on its own page has sent the fan back to this one, with a tip of this profile under way (tip/tip-memory.ts): the sheet
 * then opens by itself and says how it stands.
 */
export function cameBack(handle: string): boolean {
  if (!location.search.includes('payment_intent_client_secret=')) return false;
  try {
    return sessionStorage.getItem('busker-tip')?.includes(`"handle":"${handle}"`) ?? false;
  } catch {
    return false;
  }
}
