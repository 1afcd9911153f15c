const key = 'busker-awaits-link';

/** The email for which this device requested a sign-in link, so that the link need not ask for it. */
export function rememberLinkEmail(email: string): void {
  try {
    localStorage.setItem(key, email);
  } catch {
    // Storage is blocked: the link asks for the email.
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
    // Nothing was stored.
  }
}
