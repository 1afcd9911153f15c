const key = 'busker-signing-in-elsewhere';

/** Whether this tab left for a redirect sign-in. Only then the code that reads its result is loaded. */
export function redirectIsUnderWay(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Throws where storage is blocked: the result could not be read after the redirect. */
export const redirectBegins = (): void => sessionStorage.setItem(key, '1');

export function redirectIsOver(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
