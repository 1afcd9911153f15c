const key = 'busker-signing-in-elsewhere';

/** Whether this tab left to sign in elsewhere. Only then is the code loaded that takes the answer. */
export function redirectIsUnderWay(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Throws where storage is blocked: without it nobody could come back. */
export const redirectBegins = (): void => sessionStorage.setItem(key, '1');

export function redirectIsOver(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
