/** Calls `work` now and whenever the browser is online again. Returns a function that stops this. */
export function nowAndOnline(work: () => void): () => void {
  work();
  addEventListener('online', work);
  return () => removeEventListener('online', work);
}
