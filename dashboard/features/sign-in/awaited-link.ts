const key = 'busker-awaits-link';

/** The address that this device asked a sign-in link for: the link then need not ask for it. */
export function rememberAwaited(email: string): void {
  try {
    localStorage.setItem(key, email);
  } catch {
    // Storage is blocked: the link asks for the address.
  }
}

export function awaitedEmail(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function forgetAwaited(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
