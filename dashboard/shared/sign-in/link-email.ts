const key = 'busker-awaits-link';

/** The address that this device asked a sign-in link for: the link then need not ask for it. */
export function rememberLinkEmail(email: string): void {
  try {
    localStorage.setItem(key, email);
  } catch {
    // Storage is blocked: the link asks for the address.
  }
}

export function rememberedLinkEmail(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function forgetLinkEmail(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
