/** Does this now, and again each time the browser is back online. Ends by the function it returns. */
export function nowAndOnline(work: () => void): () => void {
  work();
  addEventListener('online', work);
  return () => removeEventListener('online', work);
}
