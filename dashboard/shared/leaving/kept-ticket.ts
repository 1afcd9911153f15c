const key = 'busker-deletion';

/** The ticket of a deletion that was started in this browser. The account itself cannot ask any more when it is gone. */
export const keptTicket = {
  read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      // Without storage the sign-in page cannot tell when the deletion is over.
      return null;
    }
  },
  keep(ticket: string): void {
    try {
      localStorage.setItem(key, ticket);
    } catch {
      return;
    }
  },
  drop(): void {
    try {
      localStorage.removeItem(key);
    } catch {
      return;
    }
  },
};
